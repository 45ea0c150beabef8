import type { NotificationKind } from '@rosella/contract/notifications/kinds'

/** The ways in that are mailed. */
export type AccessKeyKind = 'link' | 'code' | 'password' | 'verify'

/** What a mail about a case tells, and to whom: the reporter, or the member it was about. */
export interface CaseMail {
  about: 'report closed' | 'decision' | 'appeal decided' | 'restricted' | 'restriction ended'
  report_id: number
  /** Who gets it. */
  member_id: number
}

/**
 * Work to be done once, later, by whichever process is first: every kind, and what its row says. Ids only where
 * that is enough, never a secret; `member_id` lets it go with its member. The rest is looked up when it is done.
 */
export interface JobPayloads {
  /** Sent where the address is still the one of the hash; a job of a version before has none. */
  'access-mail': { member_id: number; key: AccessKeyKind; address_hash?: string }
  /** The address is in no table any more when the mail is sent. */
  'address-changed-mail': { member_id: number; address: string }
  /** The account may be erased; then it is nobody's, and its address in no table either. */
  'banned-mail': { member_id: number | null; address: string }
  'case-mail': CaseMail
  'credential-mail': { member_id: number; change_id: number }
  'inactive-mail': { member_id: number }
  /** News of the member's, as they are when it is sent. */
  'notice-mail': { member_id: number }
  /** One browser of the member's; `from` is whom it is about. */
  push: { member_id: number; subscription_id: number; kind: NotificationKind; from: number | null }
  /** Files go with their owner's status, and come back with it. */
  'photo-visibility': { member_id: number }
  'saved-search-mail': { member_id: number }
  'summary-mail': { member_id: number; due: number }
}
export type JobKind = keyof JobPayloads
