import { type Checked, fine, wrong } from '../client-problems'
import {
  type ChoiceFilter,
  choiceFilterNames,
  choiceFilters,
  fields,
  type ListFilter,
  listFilterNames,
  listFilters,
  type NumberFilter,
  numberFilterNames,
  numberFilters,
} from '../profile/fields'
import { codeLists } from '../profile/lists'
import { matchSteps } from '../questions/agreement'
import { codesOf, forEachList, isAge, isDistance, noPreferences, type Preferences } from './preferences'

export interface PlaceFilter {
  name: string
  stateCode: string
  countryCode: string
}

/**
 * The filters of a search. A filter replaces the member's preference of the same name, even if it means any (18, 99,
 * 0 km, an empty list). Without it, the preference applies. `any` ignores all of the member's preferences.
 */
export interface Filters
  // Lists match a profile that has any of the codes.
  extends Partial<Record<ChoiceFilter | ListFilter, string[]>>,
    Partial<Record<`${NumberFilter}_${'min' | 'max'}`, number>> {
  any?: boolean
  age_min?: number
  age_max?: number
  /** In km from the member's own town, or from `place`. */
  distance?: number
  place?: PlaceFilter
  /** Codes of states in the country of `place`, or in the member's own country. */
  state?: string[]
  verified?: boolean
  online?: boolean
  active_days?: number
  new?: boolean
  prompts?: boolean
  /** In per cent, one of `matchSteps`. */
  match_min?: number
  answered_only?: boolean
}
export type FilterKey = keyof Filters
/** Filters as strings, in an address and in a saved search: lists as a,b,c and ticks as 1. */
export type WrittenFilters = { [K in FilterKey]?: string }

type Rule<K extends FilterKey> = (written: string) => Filters[K] | undefined

const number =
  (isFit: (value: number) => boolean) =>
  (written: string): number | undefined =>
    /^\d{1,4}$/.test(written) && isFit(Number(written)) ? Number(written) : undefined
const list = (written: string): string[] => (written === '' ? [] : written.split(','))
const choice = (field: Parameters<typeof codesOf>[0]) => (written: string) => codesOf(field, list(written))
const tick = (written: string): boolean | undefined =>
  written === '1' ? true : written === '0' || written === '' ? false : undefined
const codes =
  (isKnown: (code: string) => boolean) =>
  (written: string): string[] | undefined => {
    const given = [...new Set(list(written))].sort()
    return given.length <= 200 && given.every(isKnown) ? given : undefined
  }
const within = (name: NumberFilter) =>
  number((value) => value >= fields[numberFilters[name]].min && value <= fields[numberFilters[name]].max)
const fromList = (name: ListFilter) => codes((code) => codeLists[listFilters[name]].codes.includes(code))

const forEach = <K extends string, V>(names: readonly K[], make: (name: K) => V) =>
  Object.fromEntries(names.map((name) => [name, make(name)])) as Record<K, V>
const ends = (end: 'min' | 'max') =>
  Object.fromEntries(numberFilterNames.map((name) => [`${name}_${end}`, within(name)])) as Record<
    `${NumberFilter}_${'min' | 'max'}`,
    ReturnType<typeof within>
  >

/** Checks the form only. The server checks whether the town exists. */
function placeOf(written: string): PlaceFilter | undefined {
  const [name = '', stateCode = '', countryCode = '', ...rest] = written.split('|')
  const isFit =
    name !== '' &&
    name.length <= 200 &&
    /^[A-Z]{0,3}$/.test(stateCode) &&
    /^[A-Z]{2}$/.test(countryCode) &&
    rest.length === 0
  return isFit ? { name, stateCode, countryCode } : undefined
}

const rules: { [K in FilterKey]-?: Rule<K> } = {
  any: tick,
  age_min: number(isAge),
  age_max: number(isAge),
  distance: number(isDistance),
  place: placeOf,
  state: codes((code) => /^[A-Z]{2,3}$/.test(code)),
  ...forEach(choiceFilterNames, (name) => choice(choiceFilters[name])),
  ...ends('min'),
  ...ends('max'),
  ...forEach(listFilterNames, fromList),
  verified: tick,
  online: tick,
  active_days: number((days) => [1, 7, 30].includes(days)),
  new: tick,
  prompts: tick,
  match_min: number((match) => (matchSteps as readonly number[]).includes(match)),
  answered_only: tick,
}
export const filterKeys = Object.keys(rules) as FilterKey[]

/** Parses filters. The problem names the first invalid one. */
export function filtersRule(written: WrittenFilters): Checked<Filters> {
  const filters: Filters = {}
  for (const key of filterKeys) {
    const text = written[key]
    if (text === undefined) continue
    const value = rules[key](text)
    if (value === undefined) return wrong('search.filter', { field: key })
    Object.assign(filters, { [key]: value })
  }
  const crossed = (['age', ...numberFilterNames] as const).find(
    (name) => (filters[`${name}_min`] ?? 0) > (filters[`${name}_max`] ?? Infinity),
  )
  return crossed ? wrong('search.filter', { field: `${crossed}_max` }) : fine(filters)
}

/** The one way each is written, so that the same search has the same address. */
export const writeFilters = (filters: Filters): WrittenFilters =>
  Object.fromEntries(
    filterKeys.flatMap((key) => {
      const value = filters[key]
      return value === undefined ? [] : [[key, writeValue(value)]]
    }),
  )

function writeValue(value: NonNullable<Filters[FilterKey]>): string {
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (Array.isArray(value)) return value.join(',')
  if (typeof value === 'number') return String(value)
  return `${value.name}|${value.stateCode}|${value.countryCode}`
}

/** Whether a filter narrows the search: 18, 99, 0 km, an empty list and an unticked box do not. */
function narrows(key: FilterKey, value: Filters[FilterKey]): boolean {
  if (value === undefined || value === false || key === 'any' || key === 'place') return false
  if (Array.isArray(value)) return value.length > 0
  return !(key in noPreferences) || typeof value !== 'number' || value !== noPreferences[key as 'age_min']
}

/** The filters that narrow a search. The reply has a `relax` entry and the screen a chip for each. */
export const setFilters = (filters: Filters): FilterKey[] =>
  filterKeys.filter((key) => narrows(key, filters[key]))

/**
 * Keeps only the filters that narrow the search, and the town it starts from, which also decides the nearest. `any`
 * makes it independent of the viewer's preferences, so that a shared or saved search means the same to everyone.
 */
export function narrowing(filters: Filters): Filters {
  const keys: FilterKey[] = setFilters(filters)
  if (filters.place) keys.push('place')
  return { any: true, ...Object.fromEntries(keys.map((key) => [key, filters[key]])) }
}

/** The filters in effect: the given filters, and the member's preferences for the rest. */
export function withPreferences(filters: Filters, preferences: Omit<Preferences, 'contact'>): Filters {
  if (filters.any) return filters
  const { age_min, age_max, distance, answered_only } = preferences
  const lists = forEachList((name) => preferences[name])
  const combined = { age_min, age_max, distance, answered_only, ...lists, ...filters }
  // If one end of the age range is a filter and the other a preference, the range may be empty. Then the filter wins.
  if (combined.age_min > combined.age_max) {
    if (filters.age_min === undefined) combined.age_min = noPreferences.age_min
    else combined.age_max = noPreferences.age_max
  }
  return combined
}
