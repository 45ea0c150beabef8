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
      // Written when somebody points at it: for a list of them it would take a phone as long as all the rest.
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = date.toLocaleString('en-AU')
      }}
    >
      {label}
    </time>
  )
}
