import type { SessionEnd } from '@rosella/contract/access/rules'
import type { CheckInState, PlanState } from '@rosella/contract/dates/rules'
import type { Role } from '@rosella/contract/member/status'
import type { NoticeKind, NotifyKey, NotifyWay } from '@rosella/contract/notifications/kinds'
import type { FieldValue, ProfileColumn } from '@rosella/contract/profile/fields'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type {
  CredentialChangeTable,
  LoginChallengeTable,
  PasskeyTable,
  RecoveryCodeTable,
  TwoStepTable,
} from './tables/access'
import type {
  FirstMessageTable,
  MessageTable,
  MessagingRestrictionTable,
  RetainedMessageTable,
  SafetyNoticeRunTable,
  SafetyNoticeTable,
  ScamRuleTable,
  ScamSignTable,
  ScamWarningTable,
  ShieldEventTable,
} from './tables/messages'
import type {
  ImpressionTable,
  PreferencesTable,
  QuestionAnswerTable,
  QuestionMemberTable,
  SavedSearchTable,
  SuggestionDayTable,
  SuggestionTable,
  TownTable,
} from './tables/search'
import type { AppealTable, AuditTable, JobTable, ReportTable, SiteDayTable } from './tables/site'

/** Members' answers about themselves, except those on a card: one column per such field of the contract. */
export type ProfileTable = { member_id: number } & {
  [K in ProfileColumn]: FieldValue<K> extends string | string[] ? Generated<FieldValue<K>> : FieldValue<K>
}

/** The schema of the migrations, for the query builder. bigint arrives as number, date as 'YYYY-MM-DD'. */
export interface Tables {
  member: MemberTable
  account: AccountTable
  profile: ProfileTable
  town: TownTable
  preferences: PreferencesTable
  saved_search: SavedSearchTable
  question_member: QuestionMemberTable
  question_answer: QuestionAnswerTable
  member_change: { member_id: number; changed_ts: number }
  refused_pages: { member_id: number; day: string; count: Generated<number> }
  activity: { member_id: number; last_active_ts: number; left_ts: Generated<number> }
  impression: ImpressionTable
  suggestion: SuggestionTable
  suggestion_day: SuggestionDayTable
  session: SessionTable
  ended_session: EndedSessionTable
  access_key: AccessKeyTable
  passkey: PasskeyTable
  two_step: TwoStepTable
  recovery_code: RecoveryCodeTable
  login_challenge: LoginChallengeTable
  credential_change: CredentialChangeTable
  wrong_code: { id: Generated<number>; member_id: number | null; ts: number }
  admin_email: { email: string; named_ts: number }
  people_i_know: { member_id: number; address_hash: Uint8Array; added_ts: Generated<number> }
  photo: PhotoTable
  backup_run: BackupRunTable
  orphan_photo: { name: string; since_ts: number; seen_ts: number; confirmed: Generated<boolean> }
  photo_cleanup: PhotoCleanupTable
  photo_lock: { id: Generated<number>; until_ts: number }
  relation: RelationTable
  message: MessageTable
  contact: { me: number; other: number; last_ts: number | null }
  past_contact: {
    owner_id: number
    other_id: number
    last_ts: number
    username: Generated<string>
    sealed: Uint8Array | null
  }
  retained_message: RetainedMessageTable
  message_contact: { sender_id: number; receiver_id: number; until_ts: number; sealed: Uint8Array }
  former_name: { member_id: number; username: string; until_ts: number }
  revocation: { id: GeneratedAlways<number>; kind: string; hash: string }
  retained_message_key: { quarter: string; secret: Uint8Array; until_ts: number }
  prompt: { id: Generated<number>; question: string; active: Generated<boolean> }
  prompt_answer: PromptAnswerTable
  tip: { id: Generated<number>; text: string; active: Generated<boolean> }
  reply_template: {
    id: Generated<number>
    title: string
    body: string
    goes_to: 'member' | 'note'
    reason_key: string | null
    outcome: 'dismissed' | 'warned' | 'suspended' | 'banned' | null
    active: Generated<boolean>
    version: Generated<number>
  }
  date_plan: DatePlanTable
  date_text: {
    id: Generated<number>
    plan_id: number
    sender_id: number
    receiver_id: number
    text: string
    ts: number
  }
  date_feedback: {
    id: GeneratedAlways<number>
    plan_id: number | null
    member_id: number | null
    met: boolean
    again: boolean | null
    uncomfortable: boolean | null
    created_ts: number
  }
  check_in: CheckInTable
  check_in_contact: {
    id: GeneratedAlways<number>
    check_in_id: number
    name: string
    email: string
    address_hash: Uint8Array
    state: Generated<'waiting' | 'confirmed' | 'declined'>
    invited: Generated<boolean>
    claimed_round: Generated<number>
    sent_round: Generated<number>
  }
  contact_suppression: { address_hash: Uint8Array; sent: number; declined: Generated<boolean> }
  setting: { key: string; value: unknown }
  report: ReportTable
  report_snapshot: { report_id: number; content: string; previous_hash: Uint8Array; hash: Uint8Array }
  report_chain: { head: Uint8Array }
  evidence_photo: {
    original: string
    name: string
    sha256: Uint8Array
    created_ts: number
    pdq: Uint8Array | null
  }
  appeal: AppealTable
  audit: AuditTable
  status_change: { ts: number; was: number | null; status: number | null }
  impersonation_change: { id: GeneratedAlways<number>; source: string; before: unknown; after: unknown }
  banned_email: { email_hash: Uint8Array; ts: number }
  erased_member: {
    member_id: number
    email_hash: Uint8Array | null
    erased_ts: number
    banned_ts: number | null
    report_id: number | null
  }
  erased_photo: { member_id: number; pdq: Uint8Array | null }
  known_photo: KnownPhotoTable
  seen_photo: { name: string; source: string; upheld: boolean | null; ts: number }
  scam_rule: ScamRuleTable
  scam_sign: ScamSignTable
  scam_warning: ScamWarningTable
  messaging_restriction: MessagingRestrictionTable
  first_message: FirstMessageTable
  shield_event: ShieldEventTable
  safety_notice: SafetyNoticeTable
  safety_notice_run: SafetyNoticeRunTable
  job: JobTable
  site_day: SiteDayTable
  site_secret: { name: string; value: Uint8Array }
  verification_challenge: VerificationChallengeTable
  verification: VerificationTable
  verification_frame: VerificationFrameTable
  used_frame: { sha256: Uint8Array; ts: number }
  notice: NoticeTable
  mailed_conversation: MailedConversationTable
  push_subscription: PushSubscriptionTable
  compared_photo: { member_id: number; name: string }
}

