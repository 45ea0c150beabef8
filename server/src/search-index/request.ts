import type { Filters } from '@rosella/contract/browse/filters'
import type { SearchSort } from '@rosella/contract/browse/rules'
import type { Position } from '@rosella/contract/places/bands'
import type { MemberFacts } from '../members/member-facts'

/** Who looks, as the rules of both sides see them. */
export interface Seeker extends MemberFacts {
  country: string | null
  home: Position | null
}

/** A list of strangers to be found: all of them are this, whatever the screen is called. */
export interface SearchRequest {
  seeker: Seeker
  /** Whom the seeker may not see, or does not want to. */
  hidden: readonly number[]
  /** What holds in the end, the seeker's preferences included. */
  filters: Filters
  /** Where distances are counted from. */
  origin: { country: string | null; position: Position | null }
  /** Those online now, where the filter asks for them. */
  online: readonly number[] | undefined
  sort: SearchSort
  photosMin: number
  now: number
  /** Only members who joined, came back or changed a searchable field after this (`member_change`). */
  changedAfter?: number
  /** Whether to count who there would be without each filter. */
  relaxing: boolean
}

export interface Entry {
  id: number
  /** By which the list is ordered, within a band. */
  ts: number
}

export interface Found {
  total: number
  /** Who would be there besides without a filter alone, by its name. */
  relax: ReadonlyMap<string, number>
  entries: Entry[]
}
