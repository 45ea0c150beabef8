import { birthYears, isOldEnough } from '@rosella/contract/signup/rules'
import { useId } from 'react'
import { Select } from '../../ui/Select'
import { type SignupForm, today, useDraft } from './signup-form'

const monthName = new Intl.DateTimeFormat('en-AU', { month: 'long', timeZone: 'UTC' })
const months = Array.from({ length: 12 }, (_, index) => ({
  value: String(index + 1),
  label: monthName.format(Date.UTC(2000, index, 1)),
}))
export const nameOfMonth = (month: string): string => months.find(({ value }) => value === month)?.label ?? ''

const isPossible = (year: string, month: string): boolean =>
  isOldEnough({ year: Number(year), month: Number(month) }, today())

/** Month and year only: the day is nobody's business. */
export function BirthFields({ form }: { form: SignupForm }) {
  const hint = useId()
  const { year } = useDraft(form.control)
  const years = birthYears(today()).map((one) => ({ value: String(one), label: String(one) }))

  function forgetImpossibleMonth() {
    const { year: chosen, month } = form.getValues()
    if (month !== '' && !isPossible(chosen, month)) form.setValue('month', '')
  }

  return (
    <fieldset aria-describedby={hint} className="min-w-0">
      <legend className="mb-2 font-semibold text-sm">When were you born?</legend>
      <div className="grid grid-cols-2 gap-3">
        <Select
          label="Birth month"
          labelHidden
          autoComplete="bday-month"
          placeholder="Month"
          options={months.map((month) => ({ ...month, disabled: !isPossible(year, month.value) }))}
          {...form.register('month')}
        />
        <Select
          label="Birth year"
          labelHidden
          autoComplete="bday-year"
          options={years}
          {...form.register('year', { onChange: forgetImpossibleMonth })}
        />
      </div>
      <p id={hint} className="mt-1.5 text-muted text-sm">
        Others see your age, never the date. Everyone here is 18 or older.
      </p>
    </fieldset>
  )
}
