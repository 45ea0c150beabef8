import { timeAgo } from '../format/time-ago'
import { useClockLabel } from './clock'

type TimeAgoProps = {
  /** A timestamp in milliseconds, or anything that Date can read. */
  at: number | string | Date
  className?: string
}

export function TimeAgo({ at, className }: TimeAgoProps) {
  const date = new Date(at)
  const then = date.getTime()
  const label = useClockLabel((now) => timeAgo(then, now))
  return (
    <time
      className={className}
      dateTime={date.toISOString()}
      // Formatted on hover, because on a phone, formatting a whole list would take as long as the rest of the render.
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = date.toLocaleString('en-AU')
      }}
    >
      {label}
    </time>
  )
}