interface MemberTable {
  id: Generated<number>
  url_hash: string
  username: string | null
  gender: string | null
  interested: string | null
  birthday: string | null
  country: string | null
  city: string | null
  latitude: number | null
  longitude: number | null
  status: Generated<number>
  premium: Generated<boolean>
  premium_until_ts: number | null
  photo: string | null
  photos: Generated<number>
  approved_photos: Generated<number>
  ndp: Generated<number>
  created_ts: number
  profile_completed_ts: number | null
  /** Set by a trigger, from the place where the member lives. */
  town_id: GeneratedAlways<number | null>
  town_hidden: Generated<boolean>
  paused: Generated<boolean>
  no_suggestions: Generated<boolean>
  /** When a moderator matched the photos with the selfies; null without a badge. */
  verified_ts: number | null
}

interface ReplacedStatus {
  status: number
  status_reason: string | null
  status_until_ts: number | null
  status_report_id: number | null
}

interface AccountTable extends NotificationColumns {
  member_id: number
  email: string
  email_confirmed: Generated<boolean>
  /** When an email to the address came back. */
  undeliverable_ts: number | null
  password_hash: string | null
  status_reason: string | null
  status_until_ts: number | null
  status_report_id: number | null
  /** The statuses that a suspension or ban has replaced, strictest first; see members/status.ts. */
  status_before: ColumnType<readonly ReplacedStatus[] | null, string | null, string | null>
  deactivated_ts: number | null
  inactive_notified_ts: number | null
  summaries: Generated<boolean>
  stealth_mode: Generated<boolean>
  read_receipts: Generated<boolean>
  show_gender_birth: Generated<boolean>
  seen_views_ts: Generated<number>
  seen_likes_ts: Generated<number>
  seen_roses_ts: Generated<number>
  saved_mail_ts: Generated<number>
  notes: Generated<string>
  role: Role | null
  user_handle: Uint8Array | null
  device_epoch: Generated<number>
  /** Both are computed from the address by members/address-hash.ts. */
  email_hash: Uint8Array
  ban_hash: Uint8Array
}

interface SessionTable {
  id: Generated<number>
  member_id: number
  token_hash: Uint8Array
  admin_id: number | null
  opened_by: Generated<SessionOrigin>
  device: Generated<string>
  created_ts: number
  last_used_ts: number
  expires_ts: number
  reauthenticated_ts: number | null
}

interface EndedSessionTable {
  token_hash: Uint8Array
  why: SessionEnd
  ended_ts: Generated<number>
}

/** How a session was opened. */
export type SessionOrigin = 'password' | 'link' | 'code' | 'passkey' | 'signup' | 'admin'

interface AccessKeyTable {
  id: Generated<number>
  member_id: number
  kind: 'link' | 'code' | 'password' | 'verify' | 'unsubscribe'
  secret_hash: Uint8Array
  email: string
  created_ts: number
  expires_ts: number
  tries_left: Generated<number>
  used_ts: number | null
}

