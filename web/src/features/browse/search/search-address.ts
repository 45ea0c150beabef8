import {
  type FilterKey,
  type Filters,
  filterKeys,
  filtersRule,
  setFilters,
  type WrittenFilters,
  writeFilters,
} from '@rosella/contract/browse/filters'
import { type SearchSort, searchSorts } from '@rosella/contract/browse/rules'
import type { Input } from '../../../platform/api'

const PATH = '/search'

export type SearchInput = Pick<Input<'GET /api/search'>, FilterKey | 'p' | 'sort' | 'saved'>

/** Reads the search from the address. An invalid filter is passed on, because the server's error names it. */
export function readAddress(params: URLSearchParams): SearchInput {
  const written = filterKeys.flatMap((key) => {
    const value = params.get(key)
    return value === null ? [] : [[key, value]]
  })
  const sort = searchSorts.find((each) => each === params.get('sort'))
  const page = wholeNumber(params.get('p'))
  const saved = wholeNumber(params.get('saved'))
  return {
    ...(Object.fromEntries(written) as WrittenFilters),
    // Leave out the first page and the default order, so that each search has one cache key.
    ...(sort && sort !== 'active' ? { sort } : {}),
    ...(page > 1 ? { p: page } : {}),
    ...(saved > 0 ? { saved } : {}),
  }
}

const wholeNumber = (text: string | null): number => Math.floor(Number(text)) || 0

/** Parses written filters; returns no filters if they are invalid. */
export function readFilters(written: WrittenFilters): Filters {
  const checked = filtersRule(written)
  return checked.ok ? checked.value : {}
}

/**
 * Keeps only the filters that narrow the search. `any` makes it independent of the viewer's preferences, so that a
 * shared or saved search means the same to everyone.
 */
export function narrowing(filters: Filters): Filters {
  const keys: FilterKey[] = setFilters(filters)
  if (filters.distance || filters.state?.length) keys.push('place')
  return { any: true, ...Object.fromEntries(keys.map((key) => [key, filters[key]])) }
}

/** Removes a filter, and the town with the last filter that needs it. */
export const without = (filters: Filters, key: FilterKey): Filters =>
  narrowing({ ...filters, [key]: undefined })

export const isSameSearch = (one: Filters, other: Filters): boolean =>
  JSON.stringify(writeFilters(narrowing(one))) === JSON.stringify(writeFilters(narrowing(other)))

/** The first page of a search. */
export const searchInput = (filters: Filters, sort?: SearchSort, saved?: number): SearchInput => ({
  ...writeFilters(narrowing(filters)),
  ...(sort && sort !== 'active' ? { sort } : {}),
  ...(saved ? { saved } : {}),
})

export function addressOf(input: SearchInput): string {
  const params = new URLSearchParams(
    Object.entries(input).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
  )
  return params.size === 0 ? PATH : `${PATH}?${params}`
}
