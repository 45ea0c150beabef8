import type { DateNotice } from '@rosella/contract/dates/rules'
import type { NotificationKind } from '@rosella/contract/notifications/kinds'

/** The kinds of access keys that are emailed. */
export type AccessKeyKind = 'link' | 'code' | 'password' | 'verify'

/** An email about a case, to the reporter or to the reported member. */
export interface CaseMail {
  about: 'report closed' | 'decision' | 'appeal decided' | 'restricted' | 'restriction ended'
  report_id: number
  /** The recipient. */
  member_id: number
}

/**
 * Every kind of job with its payload. A job runs once, later, in any process. Payloads contain ids where possible
 * and never a secret; the rest is looked up when the job runs. A job with `member_id` is deleted together with the
 * member.
 */
export interface JobPayloads {
  /** Sent only if the address still has this hash; jobs of the previous version have none. */
  'access-mail': { member_id: number; key: AccessKeyKind; address_hash?: string }
  /**
   * Without a member if the account was erased. `report_id` is the case that decided the ban. The address is deleted when
   * the job dies.
   */
  'banned-mail': { member_id: number | null; address?: string; report_id?: number | null }
  'case-mail': CaseMail
  'credential-mail': { member_id: number; change_id: number }
  /** Deletes the rows that an erased member shared with others. */
  /** Asks "Are you OK?" or alerts the contacts, if that is due. */
  'check-in': { member_id: number; check_in_id: number }
  /** To a trusted contact. `round` counts the alerts of a check-in. */
  'contact-mail': {
    member_id: number
    contact_id: number
    about: 'invite' | 'alert' | 'clear'
    round: number
  }
  /**
   * About a plan or a check-in. Without `by` it is shared out: an email, and a push for each of the member's browsers.
   * `ts` is the time that the notice is about; if it has changed, nothing is sent.
   */
  'date-notice': {
    member_id: number
    what: DateNotice
    id: number
    ts: number
    by?: 'mail' | number
  }
  'erase-member': { member_id: number }
  'inactive-mail': { member_id: number }
  /** The member's unread news at the time of sending. */
  'notice-mail': { member_id: number }
  /** To one of the member's browsers; `from` is the member that the notification is about. */
  push: { member_id: number; subscription_id: number; kind: NotificationKind; from: number | null }
  /** Publishes or hides a member's photo files after a change of status. */
  'photo-visibility': { member_id: number }
  /** A warning about a banned member, or its correction. */
  'safety-mail': { member_id: number; notice_id: number; about: 'warning' | 'correction' }
  'saved-search-mail': { member_id: number }
  'summary-mail': { member_id: number; due: number }
}
export type JobKind = keyof JobPayloads
