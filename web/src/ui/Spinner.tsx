import { cx } from './cx'

type SpinnerProps = {
  /** Assistive technology reads it immediately. It becomes visible after 400 ms, so that quick loads don't flicker. */
  label?: string
  className?: string
}

/** A turning petal. Without a label it is decorative, so the text next to it has to say what is happening. */
export function Spinner({ label, className }: SpinnerProps) {
  // So small that memoising would only add code, here and below.
  'use no memo'
  if (label === undefined) return <Petal className={className} />
  return (
    <span role="status" className={cx('inline-flex items-center gap-3 text-muted', className)}>
      <Petal />
      <span className="animate-late">{label}</span>
    </span>
  )
}

function Petal({ className }: { className?: string }) {
  'use no memo'
  return (
    <span
      aria-hidden="true"
      className={cx(
        'petal-round inline-block size-4.5 shrink-0 animate-nod border-3 border-current',
        className,
      )}
    />
  )
}
