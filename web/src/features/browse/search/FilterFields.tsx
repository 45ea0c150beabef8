import { statesOf } from '@rosella/contract/places/countries'
import { HEIGHT, labels } from '@rosella/contract/profile/rules'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { interestGroups, languageGroups } from '../../../format/pick-groups'
import { call } from '../../../platform/api'
import { queryKeys } from '../../../platform/query-keys'
import { useSession } from '../../../platform/session'
import { ChoiceGroup, MultiChoiceGroup } from '../../../ui/forms/ChoiceGroup'
import { PickList } from '../../../ui/forms/PickList'
import { Select } from '../../../ui/forms/Select'
import { Switch } from '../../../ui/forms/Switch'
import { VisuallyHidden } from '../../../ui/VisuallyHidden'
import { AgeFields, AnsweredOnlyField, PreferenceListField } from '../preferences/PreferenceFields'
import { activeWords } from './filter-labels'
import type { FilterProps } from './filter-props'
import { PlaceField, type TownControl } from './PlaceField'

const FIVE_MINUTES = 300_000

/** The states of the country that is searched, where people say them. */
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

/** Where the member lives; asked for by those who filter alone. */
function useOwnCountry() {
  const session = useSession()
  return useQuery({
    queryKey: queryKeys.ownCountry(session?.id),
    queryFn: async ({ signal }) => (await call('GET /api/user', {}, { signal })).user.country,
    staleTime: FIVE_MINUTES,
  })
}

/** Every filter there is, in the order people ask: who, what they want, how they live. */
export function FilterFields({ filters, onChange, Town }: FilterProps & { Town: TownControl }) {
  const field = { value: filters, onChange }
  const own = { filters, onChange }
  return (
    <div className="grid grid-cols-1 gap-9">
      <Group title="Who and where">
        <AgeFields {...field} />
        <PlaceField {...own} Town={Town} />
        <StateField {...own} />
        <HeightFields {...own} />
      </Group>
      <Group title="What they want">
        <PreferenceListField name="goals" {...field} />
        <PreferenceListField name="kids" {...field} />
        <PreferenceListField name="wants_kids" {...field} />
      </Group>
      <Group title="Day to day">
        <PreferenceListField name="smoking" {...field} />
        <PreferenceListField name="drinking" {...field} />
        <Codes {...own} name="marriage" legend="Marriage status" />
        <Codes {...own} name="education" legend="Education" />
        <AnsweredOnlyField {...field} />
      </Group>
      <Group title="In common">
        <PickList
          legend="Interests"
          hint="Any of these."
          action="Choose interests"
          groups={interestGroups}
          values={filters.tags ?? []}
          onChange={(tags) => onChange({ tags })}
        />
        <PickList
          legend="Languages"
          hint="Any of these."
          action="Choose languages"
          groups={languageGroups()}
          values={filters.spoken ?? []}
          onChange={(spoken) => onChange({ spoken })}
        />
      </Group>
      <Group title="Activity">
        <ChoiceGroup
          legend="Last here"
          options={Object.entries(activeWords).map(([value, label]) => ({ value, label }))}
          value={filters.active_days ? String(filters.active_days) : null}
          onChange={(days) => onChange({ active_days: days === null ? undefined : Number(days) })}
          clearable
        />
        <Tick {...own} name="online" label="Online now" />
        <Tick {...own} name="new" label="New this week" />
        <Tick {...own} name="prompts" label="Answered a prompt" />
        <Tick {...own} name="verified" label="Verified photos" />
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

type CodesProps = FilterProps & { name: 'marriage' | 'education'; legend: string }

function Codes({ filters, onChange, name, legend }: CodesProps) {
  return (
    <MultiChoiceGroup
      legend={legend}
      options={Object.entries(labels[name]).map(([value, label]) => ({ value, label }))}
      values={filters[name] ?? []}
      onChange={(codes) => onChange({ [name]: codes })}
    />
  )
}

type TickProps = FilterProps & { name: 'online' | 'new' | 'prompts' | 'verified'; label: string }

const Tick = ({ filters, onChange, name, label }: TickProps) => (
  <Switch
    label={label}
    checked={filters[name] ?? false}
    onChange={(checked) => onChange({ [name]: checked })}
  />
)

/** What hardly anybody is beyond; a search that asks for more keeps it. */
const usual = { min: 140, max: 210 }

function HeightFields({ filters: { height_min, height_max }, onChange }: FilterProps) {
  const options = (chosen: number | undefined) =>
    Array.from({ length: HEIGHT.max - HEIGHT.min + 1 }, (_, n) => HEIGHT.min + n)
      .filter((cm) => (cm >= usual.min && cm <= usual.max) || cm === chosen)
      .map((cm) => ({ value: String(cm), label: `${cm} cm` }))
  const numberOf = (text: string) => (text === '' ? undefined : Number(text))
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-semibold text-sm">Height</legend>
      <div className="grid grid-cols-2 gap-3">
        <Select
          label="At least"
          placeholder="Any"
          options={options(height_min)}
          value={height_min ?? ''}
          onChange={({ target }) => {
            const least = numberOf(target.value)
            onChange({
              height_min: least,
              height_max: least && height_max && height_max < least ? least : height_max,
            })
          }}
        />
        <Select
          label="At most"
          placeholder="Any"
          options={options(height_max)}
          value={height_max ?? ''}
          onChange={({ target }) => {
            const most = numberOf(target.value)
            onChange({
              height_max: most,
              height_min: most && height_min && height_min > most ? most : height_min,
            })
          }}
        />
      </div>
    </fieldset>
  )
}
