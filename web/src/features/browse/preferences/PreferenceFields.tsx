import type { Filters } from '@rosella/contract/browse/filters'
import { AGE, type Preferences } from '@rosella/contract/browse/preferences'
import { distances } from '@rosella/contract/places/bands'
import { type ChoiceFilter, choiceFilters, fields } from '@rosella/contract/profile/fields'
import { MultiChoiceGroup } from '../../../ui/forms/ChoiceGroup'
import { Select } from '../../../ui/forms/Select'
import { Switch } from '../../../ui/forms/Switch'

export interface PreferenceFieldProps {
  value: Partial<Preferences>
  onChange: (change: Partial<Preferences>) => void
}

const ages = Array.from({ length: AGE.max - AGE.min + 1 }, (_, n) => AGE.min + n)

/** The two ends never cross: moving one past the other moves both. */
export function AgeFields({
  value: { age_min = AGE.min, age_max = AGE.max },
  onChange,
}: PreferenceFieldProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-semibold text-sm">Age</legend>
      <div className="grid grid-cols-2 gap-3">
        <Select
          label="From"
          options={ages.map((age) => ({ value: String(age), label: String(age) }))}
          value={age_min}
          onChange={({ target }) => {
            const chosen = Number(target.value)
            onChange({ age_min: chosen, age_max: Math.max(chosen, age_max) })
          }}
        />
        <Select
          label="To"
          options={ages.map((age) => ({
            value: String(age),
            label: age === AGE.max ? `${age}+` : String(age),
          }))}
          value={age_max}
          onChange={({ target }) => {
            const chosen = Number(target.value)
            onChange({ age_max: chosen, age_min: Math.min(chosen, age_min) })
          }}
        />
      </div>
    </fieldset>
  )
}

const distanceOptions = [
  { value: '0', label: 'Any distance' },
  ...distances.map((km) => ({ value: String(km), label: `Within ${km} km` })),
]

export function DistanceField({ value: { distance = 0 }, onChange }: PreferenceFieldProps) {
  return (
    <Select
      label="Distance"
      options={distanceOptions}
      value={distance}
      onChange={({ target }) => onChange({ distance: Number(target.value) })}
    />
  )
}

interface ChoiceFilterProps {
  name: ChoiceFilter
  value: Filters
  onChange: (change: Filters) => void
}

/** The accepted answers; choosing none accepts any. */
export function ChoiceFilterField({ name, value, onChange }: ChoiceFilterProps) {
  const { label, codes } = fields[choiceFilters[name]]
  return (
    <MultiChoiceGroup
      legend={label}
      options={Object.entries(codes).map(([code, answer]) => ({ value: code, label: answer }))}
      values={value[name] ?? []}
      onChange={(codes) => onChange({ [name]: codes })}
    />
  )
}

export function AnsweredOnlyField({ value: { answered_only = false }, onChange }: PreferenceFieldProps) {
  return (
    <Switch
      label="Only people who answered"
      hint="Hides people who left any of these questions unanswered."
      checked={answered_only}
      onChange={(checked) => onChange({ answered_only: checked })}
    />
  )
}
