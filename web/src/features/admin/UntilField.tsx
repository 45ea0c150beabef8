import { Button } from '../../ui/Button'
import { Field } from '../../ui/forms/Field'

const terms = [
  { label: '1 week', days: 7 },
  { label: '1 month', days: 30 },
  { label: '3 months', days: 90 },
] as const

/** A day in the moderator's time zone, in the format of a date input. */
const dayIn = (days: number): string => {
  const day = new Date()
  day.setDate(day.getDate() + days)
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
}

/** The start of the day in seconds; null without a day. */
export const dayStart = (day: string): number | null =>
  day === '' ? null : Math.floor(new Date(`${day}T00:00`).getTime() / 1000)

export const inAWeek = (): string => dayIn(7)

type UntilFieldProps = { label: string; hint: string; day: string; onChange: (day: string) => void }

/** Asks for a day in the future, or none. */
export function UntilField({ label, hint, day, onChange }: UntilFieldProps) {
  return (
    <div className="grid gap-2">
      <Field
        type="date"
        label={label}
        hint={hint}
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
