import { DEACTIVATION_WAIT, TRACE_SECONDS } from '@rosella/contract/account/rules'
import { memberStatus } from '@rosella/contract/member/status'
import { sentences } from '@rosella/contract/sentences'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { cancelDates } from '../../members/relation'
import { logErasure } from '../../members/revocation-log'
import { endSessions, lockMember, lockSession } from '../../members/sessions'
import { purge } from '../../platform/database/purge'
import { type Emit, type Reader, type Tx, withTransaction } from '../../platform/database/transaction'
import type { Viewer } from '../../platform/http/viewer'
import { enqueue, RunLater } from '../../platform/jobs/enqueue'
import type { JobPayloads } from '../../platform/jobs/job-kinds'
import { Problem } from '../../platform/problem'
import type { Services } from '../../platform/services'
import { deleteSelfies, removePhotoFiles } from '../photos/index'
import { contactKey, keepMessageContacts, keepPastContacts, retainConversations } from '../safety/index'

/** Erases the member's own account. */
export async function eraseAccount(
  deps: Services,
  viewer: Pick<Viewer, 'id' | 'session_id' | 'email'>,
): Promise<{ message?: string }> {
  await eraseMember(deps, viewer, (ended) => {
    // The session ended meanwhile, for example by a ban, so the call is no longer valid.
    if (!ended.includes(viewer.session_id)) throw new Problem('session.none')
  })
  return { message: sentences.accountDeleted }
}

/** The request itself finishes most erasures; the job finishes the others, also after a crash. */
const INLINE_MS = 3000
const JOB_DELAY = 60

/**
 * Erases the member, who disappears from everything when the first transaction commits. The rows shared with others
 * follow in bounded steps, however popular the member was. The records that stay (conventions § 8) are in tables without
 * foreign keys.
 */
export async function eraseMember(
  deps: Services,
  member: Pick<Viewer, 'id' | 'email'>,
  assertAllowed: (endedSessions: readonly number[]) => void = () => {},
): Promise<void> {
  const { photos, selfies } = await withTransaction(deps, async (tx, emit) => {
    // From here on nobody can write to the member or revoke anything.
    await lockMember(tx, member.id)
    assertAllowed(await endSessions(tx, emit, member.id, 'closed'))
    return beginErasure(tx, emit, member.id, deps.clock.now())
  })
  await deleteSelfies(deps.photos, selfies).catch((err) =>
    deps.log.warn({ err }, 'deleting photos of an erased account failed; the cleanup job will retry'),
  )
  await removePhotoFiles(deps, photos)
  await deps.mailer
    .deleteTo(member.email)
    .catch((err) =>
      deps.log.warn({ err }, 'deleting emails to an erased account failed; the cleanup job will retry'),
    )
  await eraseRest(deps, member.id, AbortSignal.timeout(INLINE_MS)).catch((err) =>
    deps.log.warn({ err, member_id: member.id }, 'erasing an account was interrupted; the job will continue'),
  )
}

interface Reference {
  table: string
  column: string
  /** The database's action when the member's row is deleted. */
  action: 'delete' | 'set null'
  /** Whether other columns of the table also refer to members, so that its rows are shared with others. */
  shared: boolean
}

/** Every column that refers to a member, read from the schema so that no table is forgotten. */
async function findReferences(db: Reader): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select k.conrelid::regclass::text as table, a.attname::text as column,
      case k.confdeltype when 'c' then 'delete' else 'set null' end as action,
      count(*) filter (where k.confdeltype = 'c') over (partition by k.conrelid) > 1 as shared
    from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    where k.contype = 'f' and k.confrelid = 'member'::regclass
    order by 1, 2`.execute(db)
  return rows
}

/** Keeps events small, however many people a member knew. */
const KNOWN_IN_ONE = 1000

/**
 * Deletes the account and everything that only the member had. What is left of the member is hidden like a deactivated
 * one and belongs to nobody, until a job has deleted it. The caller must have locked the member.
 */
export async function beginErasure(
  tx: Tx,
  emit: Emit,
  memberId: number,
  now: number,
): Promise<{ photos: string[]; selfies: string[] }> {
  const files = await tx
    .selectFrom('photo')
    .where('member_id', '=', memberId)
    .select(['name', 'approved'])
    .execute()
  const shown = await tx
    .selectFrom('verification_frame as f')
    .innerJoin('verification as v', 'v.id', 'f.verification_id')
    .where('v.member_id', '=', memberId)
    .select('f.name')
    .execute()
  await sql`select keep_erased_traces(m) from member m where m.id = ${memberId}`.execute(tx)
  await logErasure(tx, memberId)
  // The other members still see that their dates were cancelled, without a name.
  await cancelDates(tx, emit, memberId, now)
  await tx
    .updateTable('date_plan')
    .set({ note: '' })
    .where((e) => e.or([e('low_id', '=', memberId), e('high_id', '=', memberId)]))
    .execute()
  for (const { table, column, action, shared } of await findReferences(tx)) {
    // The contacts that are kept depend on people the member knows.
    if (action === 'delete' && !shared && table !== 'people_i_know')
      await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${memberId}`.execute(tx)
  }
  await deleteJobs(tx, memberId)
  await tx
    .updateTable('member')
    .set({ status: memberStatus.deactivated, photo: null, photos: 0, approved_photos: 0 })
    .set({ birthday: null, country: null, city: null, latitude: null, longitude: null })
    .where('id', '=', memberId)
    .execute()
  const payload = { member_id: memberId }
  const job = { kind: 'erase-member', payload, dedupeKey: `erase ${memberId}` } as const
  await enqueue(tx, emit, { ...job, now, runAt: now + JOB_DELAY })
  emit({ kind: 'member.changed', member_id: memberId })
  for (let last = 0; ; ) {
    const known = await nextPartners(tx, memberId, last, KNOWN_IN_ONE)
    if (known.length === 0) break
    emit({ kind: 'member.erased', member_id: memberId, known })
    last = known.at(-1) ?? last
  }
  if (shown.length > 0 || files.some(({ approved }) => approved === null)) emit({ kind: 'queue.changed' })
  return { photos: files.map(({ name }) => name), selfies: shown.map(({ name }) => name) }
}

