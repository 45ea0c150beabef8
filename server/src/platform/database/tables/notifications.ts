import type { NoticeKind, NotifyWay } from '@rosella/contract/notifications/rules'
import type { Generated, GeneratedAlways } from 'kysely'

/** Of account: how the member is told, and when they last were. */
export interface NotificationColumns {
  notify_messages: Generated<NotifyWay>
  notify_matches: Generated<NotifyWay>
  notify_likes: Generated<NotifyWay>
  notify_roses: Generated<NotifyWay>
  notify_saved: Generated<NotifyWay>
  quiet_from: Generated<string>
  quiet_to: Generated<string>
  time_zone: Generated<string>
  notice_mail_ts: Generated<number>
}

export interface NoticeTable {
  id: GeneratedAlways<number>
  member_id: number
  other_id: number
  kind: Extract<NoticeKind, 'match' | 'like' | 'rose'>
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
