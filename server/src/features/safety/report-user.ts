import type { InputOf, ReplyOf } from '@rosella/contract/endpoint'
import type { reportUser as call, myReports as listCall } from '@rosella/contract/safety/endpoints'
import { severityOf } from '@rosella/contract/safety/reasons'
import { reasonRule, reportInfo } from '@rosella/contract/safety/rules'
import { sentences } from '@rosella/contract/sentences'
import { type SqlBool, sql } from 'kysely'
import { lockPair } from '../../members/relation'
import { knownInRelation } from '../../members/visible-members'
import { type Reader, type Tx, withTransaction } from '../../platform/database/transaction'
import type { Viewer } from '../../platform/http/viewer'
import { accept, Problem } from '../../platform/problem'
import type { Services } from '../../platform/services'
import {
  type Accusation,
  type Conversation,
  collectConversation,
  lockChain,
  sealSnapshot,
  takeSnapshot,
} from './evidence'
import { contactKey } from './message-contacts'
import { findByRef, findContact } from './past-contacts'
import { copyPhotos, discardCopies, keepCopies } from './photo-copies'

/** Whether the member may see the other, or would without their own block (primary keys). */
export async function isKnown(db: Reader, memberId: number, otherId: number): Promise<boolean> {
  const { rows } = await sql<{ known: SqlBool }>`
    select ${knownInRelation(memberId)} as known
    from member m left join relation r on r.me = ${memberId} and r.other = m.id
    where m.id = ${otherId}`.execute(db)
  return rows[0]?.known === true
}

/**
 * Files a case with the sealed evidence: everything the reporter can see now, or could see before the other deleted
 * it. Photos are copied before the transaction and discarded afterwards if it did not store them.
 */
