import { dayStart as siteDayStart } from '@rosella/contract/admin/site-days'
import { siteDay } from '@rosella/contract/site-day'
import { Button } from '../../ui/Button'
import { Field } from '../../ui/forms/Field'
import { siteTown } from './when'

const terms = [
  { label: '1 week', days: 7 },
  { label: '1 month', days: 30 },
  { label: '3 months', days: 90 },
] as const

const DAY_MS = 86_400_000

/** In the site's time zone, in the format of a date input. */
const dayIn = (days: number): string =>
  new Date(Date.parse(siteDay(Date.now() / 1000)) + days * DAY_MS).toISOString().slice(0, 10)

/** The day on which something ends, from seconds; '' without an end. */
export const dayAt = (ts: number | null): string => (ts === null ? '' : siteDay(ts))

/** When the day starts in the site's time zone, in seconds; null without a day. */
export const dayStart = (day: string): number | null => (day === '' ? null : siteDayStart(day))

export const inAWeek = (): string => dayIn(7)

type UntilFieldProps = { label: string; hint: string; day: string; onChange: (day: string) => void }

/** Asks for a day in the future, or none. The day starts at midnight in the site's time zone. */
export function UntilField({ label, hint, day, onChange }: UntilFieldProps) {
  return (
    <div className="grid gap-2">
      <Field
        type="date"
        label={label}
        hint={`${hint} Days start at midnight in ${siteTown}.`}
        min={dayIn(1)}
        value={day}
        onChange={(event) => onChange(event.target.value)}
      />
      <div className="flex flex-wrap gap-2">
        {terms.map(({ label: term, days }) => (
          <Button key={days} tone="quiet" className="px-3! text-sm!" onClick={() => onChange(dayIn(days))}>
            {term}
          </Button>
        ))}
        <Button tone="quiet" className="px-3! text-sm!" onClick={() => onChange('')}>
          No end date
        </Button>
      </div>
    </div>
  )
}