interface PhotoTable {
  name: string
  seq: GeneratedAlways<number>
  place: number | null
  member_id: number
  approved: boolean | null
  width: number
  height: number
  /** Empty if there is too little detail to compare, null until made. */
  pdq: Uint8Array | null
  hashed_ts: number | null
  thumbhash: string
  /** Whether the store has the derived sizes; null if they can't be made. */
  has_sizes: Generated<boolean | null>
  created_ts: number
  approved_ts: number | null
  moderator_id: number | null
  reject_reason: string | null
  claimed_by: number | null
  claimed_until_ts: number | null
}

interface KnownPhotoTable {
  id: GeneratedAlways<number>
  pdq: Uint8Array
  reason: string
  ts: number
  source: Generated<string>
  report_id: number | null
  member_id: number | null
  added_ts: number
}

interface RelationTable {
  me: number
  other: number
  favorited_ts: number | null
  sent_like_ts: number | null
  received_like_ts: number | null
  matched_ts: number | null
  sent_roses: Generated<number>
  sent_rose_ts: number | null
  received_roses: Generated<number>
  received_rose_ts: number | null
  viewed_ts: number | null
  viewed_me_ts: number | null
  blocked_ts: number | null
  blocked_me: Generated<boolean>
  messages: Generated<number>
  unanswered: Generated<number>
  wrote: Generated<boolean>
  began_ts: number | null
  not_interested_ts: number | null
  closed_to_me: Generated<boolean>
  ended: Generated<boolean>
  lost_message_ts: number | null
  withdrawn_ts: number | null
  verify_asked_ts: number | null
  verify_asked_me_ts: number | null
  verify_notified: Generated<boolean>
}

interface DatePlanTable {
  id: GeneratedAlways<number>
  low_id: number | null
  high_id: number | null
  by_low: boolean
  at_ts: number
  time_zone: string
  place: string
  note: string
  state: PlanState
  accepted_ts: number | null
  created_ts: number
  changed_ts: number
}

interface CheckInTable {
  id: GeneratedAlways<number>
  member_id: number
  plan_id: number | null
  other_id: number | null
  name: string
  age: number | null
  photo: string | null
  photo_alias: string | null
  place: string
  at_ts: number
  end_ts: number
  grace: number
  time_zone: string
  state: CheckInState
  ask_ts: number
  laters: Generated<number>
  helps: Generated<number>
  round: Generated<number>
  alerted_ts: number | null
  until_ts: number | null
  created_ts: number
  changed_ts: number
}

interface PromptAnswerTable {
  member_id: number
  question_id: number
  answer: string
  active: boolean
  order_n: number
}

interface PhotoCleanupTable {
  id: Generated<boolean>
  state: 'foreign' | 'waiting'
  photos: number
  orphans: number
  ts: number
}

export interface BackupRunTable {
  due_ts: number
  started_ts: number
  ended_ts: number | null
  state: 'running' | 'done' | 'failed'
  tries: Generated<number>
  folder: string
  stored_rows: number | null
  photos: number | null
  words: string | null
  rehearsed_ts: number | null
  rehearsal_seconds: number | null
  rehearsal_words: string | null
}

/** The poses that a member was asked to photograph. */
interface VerificationChallengeTable {
  member_id: number
  secret_hash: Uint8Array
  poses: string[]
  until_ts: number
}

interface VerificationTable {
  id: GeneratedAlways<number>
  member_id: number
  state: Generated<'waiting' | 'approved' | 'refused' | 'expired'>
  poses: string[]
  photos: string[]
  created_ts: number
  first_by: number | null
  first_reason: string | null
  first_ts: number | null
  decided_ts: number | null
  decided_by: number | null
  reason: string | null
  removed_ts: number | null
  removed_reason: string | null
  claimed_by: number | null
  claimed_until_ts: number | null
}

interface VerificationFrameTable {
  name: string
  verification_id: number
  place: number
  sha256: Uint8Array
  pdq: Uint8Array | null
}

type NotifyColumns = { [K in NotifyKey]: Generated<NotifyWay> }

/** Columns of account: the member's notification settings and when the last email was sent. */
interface NotificationColumns extends NotifyColumns {
  quiet_from: Generated<string>
  quiet_to: Generated<string>
  time_zone: Generated<string>
  notice_mail_ts: Generated<number>
}

interface NoticeTable {
  id: GeneratedAlways<number>
  member_id: number
  other_id: number
  kind: NoticeKind
  ts: number
}

interface MailedConversationTable {
  member_id: number
  other_id: number
  message_id: number
  mailed_ts: number
}

interface PushSubscriptionTable {
  id: GeneratedAlways<number>
  session_id: number
  member_id: number
  endpoint: string
  p256dh: string
  auth: string
  created_ts: number
}
