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
import { codesOf, forEachList, isAge, isDistance, noPreferences, type Preferences } from './preferences'

export interface PlaceFilter {
  name: string
  stateCode: string
  countryCode: string
}

/**
 * What a search asks for. A field that is there stands in for the member's limit of the same name, also when it says
 * any (18, 99, 0 km, an empty list); without it the limit holds. `any` puts all of the member's preferences aside.
 */
export interface Filters
  // Of a list in the profile, any of the codes.
  extends Partial<Record<ChoiceFilter | ListFilter, string[]>>,
    Partial<Record<`${NumberFilter}_${'min' | 'max'}`, number>> {
  any?: boolean
  age_min?: number
  age_max?: number
  /** From the member's own town, or from `place`. */
  distance?: number
  place?: PlaceFilter
  /** Codes of the states of the country of `place`, or else of the member's own. */
  state?: string[]
  verified?: boolean
  online?: boolean
  active_days?: number
  new?: boolean
  prompts?: boolean
  answered_only?: boolean
}
export type FilterKey = keyof Filters
/** As they stand in an address and in a saved search: lists written a,b,c, what is ticked written 1. */
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

/** Whether such a town exists the server finds out. */
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
  answered_only: tick,
}
export const filterKeys = Object.keys(rules) as FilterKey[]

/** Reads filters as they are written; the first that cannot be names itself. */
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

/** Whether a filter narrows anything: 18, 99, 0 km, an empty list and what is not ticked do not. */
function narrows(key: FilterKey, value: Filters[FilterKey]): boolean {
  if (value === undefined || value === false || key === 'any' || key === 'place') return false
  if (Array.isArray(value)) return value.length > 0
  return !(key in noPreferences) || typeof value !== 'number' || value !== noPreferences[key as 'age_min']
}

/** The filters that narrow a search, by name: for these the answer has `relax`, and the screen a chip. */
export const setFilters = (filters: Filters): FilterKey[] =>
  filterKeys.filter((key) => narrows(key, filters[key]))

/** What holds in the end: what was asked for, and the member's preferences where nothing was. */
export function withPreferences(filters: Filters, preferences: Omit<Preferences, 'contact'>): Filters {
  if (filters.any) return filters
  const { age_min, age_max, distance, answered_only } = preferences
  const lists = forEachList((name) => preferences[name])
  const held = { age_min, age_max, distance, answered_only, ...lists, ...filters }
  // Asked for with the other end left to the preferences, a range may come out empty: then the limit gives way.
  if (held.age_min > held.age_max) {
    if (filters.age_min === undefined) held.age_min = noPreferences.age_min
    else held.age_max = noPreferences.age_max
  }
  return held
}
