import { cx } from './cx'

type SpinnerProps = {
  /** Read at once by assistive technology; seen after 400 ms, so that quick loads do not flicker. */
  label?: string
  className?: string
}

/** A turning petal. Without a label it is decoration beside words that say what is going on. */
export function Spinner({ label, className }: SpinnerProps) {
  if (label === undefined) return <Petal className={className} />
  return (
    <span role="status" className={cx('inline-flex items-center gap-3 text-muted', className)}>
      <Petal />
      <span className="animate-late">{label}</span>
    </span>
  )
}

function Petal({ className }: { className?: string }) {
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
