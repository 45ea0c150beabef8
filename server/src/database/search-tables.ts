import type { ContactRule } from '@rosella/contract/browse/limits'
import type { Generated, GeneratedAlways } from 'kysely'

/** Whom members look for: their limits and saved searches. */
export interface LimitsTable {
  member_id: number
  age_min: number
  age_max: number
  distance: number
  goals: string[]
  kids: string[]
  wants_kids: string[]
  smoking: string[]
  drinking: string[]
  answered_only: boolean
  contact: ContactRule
}

export interface SavedSearchTable {
  id: GeneratedAlways<number>
  member_id: number
  name: string
  filters: unknown
  mail: Generated<'none' | 'daily' | 'weekly'>
  created_ts: number
  mailed_ts: Generated<number>
}

export interface SavedSearchHitTable {
  search_id: number
  member_id: number
  began_ts: number
  seen: Generated<boolean>
  mailed: Generated<boolean>
}

export interface TownTable {
  id: GeneratedAlways<number>
  country: string
  city: string
  state: string
  latitude: number
  longitude: number
}