export async function reportUser(
  deps: Services,
  viewer: Pick<Viewer, 'id'>,
  input: Omit<InputOf<typeof call>, 'email' | 'token' | 'va'>,
): Promise<{ message: string }> {
  const { reasons } = await deps.settings.current()
  const reason = accept(reasonRule(input.report_reason, reasons))
  const now = deps.clock.now()
  const accusation: Accusation = {
    reporter_id: viewer.id,
    member_id: await findAccused(deps, viewer.id, input),
    reason: reason.words,
    reason_key: reason.key,
    info: reportInfo(input.report_reason_info),
    message_id: input.message_id ?? null,
  }
  const copies = await copyPhotos(deps, accusation.member_id)
  const key = await contactKey(deps.db)
  const stored = withTransaction(deps, async (tx, emit) => {
    const { erased } = await lockAccused(tx, key, viewer.id, accusation.member_id, now)
    const conversation = await collectConversation(tx, accusation, now)
    // The rest sees every earlier report, because concurrent ones wait here.
    const head = await lockChain(tx)
    if (await isFiled(tx, accusation, conversation)) return []
    await assertReportsLeft(tx, viewer.id, now)
    const added_to = await findCaseToAddTo(tx, accusation)
    const photos = await keepCopies(tx, copies, now)
    const { id } = await tx
      .insertInto('report')
      .values({
        ...accusation,
        severity: severityOf(reason.key),
        created_ts: now,
        ...(added_to === undefined ? {} : { added_to, state: 'closed' }),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const snapshot = await takeSnapshot(tx, { id, created_ts: now, ...accusation }, conversation, erased)
    await sealSnapshot(tx, head, id, { ...snapshot, photos })
    emit({ kind: 'queue.changed' })
    return photos
  })
  const kept = await stored.catch(async (error) => {
    // A refusal stored nothing. After any other error, evidence may have been committed.
    if (error instanceof Problem) await discardCopies(deps, copies, [])
    throw error
  })
  await discardCopies(deps, copies, kept)
  return { message: sentences.reported }
}

async function findAccused(
  deps: Services,
  me: number,
  { ref, recipient_id }: Pick<InputOf<typeof call>, 'ref' | 'recipient_id'>,
): Promise<number> {
  if (ref !== undefined) {
    const found = await findByRef(deps, me, ref)
    if (found === undefined) throw new Problem('report.ref')
    return found
  }
  if (recipient_id === undefined) throw new Problem('report.recipient')
  if (recipient_id === me) throw new Problem('gesture.self')
  await assertReportable(deps.db, await contactKey(deps.db), me, recipient_id, deps.clock.now())
  return recipient_id
}

/** The reporter must see the other now or have had contact. Otherwise the error reveals nothing. */
async function assertReportable(
  db: Reader,
  key: Buffer,
  me: number,
  other: number,
  now: number,
): Promise<string> {
  const contact = await findContact(db, key, now, me, other)
  if (!contact && !(await isKnown(db, me, other))) throw new Problem('no-user')
  return contact?.username ?? ''
}

/**
 * Locks both members, so that nothing between them is sent or deleted until the evidence is sealed. A member who was
 * erased, even while this waited, is identified by the name in past_contact.
 */
async function lockAccused(
  tx: Tx,
  key: Buffer,
  me: number,
  other: number,
  now: number,
): Promise<{ erased?: string }> {
  const pair = await lockPair(tx, me, other)
  const username = await assertReportable(tx, key, me, other, now)
  // An account that is being erased is gone, although its relations may still be there.
  const account = await tx
    .selectFrom('account')
    .where('member_id', '=', other)
    .select('member_id')
    .executeTakeFirst()
  return pair && account ? {} : { erased: username }
}

const REPORTS_A_DAY = 30
const DAY = 86_400
const OPEN_CASES = 3

/** Index report_reporter. */
async function assertReportsLeft(tx: Tx, reporterId: number, now: number): Promise<void> {
  const sent = await tx
    .selectFrom('report')
    .where('reporter_id', '=', reporterId)
    .where('created_ts', '>', now - DAY)
    .orderBy('created_ts', 'desc')
    .limit(REPORTS_A_DAY)
    .select('created_ts')
    .execute()
  const oldest = sent[REPORTS_A_DAY - 1]
  if (oldest) throw new Problem('report.daily', {}, undefined, oldest.created_ts + DAY - now)
}

/**
 * With as many open cases as one reporter may have about one member, the case to which another report belongs: the one
 * with the same reason, or else the newest. It becomes as urgent as the report. A case that is decided concurrently is
 * left out.
 */
async function findCaseToAddTo(tx: Tx, accusation: Accusation): Promise<number | undefined> {
  const { reporter_id, member_id, reason_key } = accusation
  const open = await tx
    .selectFrom('report')
    .where('reporter_id', '=', reporter_id)
    .where('member_id', '=', member_id)
    .where('state', '<>', 'closed')
    .orderBy('id', 'desc')
    .forUpdate()
    .select(['id', 'reason_key', 'severity'])
    .execute()
  if (open.length < OPEN_CASES) return undefined
  const found = open.find((one) => one.reason_key === reason_key) ?? open[0]
  const severity = severityOf(reason_key)
  if (found && severity > found.severity)
    await tx.updateTable('report').set({ severity }).where('id', '=', found.id).execute()
  return found?.id
}

/**
 * Whether the same report is already open: sent twice, or again because the reporter was not sure. A report about a
 * message that the open case does not have is a new one.
 */
async function isFiled(tx: Tx, accusation: Accusation, { messages }: Conversation): Promise<boolean> {
  const { reporter_id, member_id, reason_key, info, message_id } = accusation
  const newest = messages.at(-1)?.id ?? 0
  const { rows } = await sql`
    select from report r join report_snapshot s on s.report_id = r.id
      join report c on c.id = coalesce(r.added_to, r.id)
    where r.reporter_id = ${reporter_id} and r.member_id = ${member_id} and r.reason_key = ${reason_key}
      and r.info = ${info} and c.state <> 'closed' and r.message_id is not distinct from ${message_id}
      and coalesce((s.content::jsonb #>> '{messages,-1,id}')::bigint, 0) >= ${newest}
    limit 1`.execute(tx)
  return rows.length > 0
}

const AT_MOST = 100

/**
 * The member's reports, newest first (index report_reporter), with the state of the case that they belong to. The
 * reported members are left out: they may be hidden.
 */
export async function listMyReports(db: Reader, memberId: number): Promise<ReplyOf<typeof listCall>> {
  const reports = await db
    .selectFrom('report as r')
    .innerJoin('report as c', (join) => join.on((e) => e('c.id', '=', e.fn.coalesce('r.added_to', 'r.id'))))
    .where('r.reporter_id', '=', memberId)
    .orderBy('r.created_ts', 'desc')
    .orderBy('r.id', 'desc')
    .limit(AT_MOST)
    .select(['r.id', 'r.reason', 'c.state', 'c.outcome', 'r.created_ts', 'c.closed_ts'])
    .execute()
  return { reports }
}
