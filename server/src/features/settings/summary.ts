import { SITE_TIME_ZONE } from '@rosella/contract/settings/rules'
import { Cron } from 'croner'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { hasStatus, visibleInRelation } from '../../members/visible-members'
import { type Reader, withTransaction } from '../../platform/database/transaction'
import { type MailTemplate, renderMail } from '../../platform/email/template'
import { Failure } from '../../platform/failure'
import type { JobPayloads } from '../../platform/jobs/job-kinds'
import { lockCheckpoint, writeCheckpoint } from '../../platform/jobs/job-queue'
import type { Services } from '../../platform/services'
import { unsubscribeKey } from '../notifications/index'

const WEEK = 7 * 86_400

/** Counts of what arrived in the week before a summary and has not been seen since. */
export interface WeekNews {
  likes: number
  roses: number
  views: number
  messages: number
}

/** New in the week that ended at `due`, from the side of account `a`, counted like the counters on the site. */
const fresh = (time: string, mark: string, due: number) => sql`
  from relation r join member o on o.id = r.other
  where r.me = a.member_id and r.${sql.ref(time)} > greatest(a.${sql.ref(mark)}, ${due - WEEK}::bigint)
    and r.${sql.ref(time)} <= ${due} and ${visibleInRelation(sql.ref('a.member_id'), 'o')}`

const unread = (due: number) => sql`
  from message g join member o on o.id = g.sender_id
  left join relation r on r.me = a.member_id and r.other = g.sender_id
  where g.receiver_id = a.member_id and g.read_ts is null and not g.removed_by_receiver
    and g.ts > ${due - WEEK} and g.ts <= ${due} and ${visibleInRelation(sql.ref('a.member_id'), 'o')}`

const likes = (due: number) => fresh('received_like_ts', 'seen_likes_ts', due)
const roses = (due: number) => fresh('received_rose_ts', 'seen_roses_ts', due)
const views = (due: number) => fresh('viewed_me_ts', 'seen_views_ts', due)

/** Whether account `a` has any news. */
const hasNews = (due: number): RawBuilder<SqlBool> => sql<SqlBool>`
  (exists (select ${likes(due)}) or exists (select ${roses(due)})
    or exists (select ${views(due)}) or exists (select ${unread(due)}))`

/** Active members with a confirmed address and summaries on. */
const wantsSummary = sql<SqlBool>`(${hasStatus('m.status', 'active')} and a.email_confirmed and a.summaries)`

export interface Recipient extends WeekNews {
  email: string
  username: string | null
}

/** The recipient at the time of sending; undefined if they no longer want summaries or are gone. */
async function findSummaryRecipient(
  db: Reader,
  memberId: number,
  due: number,
): Promise<Recipient | undefined> {
  const { rows } = await sql<Recipient>`
    select a.email, m.username,
      (select count(*) ${likes(due)})::int as likes, (select count(*) ${roses(due)})::int as roses,
      (select count(*) ${views(due)})::int as views, (select count(*) ${unread(due)})::int as messages
    from account a join member m on m.id = a.member_id
    where a.member_id = ${memberId} and ${wantsSummary}`.execute(db)
  return rows[0]
}

const several = (count: number, one: string, many: string): string =>
  count === 1 ? one : many.replace('#', String(count))

/** Most interesting first. */
const lines: readonly { count: keyof WeekNews; path: string; text(count: number): string }[] = [
  {
    count: 'messages',
    path: '/messages',
    text: (n) => several(n, 'One message is waiting for you.', '# messages are waiting for you.'),
  },
  {
    count: 'roses',
    path: '/roses-received',
    text: (n) => several(n, 'One member surprised you with a rose.', '# members surprised you with roses.'),
  },
  {
    count: 'likes',
    path: '/likes-received',
    text: (n) => several(n, 'One member likes you.', '# members like you.'),
  },
  {
    count: 'views',
    path: '/viewed-me',
    text: (n) => several(n, 'One member looked at your profile.', '# members looked at your profile.'),
  },
]

const hasSomethingToSay = (news: WeekNews): boolean => lines.some(({ count }) => news[count] > 0)

/** Has only numbers and no names, because others may read the email. */
function writeSummary(
  site: { name: string; url: string },
  recipient: Recipient,
  unsubscribe: string,
): MailTemplate {
  const shown = lines.filter(({ count }) => recipient[count] > 0)
  const hello = recipient.username ? `Hello ${recipient.username},` : 'Hello,'
  return {
    title: `Your week on ${site.name}`,
    paragraphs: [hello, ...shown.map(({ count, text }) => text(recipient[count]))],
    button: { label: 'Have a look', url: `${site.url}${shown[0]?.path ?? '/'}` },
    footnote: "You get this email on Mondays, when there's news, because weekly summaries are on.",
    unsubscribe,
  }
}

