import { sql } from 'kysely'
import { unsubscribeKey } from '../../database/unsubscribe-key'
import { Failure } from '../../domain/failure'
import type { JobPayloads } from '../../domain/job'
import { Later } from '../../jobs/later'
import { renderMail } from '../../mail/mail-template'
import type { Services } from '../../ports/services'
import { findNews, type News } from './find-news'
import { findRecipient, quietEnd, type Recipient } from './find-recipient'
import { writeNoticeMail } from './write-notice-mail'

type Deps = Pick<Services, 'db' | 'clock' | 'log' | 'mailer' | 'presence' | 'site'>

/** Seconds that somebody has to have been away. */
const AWAY = 600
/** Seconds between two mails to one member. */
const BETWEEN = 3600

/** What there is to tell a member who is away, in one mail, as it is now. */
export const sendNoticeMail =
  (deps: Deps) =>
  async ({ member_id }: JobPayloads['notice-mail']): Promise<Later | undefined> => {
    const { db, site } = deps
    const now = deps.clock.now()
    const recipient = await findRecipient(db, member_id)
    if (!recipient?.email_confirmed) return
    // Before looking for news: whoever is here reads them here, and the job waits without being made anew.
    const waits = await earliest(deps, member_id, recipient, now)
    if (waits > now) return new Later(waits)
    const news = await findNews(db, member_id)
    if (news.conversations.length + news.notices.length === 0) return
    const key = await unsubscribeKey(db, 'notices', member_id)
    const template = writeNoticeMail(site, news, recipient.username, `${site.url}/unsubscribe?key=${key}`)
    if (!(await claimHour(deps, member_id, recipient, now))) return new Later(now + BETWEEN)
    try {
      await deps.mailer.send({
        to: { name: recipient.username ?? undefined, address: recipient.email },
        subject: template.title,
        ...renderMail(site, template),
        link: template.button?.url,
        unsubscribe: `${site.url}/api/unsubscribe?key=${key}`,
      })
    } catch (err) {
      if (!(err instanceof Failure && err.permanent)) {
        await giveHourBack(deps, member_id, recipient)
        throw err
      }
      deps.log.warn({ err, member_id }, 'a mail about news was refused')
    }
    await markTold(deps, member_id, news, now)
  }

/** When a mail may go out: not to one who is or was just here, not within the hour, not in quiet hours. */
async function earliest(
  { presence }: Deps,
  memberId: number,
  recipient: Recipient,
  now: number,
): Promise<number> {
  const isHere = (await presence.isOnline([memberId])).has(memberId)
  const away = (isHere ? now : recipient.seen_ts) + AWAY
  const ts = Math.max(now, away, recipient.notice_mail_ts + BETWEEN)
  return quietEnd(recipient, ts) ?? ts
}

/** Of two that are about to write to one member, one does. */
async function claimHour(
  { db }: Deps,
  memberId: number,
  { notice_mail_ts }: Recipient,
  now: number,
): Promise<boolean> {
  const claimed = await db
    .updateTable('account')
    .set({ notice_mail_ts: now })
    .where('member_id', '=', memberId)
    .where('notice_mail_ts', '=', notice_mail_ts)
    .returning('member_id')
    .execute()
  return claimed.length > 0
}

async function giveHourBack({ db }: Deps, memberId: number, { notice_mail_ts }: Recipient): Promise<void> {
  await db.updateTable('account').set({ notice_mail_ts }).where('member_id', '=', memberId).execute()
}

/** Only now: what is marked before it is sent would be lost with the process. At worst it is told twice. */
async function markTold({ db }: Deps, memberId: number, news: News, now: number): Promise<void> {
  const { conversations, notices } = news
  await sql`
    with told as (
      insert into mailed_conversation (member_id, other_id, message_id, mailed_ts)
      select ${memberId}, t.other_id, t.message_id, ${now}
      from unnest(${conversations.map((one) => one.other_id)}::bigint[],
        ${conversations.map((one) => one.message_id)}::bigint[]) as t (other_id, message_id)
      join member m on m.id = t.other_id order by t.other_id
      on conflict (member_id, other_id) do update
      set message_id = excluded.message_id, mailed_ts = excluded.mailed_ts
    )
    delete from notice where id = any(${notices.map((one) => one.id)}::bigint[])`.execute(db)
}
