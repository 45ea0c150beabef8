import { type FilterKey, type Filters, setFilters } from '@rosella/contract/browse/filters'
import type { SearchSort } from '@rosella/contract/browse/rules'
import { statesOf } from '@rosella/contract/places/countries'
import { cityLabel } from '@rosella/contract/places/rules'
import {
  chipLabels,
  choiceFilterNames,
  type ListFilter,
  listFilterNames,
  listFilters,
  type NumberFilter,
  numberFilterNames,
} from '@rosella/contract/profile/fields'
import { codeLists } from '@rosella/contract/profile/lists'
import { matchLabel } from '@rosella/contract/questions/agreement'
import { cmLabel } from '../../../format/labels'

export const activityLabels = { 1: 'Active today', 7: 'Active this week', 30: 'Active this month' } as const
const sortLabels: Record<SearchSort, string> = {
  active: 'Last active',
  newest: 'Newest',
  distance: 'Nearest',
  match: 'Best match',
}

/** 'Coffee', 'Coffee or Tea', 'Coffee, Tea or 3 others'. */
function anyOf(labels: readonly string[]): string {
  if (labels.length <= 1) return labels[0] ?? ''
  const shown = labels.length <= 3 ? labels.slice(0, -1) : labels.slice(0, 2)
  const last = labels.length <= 3 ? labels.at(-1) : `${labels.length - 2} others`
  return `${shown.join(', ')} or ${last}`
}

const anyCode = (labels: Record<string, string>, codes: readonly string[] = []): string =>
  anyOf(codes.map((code) => labels[code] ?? code))

type FilterLabels = { [K in FilterKey]?: (filters: Filters) => string }

const numberLabels: Record<NumberFilter, { above: string; below: string }> = {
  height: { above: 'or taller', below: 'or shorter' },
}
const listLabels: Record<ListFilter, (codes: string) => string> = {
  tags: (codes) => codes,
  spoken: (codes) => `Speaks ${codes}`,
}
const mapNames = <N extends string>(
  names: readonly N[],
  labelsOf: (name: N) => [FilterKey, (filters: Filters) => string][],
): FilterLabels => Object.fromEntries(names.flatMap(labelsOf))

const filterLabels: FilterLabels = {
  age_min: ({ age_min }) => `${age_min} or older`,
  age_max: ({ age_max }) => `${age_max} or younger`,
  place: ({ place }) => (place ? `From ${cityLabel(place)}` : ''),
  distance: ({ distance, place }) => `Within ${distance} km${place ? ` of ${cityLabel(place)}` : ''}`,
  state: ({ state = [], place }) => anyOf(state.map((code) => stateName(code, place?.countryCode))),
  ...mapNames(choiceFilterNames, (name) => [[name, (filters) => anyCode(chipLabels(name), filters[name])]]),
  ...mapNames(numberFilterNames, (name) => [
    [`${name}_min`, (filters) => `${cmLabel(filters[`${name}_min`] ?? 0)} ${numberLabels[name].above}`],
    [`${name}_max`, (filters) => `${cmLabel(filters[`${name}_max`] ?? 0)} ${numberLabels[name].below}`],
  ]),
  ...mapNames(listFilterNames, (name) => [
    [
      name,
      (filters) => listLabels[name](anyOf((filters[name] ?? []).map(codeLists[listFilters[name]].label))),
    ],
  ]),
  match_min: ({ match_min }) => matchLabel(match_min ?? 0),
  verified: () => 'Verified photos',
  online: () => 'Online now',
  active_days: ({ active_days }) => activityLabels[active_days as keyof typeof activityLabels],
  new: () => 'New this week',
  prompts: () => 'Answered a prompt',
  answered_only: () => 'Only people who answered',
}

/** Without a country both are searched, because no two of our countries share a state code. */
const stateName = (code: string, country?: string): string =>
  (country ? [country] : ['AU', 'GB']).flatMap(statesOf).find(([each]) => each === code)?.[1] ?? code

/** The filters that have a chip. The label of the distance names the town, so the town has its own only without it. */
export const chipKeys = (filters: Filters): FilterKey[] =>
  filters.place && !filters.distance ? [...setFilters(filters), 'place'] : setFilters(filters)

/** The order of a search: 'Nearest to Perth' if it starts from another town. */
export const sortLabel = (sort: SearchSort, { place }: Filters): string =>
  sort === 'distance' && place ? `Nearest to ${place.name}` : sortLabels[sort]

/** The label of a filter's chip: 'Non-smoker', 'Within 50 km of Hobart, TAS'. Undefined for an unknown filter. */
export const filterLabel = (key: string, filters: Filters): string | undefined =>
  Object.hasOwn(filterLabels, key) ? filterLabels[key as FilterKey]?.(filters) : undefined
