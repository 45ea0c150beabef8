import {
  type FilterKey,
  type Filters,
  filterKeys,
  filtersRule,
  narrowing,
  type WrittenFilters,
  writeFilters,
} from '@rosella/contract/browse/filters'
import { type SearchSort, searchSorts } from '@rosella/contract/browse/rules'
import type { Input } from '../../../platform/api'

const PATH = '/search'

export type SearchInput = Pick<Input<'GET /api/search'>, FilterKey | 'p' | 'sort' | 'saved'> & {
  /** The saved search whose filters are being changed. Only in the address; the server does not receive it. */
  edit?: number
}

/** Reads the search from the address. An invalid filter is passed on, because the server's error names it. */
export function readAddress(params: URLSearchParams): SearchInput {
  const written = filterKeys.flatMap((key) => {
    const value = params.get(key)
    return value === null ? [] : [[key, value]]
  })
  const sort = searchSorts.find((each) => each === params.get('sort'))
  const page = wholeNumber(params.get('p'))
  const saved = wholeNumber(params.get('saved'))
  const edit = wholeNumber(params.get('edit'))
  return {
    ...(Object.fromEntries(written) as WrittenFilters),
    // Leave out the first page and the default order, so that each search has one cache key.
    ...(sort && sort !== 'active' ? { sort } : {}),
    ...(page > 1 ? { p: page } : {}),
    ...(saved > 0 ? { saved } : {}),
    ...(edit > 0 && saved <= 0 ? { edit } : {}),
  }
}

const wholeNumber = (text: string | null): number => Math.floor(Number(text)) || 0

/** Parses written filters; returns no filters if they are invalid. */
export function readFilters(written: WrittenFilters): Filters {
  const checked = filtersRule(written)
  return checked.ok ? checked.value : {}
}

export const without = (filters: Filters, key: FilterKey): Filters =>
  narrowing({ ...filters, [key]: undefined })

export const isSameSearch = (one: Filters, other: Filters): boolean =>
  JSON.stringify(writeFilters(narrowing(one))) === JSON.stringify(writeFilters(narrowing(other)))

/** The first page of a search, of a saved one or of one whose filters are being changed. */
export const searchInput = (
  filters: Filters,
  sort?: SearchSort,
  { saved, edit }: Pick<SearchInput, 'saved' | 'edit'> = {},
): SearchInput => ({
  ...writeFilters(narrowing(filters)),
  ...(sort && sort !== 'active' ? { sort } : {}),
  ...(saved ? { saved } : {}),
  ...(edit ? { edit } : {}),
})

export function addressOf(input: SearchInput): string {
  const params = new URLSearchParams(
    Object.entries(input).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
  )
  return params.size === 0 ? PATH : `${PATH}?${params}`
}
