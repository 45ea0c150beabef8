import type { LearnedWeights } from '@rosella/contract/browse/exposure'
import type { ContactRule } from '@rosella/contract/browse/preferences'
import type { Surface } from '@rosella/contract/browse/rules'
import type { PreferenceList } from '@rosella/contract/profile/fields'
import type { Generated, GeneratedAlways } from 'kysely'

/** Members' preferences and saved searches. */
export interface PreferencesTable extends Record<PreferenceList, string[]> {
  member_id: number
  age_min: number
  age_max: number
  distance: number
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
  opened_ts: Generated<number>
  notified_ts: Generated<number>
}

/** A member's side of the questions (0120-questions.sql). */
export interface QuestionMemberTable {
  member_id: number
  sensitive_ts: number | null
  published: Generated<Uint8Array>
  published_ts: Generated<number>
  recount_day: string | null
  changes_day: string | null
  changes: Generated<number>
  opened_day: string | null
  opened: Generated<number[]>
}

export interface QuestionAnswerTable {
  member_id: number
  question_id: number
  choice: number
  /** One bit per choice. */
  accepts: number
  importance: number
  shown: boolean
  answered_ts: number
}

/** Impressions by day and surface, without the viewers, and each member's suggestions. */
export interface ImpressionTable {
  member_id: number
  day: string
  surface: Surface
  shown: Generated<number>
  opened: Generated<number>
  liked: Generated<number>
  saw: Generated<number>
  sent: Generated<number>
  picked: Generated<number>
  expected: Generated<number>
}

export interface SuggestionTable {
  member_id: number
  day: string
  others: number[]
  different: boolean[]
  reasons: string[]
  made_for: Generated<string>
  tries: Generated<number>
}

export interface SuggestionDayTable {
  day: string
  members: Generated<number>
  picks: Generated<number>
  seconds: Generated<number>
  finished_ts: number | null
  shown: Generated<number>
  opened: Generated<number>
  liked: Generated<number>
  suggested: Generated<number>
  active_members: Generated<number>
  members_suggested: Generated<number>
  gini: number | null
  newcomers: Generated<number>
  newcomers_kept: Generated<number>
  learned: LearnedWeights | null
}

/** The places where members live; written only by a trigger. */
export interface TownTable {
  id: GeneratedAlways<number>
  country: string
  city: string
  state: string
  latitude: number
  longitude: number
}
