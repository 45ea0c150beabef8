import { cx } from './cx'
import { VisuallyHidden } from './VisuallyHidden'

type BadgeProps = {
  count: number
  /** The name of the counted thing, for screen readers, in the plural: 'new likes'. One loses its 's': '1 new like'. */
  label?: string
  className?: string
}

/** Hidden at zero. */
export function Badge({ count, label, className }: BadgeProps) {
  // So small that memoising would only add code.
  'use no memo'
  if (count <= 0) return null
  return (
    <span
      className={cx(
        'petal-round inline-grid h-5.5 min-w-5.5 animate-arrive place-items-center bg-wattle px-1.5 font-bold text-on-wattle text-xs tabular-nums',
        className,
      )}
    >
      <span>
        {count > 99 ? '99+' : count}
        {label && <VisuallyHidden> {count === 1 ? label.replace(/s$/, '') : label}</VisuallyHidden>}
      </span>
    </span>
  )
}
