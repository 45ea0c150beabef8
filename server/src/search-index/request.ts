import type { Filters } from '@rosella/contract/browse/filters'
import type { SearchSort } from '@rosella/contract/browse/rules'
import type { Position } from '@rosella/contract/places/bands'
import type { MemberFacts } from '../members/member-facts'
import type { IdSet } from '../members/unlisted-members'

/** The member who searches. */
export interface Seeker extends MemberFacts {
  country: string | null
  home: Position | null
}

/** A request for any list of strangers: Recent Activity, Newest, Search, For you or a saved search. */
export interface SearchRequest {
  seeker: Seeker
  /** The seeker, and members they may not see or do not want to see. */
  hidden: IdSet
  /** The filters in effect, including the seeker's preferences. */
  filters: Filters
  /** Distances are measured from here. */
  origin: { country: string | null; position: Position | null }
  /** The members online now, if the filters include `online`. */
  online: readonly number[] | undefined
  sort: SearchSort
  photosMin: number
  now: number
  /** Only members who joined, came back or changed a searchable field after this (`member_change`). */
  changedAfter?: number
  /** Whether to count, for each filter, how many more members would match without it. */
  countNearMisses: boolean
}

export interface Entry {
  id: number
  /** The sort key, within a distance band. */
  ts: number
}

export interface SearchResult {
  total: number
  /** By filter: how many more members would match without it (`relax` on the wire). */
  withoutFilter: ReadonlyMap<string, number>
  entries: Entry[]
}
