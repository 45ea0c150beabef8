import type { NotifyWay } from '@rosella/contract/notifications/rules'
import { SITE_TIME_ZONE } from '@rosella/contract/settings/rules'
import { sql } from 'kysely'
import { hasStatus } from '../../database/has-status'
import type { Reader } from '../../database/transaction'
import { quietUntil } from '../../domain/quiet-hours'

export interface Recipient {
  email: string
  email_confirmed: boolean
  username: string | null
  notify_messages: NotifyWay
  notify_matches: NotifyWay
  notify_likes: NotifyWay
  notify_roses: NotifyWay
  notify_saved: NotifyWay
  quiet_from: string
  quiet_to: string
  time_zone: string
  notice_mail_ts: number
  /** When they were last here; of a connection that is open, only its calls count. */
  seen_ts: number
}

/** The member as they are now; undefined unless they are active. */
export async function findRecipient(db: Reader, memberId: number): Promise<Recipient | undefined> {
  const { rows } = await sql<Recipient>`
    select a.email, a.email_confirmed, m.username, a.notify_messages, a.notify_matches, a.notify_likes, a.notify_roses,
      a.notify_saved, a.quiet_from, a.quiet_to, a.time_zone, a.notice_mail_ts,
      coalesce(greatest(v.last_active_ts, v.left_ts), 0) as seen_ts
    from account a join member m on m.id = a.member_id left join activity v on v.member_id = a.member_id
    where a.member_id = ${memberId} and ${hasStatus('m.status', 'active')}`.execute(db)
  return rows[0]
}

/** When their quiet hours end; undefined outside of them. */
export const quietEnd = ({ quiet_from, quiet_to, time_zone }: Recipient, now: number): number | undefined =>
  quietUntil(now, { from: quiet_from, to: quiet_to, timeZone: time_zone || SITE_TIME_ZONE })
