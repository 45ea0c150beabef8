import type { Generated } from 'kysely'
import type { FaultyPart } from '../../failure'

/** Tables of the moderators and of the site itself. */
export interface ReportTable {
  id: Generated<number>
  /** null for a case raised by the scam shield. */
  reporter_id: number | null
  member_id: number
  reason: string
  reason_key: string | null
  info: Generated<string>
  severity: number
  state: Generated<'received' | 'in review' | 'closed'>
  outcome: 'dismissed' | 'warned' | 'suspended' | 'banned' | null
  assignee_id: number | null
  note: Generated<string>
  member_text: Generated<string>
  until_ts: number | null
  created_ts: number
  taken_ts: number | null
  closed_ts: number | null
  closed_by: number | null
  lifted_ts: number | null
  message_id: number | null
  /** The case that this later report belongs to. */
  added_to: number | null
  warn: Generated<boolean>
}

export interface AppealTable {
  report_id: number
  member_id: number
  text: string
  created_ts: number
  decided_ts: number | null
  decided_by: number | null
  upheld: boolean | null
  note: Generated<string>
  member_text: Generated<string>
}

export interface AuditTable {
  id: Generated<number>
  ts: number
  admin_id: number
  action: string
  member_id: number | null
  before: unknown
  after: unknown
}

export interface JobTable {
  id: Generated<number>
  kind: string
  dedupe_key: string | null
  payload: Generated<unknown>
  run_ts: number
  tries: Generated<number>
  last_error: string | null
  created_ts: number
  died_ts: number | null
  lease_id: string | null
  lease_until_ts: number | null
  periodic: Generated<boolean>
  paused_by: FaultyPart | null
  failing_since_ts: number | null
  succeeded_ts: number | null
}

export interface SiteDayTable {
  day: string
  signups: Generated<number>
  active: Generated<number>
  messages: Generated<number>
  reports: Generated<number>
  is_over: Generated<boolean>
}
