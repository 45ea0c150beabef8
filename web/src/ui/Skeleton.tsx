import { cx } from './cx'

/** A quiet shape where something is about to be; give it the size and the corners of that thing. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cx('block animate-shimmer bg-line/70', className)} />
}
