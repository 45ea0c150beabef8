import type { NoticeKind } from '@rosella/contract/notifications/rules'
import type { GeneratedAlways } from 'kysely'

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
