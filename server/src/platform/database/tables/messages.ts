import type { Emoji } from '@rosella/contract/messages/rules'
import type { ScamRuleMode } from '@rosella/contract/safety/rules'
import type { Generated, GeneratedAlways } from 'kysely'

export interface MessageTable {
  id: Generated<number>
  sender_id: number
  receiver_id: number
  text: string
  ts: number
  read_ts: number | null
  removed_by_receiver: Generated<boolean>
  client_id: string | null
  sender_reaction: Emoji | null
  receiver_reaction: Emoji | null
}

export interface RetainedMessageTable {
  message_id: number
  owner_id: number
  other_id: number
  sender_id: number
  ts: number
  retained_ts: number
  quarter: string
  sealed: Uint8Array
}

/** The scam shield's tables. They never contain the text of a message. */
export interface ScamRuleTable {
  key: string
  mode: ScamRuleMode
}

export interface ScamSignTable {
  message_id: number
  rule: string
  sender_id: number
  receiver_id: number
  counted: boolean
  ts: number
  report_id: number | null
  outcome: 'dismissed' | 'upheld' | null
}

export interface ScamWarningTable {
  receiver_id: number
  sender_id: number
  since_ts: number
  dismissed_ts: number | null
}

export interface MessagingRestrictionTable {
  report_id: number
  member_id: number
  since_ts: number
  ended_ts: number | null
  appeal_text: string | null
  appeal_ts: number | null
}

export interface FirstMessageTable {
  message_id: number
  sender_id: number
  receiver_id: number
  simhash: string
  ts: number
}

export interface ShieldEventTable {
  ts: number
  kind: 'signs' | 'warning' | 'dismissed' | 'person-warned' | 'person-corrected'
}

/** To one person about one banned member. A correction changes the warning. */
export interface SafetyNoticeTable {
  id: GeneratedAlways<number>
  member_id: number
  banned_id: number
  username: string
  /** Of the last message, such as 2026-11, in the time zone of the site. */
  month: string
  created_ts: number
  seen_ts: number | null
  withdrawn_ts: number | null
}

export interface SafetyNoticeRunTable {
  banned_id: number
  due_ts: number
  reached: Generated<number>
  withdrawn: Generated<boolean>
  finished_ts: number | null
}
