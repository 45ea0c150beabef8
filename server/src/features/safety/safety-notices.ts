import type { InputOf, ReplyOf } from '@rosella/contract/endpoint'
import type { SafetyNotice, safetyNoticeSeen, safetyNotices } from '@rosella/contract/safety/endpoints'
import { WARN_AFTER, WARN_SECONDS, warningAdvice, warningText } from '@rosella/contract/safety/rules'
import { sql } from 'kysely'
import { isReleased } from '../../members/credentials'
import type { Purge } from '../../platform/database/purge'
import { type Emit, type Reader, type Tx, withTransaction } from '../../platform/database/transaction'
import { type MailTemplate, renderMail } from '../../platform/email/template'
import { MINUTE } from '../../platform/feature'
import { RunLater } from '../../platform/jobs/enqueue'
import type { JobPayloads } from '../../platform/jobs/job-kinds'
import { Problem } from '../../platform/problem'
import type { Services } from '../../platform/services'
import { contactKey, countReceivers, nextReceivers } from './message-contacts'

/**
 * Plans the warnings about a banned member, in the transaction of the decision. Warnings that are planned or sent
 * already are not planned again. After a correction, a new ban warns everyone again.
 */
export async function planWarnings(tx: Tx, bannedId: number, now: number): Promise<void> {
  await sql`
    insert into safety_notice_run (banned_id, due_ts) values (${bannedId}, ${now + WARN_AFTER})
    on conflict (banned_id) do update
      set due_ts = excluded.due_ts, reached = 0, withdrawn = false, finished_ts = null
      where safety_notice_run.withdrawn or safety_notice_run.finished_ts is not null`.execute(tx)
}

/** For the case: how many people a ban can warn, and the warnings after the decision. */
export async function readWarnings(
  deps: Pick<Services, 'db' | 'site' | 'clock'>,
  { member_id, warn }: { member_id: number; warn: boolean },
) {
  const { rows } = await sql<{ due_ts: number; sent: number; withdrawn: boolean }>`
    select r.due_ts, r.withdrawn,
      (select count(*)::int from safety_notice n where n.banned_id = r.banned_id) as sent
    from safety_notice_run r where r.banned_id = ${member_id} and ${warn}`.execute(deps.db)
  return { warn_count: await countReceivers(deps, member_id), warnings: rows[0] ?? null }
}

/** Keeps each transaction and its event small. */
const AT_A_TIME = 200

/**
 * Sends the warnings and corrections that are due. Each step is one transaction that stores the notices, their email
 * jobs and its progress, so a killed process loses and repeats nothing. A schedule instead of a job, because a run that
 * is reset while it is delivered must not be missed.
 */
export const sendSafetyNotices =
  (deps: Services) =>
  async (signal: AbortSignal): Promise<void> => {
    const due = await deps.db
      .selectFrom('safety_notice_run')
      .where('finished_ts', 'is', null)
      .where('due_ts', '<=', deps.clock.now())
      .orderBy('due_ts')
      .select('banned_id')
      .execute()
    if (due.length === 0) return
    const key = await contactKey(deps.db)
    for (const { banned_id } of due) {
      try {
        while (!signal.aborted && (await sendNext(deps, key, banned_id)));
      } catch (err) {
        // The next minute tries again; the other runs must not wait for it.
        deps.log.warn({ err, banned_id }, 'safety notices were not sent')
      }
    }
  }

/** Returns false when the run is finished. The lock makes a decision or a lifted ban wait for the step. */
async function sendNext(deps: Services, key: Buffer, bannedId: number): Promise<boolean> {
  const now = deps.clock.now()
  return withTransaction(deps, async (tx, emit) => {
    const run = await tx
      .selectFrom('safety_notice_run')
      .where('banned_id', '=', bannedId)
      .where('finished_ts', 'is', null)
      .where('due_ts', '<=', now)
      .forUpdate()
      .selectAll()
      .executeTakeFirst()
    if (!run) return false
    const isMore = run.withdrawn
      ? await correctNext(tx, emit, bannedId, now)
      : await warnNext(deps, { tx, emit, key }, run, now)
    if (!isMore)
      await tx
        .updateTable('safety_notice_run')
        .set({ finished_ts: now })
        .where('banned_id', '=', bannedId)
        .execute()
    return isMore
  })
}