/** Everyone with a relation to the member, by id (index relation_pkey). Each pair has two rows. */
async function nextPartners(db: Reader, memberId: number, after: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('relation')
    .where('me', '=', memberId)
    .where('other', '>', after)
    .orderBy('other')
    .limit(limit)
    .select('other')
    .execute()
  return rows.map(({ other }) => other)
}

/**
 * Jobs of the member and about them, which refer to them without a foreign key (indexes job_of_member, job_from).
 * @internal explained by a test
 */
export const jobsOf = (memberId: number): RawBuilder<SqlBool> => sql<SqlBool>`
  (payload ->> 'member_id' = ${String(memberId)} or payload ->> 'from' = ${String(memberId)})`

const deleteJobs = (tx: Tx, memberId: number) => tx.deleteFrom('job').where(jobsOf(memberId)).execute()

export const finishErasure =
  (deps: Services) =>
  async ({ member_id }: JobPayloads['erase-member'], signal: AbortSignal): Promise<RunLater | undefined> =>
    (await eraseRest(deps, member_id, signal)) ? undefined : new RunLater(deps.clock.now())

const PAIRS_AT_A_TIME = 500
const ROWS_AT_A_TIME = 2000

/** Deletes the rows shared with others and then the member, in short transactions. Returns whether it finished. */
async function eraseRest(
  deps: Pick<Services, 'db' | 'clock'>,
  memberId: number,
  signal: AbortSignal,
): Promise<boolean> {
  const { db, clock } = deps
  const step = (work: (tx: Tx) => Promise<number>) => db.transaction().execute(work)
  /** Repeats a step until it finds nothing more. */
  const drain = async (work: (tx: Tx) => Promise<number>) => {
    while (!signal.aborted && (await step(work)) > 0);
  }
  const key = await contactKey(db)
  // By id, because searching from the start again would read every deleted row.
  for (let after: number | undefined = 0; after !== undefined && !signal.aborted; ) {
    const last: number = after
    after = await db.transaction().execute((tx) => erasePairs(tx, key, memberId, last, clock.now()))
  }
  await drain((tx) => unsuggest(tx, memberId))
  for (const reference of [...(await findReferences(db)), ...withoutForeignKey])
    await drain((tx) => eraseRows(tx, reference, memberId))
  if (signal.aborted) return false
  await step(async (tx) => {
    await lockMember(tx, memberId)
    await deleteJobs(tx, memberId)
    await tx.deleteFrom('member').where('id', '=', memberId).execute()
    return 0
  })
  return true
}

/** Kept for the member, not about them; and former names, which the pairs still need. */
const withoutForeignKey: readonly Pick<Reference, 'table' | 'column' | 'action'>[] = [
  { table: 'message_contact', column: 'receiver_id', action: 'delete' },
  { table: 'former_name', column: 'member_id', action: 'delete' },
  { table: 'past_contact', column: 'owner_id', action: 'delete' },
  { table: 'retained_message', column: 'owner_id', action: 'delete' },
]

/**
 * Deletes the next relations with their messages, and keeps what the others need for a report. Returns the last
 * partner. Both rows of each pair are locked in ascending order, so that two members who know each other can leave
 * concurrently without a deadlock.
 */
