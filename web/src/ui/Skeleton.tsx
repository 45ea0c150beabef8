import { cx } from './cx'

/** A placeholder while something loads. Give it the same size and corners. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cx('block animate-shimmer bg-line/70', className)} />
}
