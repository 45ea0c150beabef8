import { statesOf } from '@rosella/contract/places/countries'
import {
  type ChoiceFilter,
  choiceFilterNames,
  type FilterGroup,
  fields,
  filterGroup,
  type ListFilter,
  listFilterNames,
  listFilters,
  type NumberFilter,
  numberFilterNames,
  numberFilters,
} from '@rosella/contract/profile/fields'
import { matchLabel, matchSteps } from '@rosella/contract/questions/agreement'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { cmLabel } from '../../../format/labels'
import { pickLists } from '../../../format/pick-groups'
import { call } from '../../../platform/api'
import { queryKeys } from '../../../platform/query-keys'
import { useSession } from '../../../platform/session/session'
import { ChoiceGroup, MultiChoiceGroup } from '../../../ui/forms/ChoiceGroup'
import { PickList } from '../../../ui/forms/PickList'
import { Select } from '../../../ui/forms/Select'
import { Switch } from '../../../ui/forms/Switch'
import { VisuallyHidden } from '../../../ui/VisuallyHidden'
import { AgeFields, AnsweredOnlyField, ChoiceFilterField } from '../preferences/PreferenceFields'
import { activityLabels } from './filter-labels'
import type { FilterProps } from './PlaceField'
import { PlaceField, type TownControl } from './PlaceField'

const FIVE_MINUTES = 300_000

/** The states of the searched country, if people there use them. */
export function StateField({ filters, onChange }: FilterProps) {
  const own = useOwnCountry()
  const states = statesOf(filters.place?.countryCode ?? own.data ?? '')
  if (states.length === 0) return null
  return (
    <MultiChoiceGroup
      legend="State"
      options={states.map(([value, name]) => ({
        value,
        label: (
          <>
            <span aria-hidden="true">{value}</span>
            <VisuallyHidden>{name}</VisuallyHidden>
          </>
        ),
      }))}
      values={filters.state ?? []}
      onChange={(state) => onChange({ state })}
    />
  )
}

/** The member's country, loaded only when the filters are shown. */
function useOwnCountry() {
  const session = useSession()
  return useQuery({
    queryKey: queryKeys.ownCountry(session?.id),
    queryFn: async ({ signal }) => (await call('GET /api/user', {}, { signal })).user.country,
    staleTime: FIVE_MINUTES,
  })
}

/** All filters, grouped in the order of people's questions: who, what they want, how they live. */
export function FilterFields({ filters, onChange, Town }: FilterProps & { Town: TownControl }) {
  const field = { value: filters, onChange }
  const own = { filters, onChange }
  return (
    <div className="grid grid-cols-1 gap-9">
      <Group title="Who and where">
        <AgeFields {...field} />
        <PlaceField {...own} Town={Town} />
        <StateField {...own} />
        <FieldFilters group="who" {...own} />
      </Group>
      <Group title="What they want">
        <FieldFilters group="want" {...own} />
      </Group>
      <Group title="Day to day">
        <FieldFilters group="day" {...own} />
        <AnsweredOnlyField {...field} />
      </Group>
      <Group title="In common">
        <FieldFilters group="common" {...own} />
      </Group>
      <Group title="Questions">
        <ChoiceGroup
          legend="Match"
          options={matchSteps.map((step) => ({
            value: String(step),
            label: matchLabel(step).replace(' match', ''),
          }))}
          value={filters.match_min ? String(filters.match_min) : null}
          onChange={(step) => onChange({ match_min: step === null ? undefined : Number(step) })}
          hint="Only people who show at least 10 answers to the same questions as you."
          clearable
        />
      </Group>
      <Group title="Activity">
        <ChoiceGroup
          legend="Last active"
          options={Object.entries(activityLabels).map(([value, label]) => ({ value, label }))}
          value={filters.active_days ? String(filters.active_days) : null}
          onChange={(days) => onChange({ active_days: days === null ? undefined : Number(days) })}
          clearable
        />
        <FilterSwitch {...own} name="online" label="Online now" />
        <FilterSwitch {...own} name="new" label="New this week" />
        <FilterSwitch {...own} name="prompts" label="Answered a prompt" />
        <FilterSwitch {...own} name="verified" label="Verified photos" />
      </Group>
    </div>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-6">
      <h3 id={id} className="text-lg">
        {title}
      </h3>
      {children}
    </section>
  )
}

/** The profile field filters of a group. */
function FieldFilters({ group, filters, onChange }: FilterProps & { group: FilterGroup }) {
  const isInGroup = (name: ChoiceFilter | NumberFilter | ListFilter) => filterGroup(name) === group
  return (
    <>
      {choiceFilterNames.filter(isInGroup).map((name) => (
        <ChoiceFilterField key={name} name={name} value={filters} onChange={onChange} />
      ))}
      {numberFilterNames.filter(isInGroup).map((name) => (
        <NumberFilterFields key={name} name={name} filters={filters} onChange={onChange} />
      ))}
      {listFilterNames.filter(isInGroup).map((name) => {
        const field = listFilters[name]
        const { action, groups } = pickLists[field]
        return (
          <PickList
            key={name}
            legend={fields[field].label}
            hint="Any of these."
            action={action}
            groups={groups()}
            values={filters[name] ?? []}
            onChange={(codes) => onChange({ [name]: codes })}
          />
        )
      })}
    </>
  )
}

type FilterSwitchProps = FilterProps & { name: 'online' | 'new' | 'prompts' | 'verified'; label: string }

const FilterSwitch = ({ filters, onChange, name, label }: FilterSwitchProps) => (
  <Switch
    label={label}
    checked={filters[name] ?? false}
    onChange={(checked) => onChange({ [name]: checked })}
  />
)

/** Hardly anybody is outside this range. A search that already has a value outside it keeps that value. */
const usual: Record<NumberFilter, { min: number; max: number }> = { height: { min: 140, max: 210 } }

function NumberFilterFields({ name, filters, onChange }: FilterProps & { name: NumberFilter }) {
  const { label, min, max } = fields[numberFilters[name]]
  const [least, most] = [filters[`${name}_min`], filters[`${name}_max`]]
  const set = (from: number | undefined, to: number | undefined) =>
    onChange({ [`${name}_min`]: from, [`${name}_max`]: to })
  const options = (chosen: number | undefined) =>
    Array.from({ length: max - min + 1 }, (_, n) => min + n)
      .filter((cm) => (cm >= usual[name].min && cm <= usual[name].max) || cm === chosen)
      .map((cm) => ({ value: String(cm), label: cmLabel(cm) }))
  const numberOf = (text: string) => (text === '' ? undefined : Number(text))
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-semibold text-sm">{label}</legend>
      {/* One below the other, because both units take the whole width. */}
      <div className="grid gap-3">
        <Select
          label="At least"
          placeholder="Any"
          options={options(least)}
          value={least ?? ''}
          onChange={({ target }) => {
            const chosen = numberOf(target.value)
            set(chosen, chosen && most && most < chosen ? chosen : most)
          }}
        />
        <Select
          label="At most"
          placeholder="Any"
          options={options(most)}
          value={most ?? ''}
          onChange={({ target }) => {
            const chosen = numberOf(target.value)
            set(chosen && least && least > chosen ? chosen : least, chosen)
          }}
        />
      </div>
    </fieldset>
  )
}
