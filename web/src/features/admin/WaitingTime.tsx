import AlarmClock from 'lucide-react/icons/alarm-clock'
import Clock from 'lucide-react/icons/clock'
import { useClockLabel } from '../../platform/clock'
import { cx } from '../../ui/cx'
import { durationWords } from './cases/case-labels'

type WaitingTimeProps = { since: number; patience: number; className?: string }

/** A clock that runs: how long something waits, in red and in a word once that is too long. */
export function WaitingTime({ since, patience, className }: WaitingTimeProps) {
  const label = useClockLabel((now) => durationWords(now / 1000 - since))
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