interface Step {
  tx: Tx
  emit: Emit
  key: Buffer
}

async function warnNext(
  { site }: Pick<Services, 'site'>,
  { tx, emit, key }: Step,
  { banned_id, reached }: { banned_id: number; reached: number },
  now: number,
): Promise<boolean> {
  const next = { sender: banned_id, after: reached, limit: AT_A_TIME, now }
  const people = await nextReceivers(tx, { site, key }, next)
  const last = people.at(-1)
  if (!last) return false
  // Members are locked first, so that an erasure happens entirely before or after.
  const { rows } = await sql<Stored>`
    with given as (
      select * from unnest(${people.map(({ id }) => id)}::bigint[], ${people.map((one) => one.username)}::text[],
        ${people.map(({ month }) => month)}::text[]) as given (id, username, month)
    ), present as materialized (
      select m.id from member m where m.id in (select id from given) order by m.id for key share
    )
    insert into safety_notice (member_id, banned_id, username, month, created_ts)
    select g.id, ${banned_id}, g.username, g.month, ${now}
    from given g join present p on p.id = g.id where g.id <> ${banned_id} order by g.id
    on conflict (banned_id, member_id) do update
      set username = excluded.username, month = excluded.month, created_ts = excluded.created_ts,
        seen_ts = null, withdrawn_ts = null
      where safety_notice.withdrawn_ts is not null
    returning id, member_id`.execute(tx)
  await deliver(tx, emit, rows, 'warning', now)
  await tx
    .updateTable('safety_notice_run')
    .set({ reached: last.id })
    .where('banned_id', '=', banned_id)
    .execute()
  return true
}

async function correctNext(tx: Tx, emit: Emit, bannedId: number, now: number): Promise<boolean> {
  const { rows } = await sql<Stored>`
    update safety_notice set withdrawn_ts = ${now}, seen_ts = null where id in (
      select id from safety_notice where banned_id = ${bannedId} and withdrawn_ts is null
      order by member_id limit ${AT_A_TIME})
    returning id, member_id`.execute(tx)
  await deliver(tx, emit, rows, 'correction', now)
  return rows.length > 0
}

interface Stored {
  id: number
  member_id: number
}

