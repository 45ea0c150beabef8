import type { NoticeKind, NotifyKey, NotifyWay } from '@rosella/contract/notifications/kinds'
import type { Generated, GeneratedAlways } from 'kysely'

type NotifyColumns = { [K in NotifyKey]: Generated<NotifyWay> }

/** Columns of account: the member's notification settings and when the last email was sent. */
export interface NotificationColumns extends NotifyColumns {
  quiet_from: Generated<string>
  quiet_to: Generated<string>
  time_zone: Generated<string>
  notice_mail_ts: Generated<number>
}

export interface NoticeTable {
  id: GeneratedAlways<number>
  member_id: number
  other_id: number
  kind: NoticeKind
  ts: number
}

export interface MailedConversationTable {
  member_id: number
  other_id: number
  message_id: number
  mailed_ts: number
}

export interface PushSubscriptionTable {
  id: GeneratedAlways<number>
  session_id: number
  member_id: number
  endpoint: string
  p256dh: string
  auth: string
  created_ts: number
}
