import AlarmClock from 'lucide-react/icons/alarm-clock'
import Clock from 'lucide-react/icons/clock'
import { useClockLabel } from '../../platform/clock'
import { cx } from '../../ui/cx'
import { formatDuration } from './cases/case-labels'

type WaitingTimeProps = { since: number; patience: number; className?: string }

/** A live waiting time. It turns red and overdue after `patience` seconds. */
export function WaitingTime({ since, patience, className }: WaitingTimeProps) {
  const label = useClockLabel((now) => formatDuration(now / 1000 - since))
  const tooLong = useClockLabel((now) => now / 1000 - since > patience)
  const Icon = tooLong ? AlarmClock : Clock
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1.5 whitespace-nowrap tabular-nums',
        tooLong ? 'font-bold text-danger' : 'text-muted',
        className,
      )}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      <span>
        {label}
        {tooLong && ', overdue'}
      </span>
    </span>
  )
}
