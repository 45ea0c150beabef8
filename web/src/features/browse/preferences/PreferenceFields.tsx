import {
  AGE,
  type PreferenceList,
  type Preferences,
  preferenceLists,
} from '@rosella/contract/browse/preferences'
import { distances } from '@rosella/contract/places/bands'
import { labels } from '@rosella/contract/profile/rules'
import { MultiChoiceGroup } from '../../../ui/forms/ChoiceGroup'
import { Select } from '../../../ui/forms/Select'
import { Switch } from '../../../ui/forms/Switch'

export interface PreferenceFieldProps {
  value: Partial<Preferences>
  onChange: (change: Partial<Preferences>) => void
}

const ages = Array.from({ length: AGE.max - AGE.min + 1 }, (_, n) => AGE.min + n)

/** Two ends that never cross: the one that is moved takes the other along. */
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

const legends: Record<PreferenceList, string> = {
  goals: 'Relationship goals',
  kids: 'Have kids',
  wants_kids: 'Want kids',
  smoking: 'Smoking',
  drinking: 'Drinking',
}

/** Which answers are welcome; none chosen means any. */
export function PreferenceListField({
  name,
  value,
  onChange,
}: PreferenceFieldProps & { name: PreferenceList }) {
  return (
    <MultiChoiceGroup
      legend={legends[name]}
      options={Object.entries(labels[preferenceLists[name]]).map(([code, label]) => ({ value: code, label }))}
      values={value[name] ?? []}
      onChange={(codes) => onChange({ [name]: codes })}
    />
  )
}

export function AnsweredOnlyField({ value: { answered_only = false }, onChange }: PreferenceFieldProps) {
  return (
    <Switch
      label="Only people who answered"
      hint="Leaves out whoever has not answered one of these questions."
      checked={answered_only}
      onChange={(checked) => onChange({ answered_only: checked })}
    />
  )
}