/** Sends one recipient's week, as of now. */
export const sendSummary =
  (deps: Services) =>
  async ({ member_id, due }: JobPayloads['summary-mail']): Promise<void> => {
    if (deps.clock.now() - due > TOO_LATE) return
    const recipient = await deps.replica.read((db) => findSummaryRecipient(db, member_id, due))
    if (!recipient || !hasSomethingToSay(recipient)) return
    const key = await unsubscribeKey(deps.db, 'summaries', member_id)
    const template = writeSummary(deps.site, recipient, `${deps.site.url}/unsubscribe?key=${key}`)
    try {
      await deps.mailer.send({
        to: { name: recipient.username ?? undefined, address: recipient.email },
        subject: template.title,
        ...renderMail(deps.site, template),
        link: template.button?.url,
        unsubscribe: `${deps.site.url}/api/unsubscribe?key=${key}`,
      })
    } catch (err) {
      if (!(err instanceof Failure && err.permanent)) throw err
      // Nobody waits for this email, so dead addresses are not reported to admins every week.
      deps.log.warn({ err, member_id }, 'weekly summary refused')
    }
  }

/** A summary that could not be sent within a day is outdated and dropped. */
const TOO_LATE = 86_400

/** Mondays 08:00 in the site's time zone, in summer and winter. */
const mondays = new Cron('0 8 * * 1', { timezone: SITE_TIME_ZONE, paused: true })

/** The latest due time at or before now. */
export function latestDue(now: number): number {
  // previousRuns excludes the given moment.
  const [run] = mondays.previousRuns(1, new Date((now + 1) * 1000))
  return run ? run.getTime() / 1000 : 0
}

export const PLAN = 'weekly-summaries'

/** Small enough for one statement that delays nobody. */
const ACCOUNTS_AT_A_TIME = 5000

/**
 * Queues a job per recipient once a week, a few thousand accounts per transaction, each with a checkpoint.
 * Runs every minute, so that it catches up after downtime on Monday morning and resumes after a stop.
 */
export const planSummaries =
  (deps: Services, accounts = ACCOUNTS_AT_A_TIME) =>
  async (signal?: AbortSignal): Promise<void> => {
    const now = deps.clock.now()
    const due = latestDue(now)
    if (now - due > TOO_LATE) return
    for (let more = true; more && !signal?.aborted; ) more = await planSome(deps, { due, now, accounts })
  }

/** Returns whether there may be more. */
function planSome(
  deps: Services,
  { due, now, accounts }: { due: number; now: number; accounts: number },
): Promise<boolean> {
  return withTransaction(deps, async (tx, emit) => {
    const at = await lockCheckpoint(tx, PLAN)
    if (!at || (at.mark === due && at.reached === undefined)) return false
    const after = at.mark === due ? (at.reached ?? 0) : 0
    const { rows } = await sql<{ last: number | null }>`
      select max(member_id) as last from (
        select member_id from account where member_id > ${after}
        order by member_id limit ${accounts}) next`.execute(tx)
    const last = rows[0]?.last ?? null
    await writeCheckpoint(tx, PLAN, last === null ? { mark: due } : { mark: due, reached: last })
    if (last === null) return false
    const among = { after, last, due }
    // A transaction may only use `tx`; the replica is another server, so this is safe.
    const ids = deps.replica.state()
      ? await deps.replica.read((db) => recipientsAmong(db, among))
      : await recipientsAmong(tx, among)
    await sql`
      insert into job (kind, dedupe_key, payload, run_ts, created_ts)
      select 'summary-mail', ${`summary ${due} to `} || id,
        json_build_object('member_id', id, 'due', ${due}::bigint)::jsonb, ${now}, ${now}
      from unnest(${ids}::bigint[]) id`.execute(tx)
    emit({ kind: 'job.due', job: 'summary-mail' })
    return true
  })
}

/** Members who want a summary and have news; checked again on sending. */
async function recipientsAmong(
  db: Reader,
  { after, last, due }: { after: number; last: number; due: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select a.member_id as id from account a join member m on m.id = a.member_id
    where a.member_id > ${after} and a.member_id <= ${last} and ${wantsSummary} and ${hasNews(due)}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
