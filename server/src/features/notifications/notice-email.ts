import {
  type EmailedKind,
  emailedKinds,
  type NotifyKey,
  type NotifyWay,
  notificationKinds,
  notifyKeys,
} from '@rosella/contract/notifications/kinds'
import { SITE_TIME_ZONE } from '@rosella/contract/settings/rules'
import { sql } from 'kysely'
import { hasStatus } from '../../members/visible-members'
import { purge } from '../../platform/database/purge'
import type { Reader } from '../../platform/database/transaction'
import { type MailTemplate, renderMail } from '../../platform/email/template'
import { Failure } from '../../platform/failure'
import { RunLater } from '../../platform/jobs/enqueue'
import type { JobPayloads } from '../../platform/jobs/job-kinds'
import type { Deps } from './deps'
import { findNews, type News } from './find-news'
import { unsubscribeKey } from './unsubscribe'

export interface Recipient extends Record<NotifyKey, NotifyWay> {
  email: string
  email_confirmed: boolean
  username: string | null
  quiet_from: string
  quiet_to: string
  time_zone: string
  notice_mail_ts: number
  /** When they were last active; an open connection counts only through its calls. */
  seen_ts: number
}

/** The member's current data; undefined unless they are active. */
export async function findRecipient(
  db: Reader,
  memberId: number,
  /** For emails about safety; otherwise only active members. */
  whatever = false,
): Promise<Recipient | undefined> {
  const { rows } = await sql<Recipient>`
    select a.email, a.email_confirmed, m.username,
      ${sql.join(notifyKeys.map((key) => sql.ref(`a.${key}`)))}, a.quiet_from, a.quiet_to, a.time_zone, a.notice_mail_ts,
      coalesce(greatest(v.last_active_ts, v.left_ts), 0) as seen_ts
    from account a join member m on m.id = a.member_id left join activity v on v.member_id = a.member_id
    where a.member_id = ${memberId} and ${whatever ? sql`true` : hasStatus('m.status', 'active')}`.execute(db)
  return rows[0]
}

/** When the current quiet hours end; undefined outside them. */
export const quietEnd = (
  { quiet_from, quiet_to, time_zone }: Pick<Recipient, 'quiet_from' | 'quiet_to' | 'time_zone'>,
  now: number,
): number | undefined =>
  quietUntil(now, { from: quiet_from, to: quiet_to, timeZone: time_zone || SITE_TIME_ZONE })

/** Messages are counted per conversation. */
const countOf = ({ conversations, notices }: News, kind: EmailedKind): number =>
  kind === 'message' ? conversations.length : notices.filter((notice) => notice.kind === kind).length

function writeNoticeEmail(
  site: { name: string; url: string },
  news: News,
  username: string | null,
  unsubscribe: string,
): MailTemplate {
  const lines = emailedKinds.flatMap((kind) => {
    const count = countOf(news, kind)
    const { headline, path, email } = notificationKinds[kind]
    const text = count === 1 ? email.one : email.many.replace('#', String(count))
    return count > 0 ? [{ headline, path, text, count }] : []
  })
  const [first] = lines
  return {
    title: `${lines.length === 1 && first?.count === 1 ? first.headline : 'News for you'} on ${site.name}`,
    paragraphs: [username ? `Hello ${username},` : 'Hello,', ...lines.map(({ text }) => text)],
    button: { label: 'Have a look', url: `${site.url}${first?.path ?? '/'}` },
    footnote:
      "You get this email at most once an hour, when you haven't been here for a while. You can choose what we email you about, and when, under Notifications in your settings.",
    unsubscribe,
  }
}

/** Seconds since the last activity after which a member counts as away. */
const AWAY = 600
/** Seconds between two emails to one member. */
const BETWEEN = 3600