/** Queues the emails, publishes the notices and counts them for the transparency report. */
async function deliver(
  tx: Tx,
  emit: Emit,
  notices: readonly Stored[],
  about: JobPayloads['safety-mail']['about'],
  now: number,
): Promise<void> {
  if (notices.length === 0) return
  const kind = 'safety-mail' as const
  await tx
    .insertInto('job')
    .values(
      notices.map(({ id, member_id }) => ({
        kind,
        payload: JSON.stringify({ member_id, notice_id: id, about } satisfies JobPayloads['safety-mail']),
        dedupe_key: `${about} ${id} ${now}`,
        run_ts: now,
        created_ts: now,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const event = about === 'warning' ? ('person-warned' as const) : ('person-corrected' as const)
  await tx
    .insertInto('shield_event')
    .values(notices.map(() => ({ ts: now, kind: event })))
    .execute()
  emit({ kind: 'job.due', job: kind })
  emit({ kind: 'safety.noticed', notices: [...notices] })
}

/** The text of the notice, then the advice. Neither the reporter nor other messages are mentioned. */
function composeMail(site: Services['site'], notice: Parameters<typeof warningText>[0]): MailTemplate {
  const { title, text } = warningText(notice)
  if (notice.withdrawn)
    return {
      title,
      paragraphs: [text, "You don't have to do anything. We're sorry for the worry."],
      footnote: `Do you have a question? Write to our moderators: ${site.contact}`,
    }
  return {
    title,
    paragraphs: [
      text,
      ...warningAdvice.map((one) => (one.link ? `${one.text} ${one.link.url}` : one.text)),
      `To reach our moderators, write to ${site.contact}.`,
    ],
    button: { label: 'How to spot a scam', url: `${site.url}/safety#scams` },
  }
}

/**
 * Emails the current state of a notice. The address need not be confirmed. A retry after a crash has the same
 * Message-ID, so that mailboxes drop the second copy.
 */
export const sendSafetyMail =
  ({ db, mailer, site, clock }: Services) =>
  async ({ member_id, notice_id, about }: JobPayloads['safety-mail']): Promise<RunLater | undefined> => {
    const found = await db
      .selectFrom('safety_notice as n')
      .innerJoin('account as a', 'a.member_id', 'n.member_id')
      .innerJoin('member as m', 'm.id', 'n.member_id')
      .leftJoin('safety_notice_run as r', 'r.banned_id', 'n.banned_id')
      .where('n.id', '=', notice_id)
      .select(['n.username', 'n.month', 'n.created_ts', 'n.withdrawn_ts', 'r.withdrawn'])
      .select(['a.email', 'm.username as receiver'])
      .executeTakeFirst()
    // Erased, corrected before the warning was sent, or warned again before the correction was.
    if (!found || (about === 'correction') !== (found.withdrawn_ts !== null) || isReleased(found.email))
      return
    // The ban has been lifted, and the schedule has not corrected this notice yet.
    const isLifted = about === 'warning' && found.withdrawn === true
    if (isLifted || (about === 'correction' && (await isSendingWarning(db, member_id, notice_id))))
      return new RunLater(clock.now() + MINUTE / 2)
    const template = composeMail(site, { ...found, withdrawn: about === 'correction' })
    await mailer.send({
      to: { name: found.receiver ?? undefined, address: found.email },
      subject: `${template.title} – ${site.name}`,
      ...renderMail(site, template),
      link: template.button?.url,
      id: `${about}-${notice_id}-${found.withdrawn_ts ?? found.created_ts}`,
    })
  }

/** A correction must not overtake its warning (index job_of_member). */
async function isSendingWarning(db: Reader, memberId: number, noticeId: number): Promise<boolean> {
  const { rows } = await sql`
    select from job where payload ->> 'member_id' = ${String(memberId)} and kind = 'safety-mail'
      and payload ->> 'notice_id' = ${String(noticeId)} and payload ->> 'about' = 'warning'
      and lease_id is not null and died_ts is null limit 1`.execute(db)
  return rows.length > 0
}

/** The same for the call and the stream. */
const noticeQuery = (db: Reader) =>
  db
    .selectFrom('safety_notice')
    .orderBy('id', 'desc')
    .select(({ eb }) => [
      'id',
      'member_id',
      'username',
      'month',
      'created_ts',
      eb('seen_ts', 'is not', null).as('seen'),
      eb('withdrawn_ts', 'is not', null).as('withdrawn'),
    ])

const LISTED = 100

/** Newest first (index safety_notice_member). */
export async function listSafetyNotices(
  { db }: Pick<Services, 'db'>,
  memberId: number,
): Promise<ReplyOf<typeof safetyNotices>> {
  const rows = await noticeQuery(db).where('member_id', '=', memberId).limit(LISTED).execute()
  return { items: rows.map(({ member_id: _id, ...notice }) => notice as SafetyNotice) }
}

/** For the stream. Deleted notices are missing. */
export async function findSafetyNotices(
  db: Reader,
  ids: readonly number[],
): Promise<{ member_id: number; notice: SafetyNotice }[]> {
  const rows = await noticeQuery(db).where('id', 'in', ids).execute()
  return rows.map(({ member_id, ...notice }) => ({ member_id, notice: notice as SafetyNotice }))
}

export async function markNoticeSeen(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  memberId: number,
  { id }: Pick<InputOf<typeof safetyNoticeSeen>, 'id'>,
): Promise<{ message?: string }> {
  const found = await db
    .updateTable('safety_notice')
    .set(({ fn, val }) => ({ seen_ts: fn.coalesce('seen_ts', val(clock.now())) }))
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .returning('id')
    .executeTakeFirst()
  if (!found) throw new Problem('notice.unknown')
  return {}
}

/** Notices and runs a year after the warning or correction (indexes safety_notice_changed, _run_finished). */
export const oldSafetyNotices = (now: number): Purge[] => [
  { table: 'safety_notice', where: sql`coalesce(withdrawn_ts, created_ts) <= ${now - WARN_SECONDS}` },
  { table: 'safety_notice_run', where: sql`finished_ts <= ${now - WARN_SECONDS}` },
]