async function erasePairs(
  tx: Tx,
  key: Buffer,
  memberId: number,
  after: number,
  now: number,
): Promise<number | undefined> {
  const partners = await nextPartners(tx, memberId, after, PAIRS_AT_A_TIME)
  if (partners.length === 0) return undefined
  await tx
    .selectFrom('relation')
    .where((eb) =>
      eb.or([
        eb.and([eb('me', '=', memberId), eb('other', 'in', partners)]),
        eb.and([eb('me', 'in', partners), eb('other', '=', memberId)]),
      ]),
    )
    .orderBy('me')
    .orderBy('other')
    .forUpdate()
    .select('me')
    .execute()
  await keepPastContacts(tx, key, memberId, partners, now)
  await keepMessageContacts(tx, key, memberId, partners, now)
  await retainConversations(tx, memberId, partners, now)
  for (let deleted = ROWS_AT_A_TIME; deleted === ROWS_AT_A_TIME; ) {
    const { numAffectedRows = 0n } = await sql`
      delete from message where id = any(array(
        select t.id from unnest(${partners}::bigint[]) as p(id) cross join lateral (
          select id from message
          where least(sender_id, receiver_id) = least(p.id, ${memberId}::bigint)
            and greatest(sender_id, receiver_id) = greatest(p.id, ${memberId}::bigint)
          limit ${ROWS_AT_A_TIME}) t
        limit ${ROWS_AT_A_TIME}))`.execute(tx)
    deleted = Number(numAffectedRows)
  }
  await tx.deleteFrom('relation').where('me', '=', memberId).where('other', 'in', partners).execute()
  await tx.deleteFrom('relation').where('me', 'in', partners).where('other', '=', memberId).execute()
  return partners.at(-1)
}

/** Removes the member from some suggestions to others (index suggestion_others). */
async function unsuggest(tx: Tx, memberId: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update suggestion s set others = array_replace(s.others, ${memberId}::bigint, 0)
    from (select member_id, day from suggestion where others @> array[${memberId}::bigint]
      order by member_id, day limit ${ROWS_AT_A_TIME} for update) chosen
    where s.member_id = chosen.member_id and s.day = chosen.day`.execute(tx)
  return Number(numAffectedRows)
}

async function eraseRows(
  tx: Tx,
  { table, column, action }: Pick<Reference, 'table' | 'column' | 'action'>,
  memberId: number,
): Promise<number> {
  const change =
    action === 'delete'
      ? sql`delete from ${sql.table(table)}`
      : sql`update ${sql.table(table)} set ${sql.ref(column)} = null`
  const { numAffectedRows = 0n } = await sql`${change} where ctid = any(array(
    select ctid from ${sql.table(table)} where ${sql.ref(column)} = ${memberId} limit ${ROWS_AT_A_TIME}))`.execute(
    tx,
  )
  return Number(numAffectedRows)
}

/**
 * Deletes the traces of an erasure after 180 days, or with the last report still open by then. Of banned members only
 * the photo hashes: those of scams are in the bank of known photos. Indexes report_member and erased_photo_member.
 */
export const deleteErasedTraces =
  (deps: Services) =>
  (signal?: AbortSignal): Promise<void> => {
    const isDue = sql<SqlBool>`e.erased_ts < ${deps.clock.now() - TRACE_SECONDS}
      and not exists (select from report r where r.member_id = e.member_id and r.state <> 'closed')`
    return purge(deps, signal, [
      {
        table: 'erased_photo',
        as: 'p',
        where: sql`exists (select from erased_member e where e.member_id = p.member_id and ${isDue})`,
      },
      { table: 'erased_member', as: 'e', where: sql`e.banned_ts is null and ${isDue}` },
    ])
  }

/** Hides the member everywhere and logs them out until they log in again. Once in 30 days. */
export async function deactivateAccount(
  deps: Services,
  viewer: Pick<Viewer, 'id' | 'session_id'>,
): Promise<{ message?: string }> {
  const now = deps.clock.now()
  return withTransaction(deps, async (tx, emit) => {
    await lockSession(tx, viewer)
    const member = await tx
      .selectFrom('member as m')
      .innerJoin('account as a', 'a.member_id', 'm.id')
      .where('m.id', '=', viewer.id)
      .select(['m.status', 'a.deactivated_ts'])
      .executeTakeFirst()
    // A ban or a deletion was first and has ended the session.
    if (member?.status !== memberStatus.active) throw new Problem('session.none')
    if (member.deactivated_ts !== null && now < member.deactivated_ts + DEACTIVATION_WAIT) {
      throw new Problem('deactivate.too-soon')
    }
    await tx
      .updateTable('member')
      .set({ status: memberStatus.deactivated })
      .where('id', '=', viewer.id)
      .execute()
    await cancelDates(tx, emit, viewer.id, now)
    await tx.updateTable('account').set({ deactivated_ts: now }).where('member_id', '=', viewer.id).execute()
    await endSessions(tx, emit, viewer.id, 'closed')
    await enqueue(tx, emit, { kind: 'photo-visibility', payload: { member_id: viewer.id }, now })
    emit({ kind: 'member.changed', member_id: viewer.id })
    return {}
  })
}