/** Sends an absent member one email about all current news. */
export const sendNoticeEmail =
  (deps: Deps) =>
  async ({ member_id }: JobPayloads['notice-mail']): Promise<RunLater | undefined> => {
    const { db, site } = deps
    const now = deps.clock.now()
    const recipient = await findRecipient(db, member_id)
    if (!recipient?.email_confirmed) return
    // Checked before the news: a member who is online sees it there, and the job is postponed.
    const waits = await earliest(deps, member_id, recipient, now)
    if (waits > now) return new RunLater(waits)
    const news = await findNews(db, member_id)
    if (news.conversations.length + news.notices.length === 0) return
    const key = await unsubscribeKey(db, 'notices', member_id)
    const template = writeNoticeEmail(site, news, recipient.username, `${site.url}/unsubscribe?key=${key}`)
    if (!(await claimHour(deps, member_id, recipient, now))) return new RunLater(now + BETWEEN)
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
        await releaseHour(deps, member_id, recipient)
        throw err
      }
      deps.log.warn({ err, member_id }, 'notification email refused')
    }
    await markSent(deps, member_id, news, now)
  }

/**
 * The earliest time for an email: not to a member who is or was just active, not within the hour, not in
 * quiet hours.
 */
async function earliest(
  { presence }: Deps,
  memberId: number,
  recipient: Recipient,
  now: number,
): Promise<number> {
  const isOnline = (await presence.isOnline([memberId])).has(memberId)
  const away = (isOnline ? now : recipient.seen_ts) + AWAY
  const ts = Math.max(now, away, recipient.notice_mail_ts + BETWEEN)
  return quietEnd(recipient, ts) ?? ts
}

/** Lets only one of two concurrent jobs send. */
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

async function releaseHour({ db }: Deps, memberId: number, { notice_mail_ts }: Recipient): Promise<void> {
  await db.updateTable('account').set({ notice_mail_ts }).where('member_id', '=', memberId).execute()
}

/** After sending, so that a process that dies in between doesn't lose it; at worst it is sent twice. */
async function markSent({ db }: Deps, memberId: number, news: News, now: number): Promise<void> {
  const { conversations, notices } = news
  await sql`
    with mailed as (
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

const WEEK = 7 * 86_400

/** Deletes notices that no email has used within a week because the address is unconfirmed or emails are off. */
export const deleteOldNotices =
  (deps: Deps) =>
  (signal?: AbortSignal): Promise<void> =>
    purge(deps, signal, [{ table: 'notice', where: sql`ts < ${deps.clock.now() - WEEK}` }])

const MINUTE = 60
const DAY_MINUTES = 1440

interface QuietHours {
  /** HH:MM, or empty for none. */
  from: string
  to: string
  timeZone: string
}

/** Creating a format costs more than all its uses. Spellings of one zone differ only in case, which bounds the cache. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const zone = timeZone.toLowerCase()
  const known = formats.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  formats.set(zone, made)
  return made
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/**
 * When the current quiet hours end: the first whole minute outside them in the zone's local time, even if the
 * clocks change in between. Undefined outside quiet hours, or if there are none.
 */
export function quietUntil(now: number, { from, to, timeZone }: QuietHours): number | undefined {
  if (from === '' || to === '' || from === to) return undefined
  const format = formatOf(timeZone)
  const [begin, end] = [minutesOf(from), minutesOf(to)]
  const minuteAt = (ts: number): number => minutesOf(format.format(ts * 1000))
  const isQuiet = (ts: number): boolean => {
    const minute = minuteAt(ts)
    return begin < end ? minute >= begin && minute < end : minute >= begin || minute < end
  }
  if (!isQuiet(now)) return undefined
  const thisMinute = now - (now % MINUTE)
  let ts = thisMinute + ((end - minuteAt(now) + DAY_MINUTES) % DAY_MINUTES) * MINUTE
  // The clocks may have changed in between.
  while (isQuiet(ts)) ts += MINUTE
  while (!isQuiet(ts - MINUTE)) ts -= MINUTE
  return ts
}
