import type { FilterKey, Filters } from '@rosella/contract/browse/filters'
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

export const activeWords = { 1: 'Active today', 7: 'Active this week', 30: 'Active this month' } as const
export const sortWords: Record<SearchSort, string> = {
  active: 'Last active',
  newest: 'Newest',
  distance: 'Nearest',
}

/** 'Coffee', 'Coffee or Tea', 'Coffee, Tea or 3 others'. */
function anyOf(words: readonly string[]): string {
  if (words.length <= 1) return words[0] ?? ''
  const shown = words.length <= 3 ? words.slice(0, -1) : words.slice(0, 2)
  const last = words.length <= 3 ? words.at(-1) : `${words.length - 2} others`
  return `${shown.join(', ')} or ${last}`
}

const worded = (words: Record<string, string>, codes: readonly string[] = []): string =>
  anyOf(codes.map((code) => words[code] ?? code))

type Wording = { [K in FilterKey]?: (filters: Filters) => string }

const numberWords: Record<NumberFilter, { above: string; below: string }> = {
  height: { above: 'cm or taller', below: 'cm or shorter' },
}
const listWords: Record<ListFilter, (codes: string) => string> = {
  tags: (codes) => codes,
  spoken: (codes) => `Speaks ${codes}`,
}
const mapNames = <N extends string>(
  names: readonly N[],
  wordingsOf: (name: N) => [FilterKey, (filters: Filters) => string][],
): Wording => Object.fromEntries(names.flatMap(wordingsOf))

const wordings: Wording = {
  age_min: ({ age_min }) => `${age_min} or older`,
  age_max: ({ age_max }) => `${age_max} or younger`,
  distance: ({ distance, place }) => `Within ${distance} km${place ? ` of ${cityLabel(place)}` : ''}`,
  state: ({ state = [], place }) => anyOf(state.map((code) => stateName(code, place?.countryCode))),
  ...mapNames(choiceFilterNames, (name) => [[name, (filters) => worded(chipLabels(name), filters[name])]]),
  ...mapNames(numberFilterNames, (name) => [
    [`${name}_min`, (filters) => `${filters[`${name}_min`]} ${numberWords[name].above}`],
    [`${name}_max`, (filters) => `${filters[`${name}_max`]} ${numberWords[name].below}`],
  ]),
  ...mapNames(listFilterNames, (name) => [
    [
      name,
      (filters) => listWords[name](anyOf((filters[name] ?? []).map(codeLists[listFilters[name]].label))),
    ],
  ]),
  verified: () => 'Verified photos',
  online: () => 'Online now',
  active_days: ({ active_days }) => activeWords[active_days as keyof typeof activeWords],
  new: () => 'New this week',
  prompts: () => 'Answered a prompt',
  answered_only: () => 'Only people who answered',
}

/** By name where the country is not told: no two countries of ours share a code. */
const stateName = (code: string, country?: string): string =>
  (country ? [country] : ['AU', 'GB']).flatMap(statesOf).find(([each]) => each === code)?.[1] ?? code

/** One filter as a chip says it: 'Non-smoker', 'Within 50 km of Hobart, TAS'. Undefined for what is none. */
export const filterWords = (key: string, filters: Filters): string | undefined =>
  Object.hasOwn(wordings, key) ? wordings[key as FilterKey]?.(filters) : undefined
