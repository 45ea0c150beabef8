import type {
  bulkCandidates,
  bulkSuspend,
  bulkSuspensions,
  bulkUndo,
} from '@rosella/contract/admin/endpoints'
import { BULK } from '@rosella/contract/admin/rules'
import type { InputOf, ReplyOf } from '@rosella/contract/endpoint'
import { memberStatus } from '@rosella/contract/member/status'
import { storableText } from '@rosella/contract/storable-text'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { recordAudit } from '../../../members/audit'
import { isStaff, lockMemberAndStaff, staffIds } from '../../../members/staff'
import {
  type AccountStatus,
  isShutOut,
  readStatus,
  setStatus,
  withoutCurrent,
  withStatus,
} from '../../../members/status'
import { hasStatus } from '../../../members/visible-members'
import { type Reader, withTransaction } from '../../../platform/database/transaction'
import type { Viewer } from '../../../platform/http/viewer'
import { Problem } from '../../../platform/problem'
import type { Services } from '../../../platform/services'
import { findOwnersOfSimilar } from '../../photos/index'
import type { Deps } from '../deps'
import { adminMemberQuery, presentMember } from './read-member'

type Conditions = Pick<
  InputOf<typeof bulkCandidates>,
  'joined_from' | 'joined_to' | 'address' | 'photos_like'
>
type Condition = RawBuilder<unknown>

const MOST_OUT = 1000
/** The most photos that are compared with each photo of a member. */
const ALIKE = 1000

/**
 * The members of a spam wave who can still be suspended: everybody who meets the conditions except staff, the moderator,
 * and those who are suspended or banned already, who are only counted.
 */
export async function findCandidates(
  deps: Deps,
  admin: Pick<Viewer, 'id' | 'role'>,
  conditions: Conditions,
): Promise<ReplyOf<typeof bulkCandidates>> {
  const { db } = deps
  const found = await matching(deps, conditions)
  const among = (rest: Condition, limit: number) => sql<{ id: number }>`
    select m.id from member m join account a on a.member_id = m.id
    where ${sql.join(found, sql` and `)} and m.id <> ${admin.id} and m.id not in ${staffIds(deps.site)} and ${rest}
    order by m.created_ts desc, m.id desc limit ${limit}`
  const isOut = hasStatus('m.status', 'suspended', 'banned')
  const { rows } = await among(sql`not ${isOut}`, BULK.listed + 1).execute(db)
  const { rows: out } = await sql`select from (${among(isOut, MOST_OUT)}) o`.execute(db)
  const ids = rows.slice(0, BULK.listed).map(({ id }) => id)
  const members = await adminMemberQuery(db)
    .where('m.id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy('m.created_ts', 'desc')
    .orderBy('m.id', 'desc')
    .execute()
  return {
    items: members.map((row) => presentMember(deps, admin, row)),
    more: rows.length > BULK.listed,
    out: out.length,
  }
}

/**
 * The conditions in SQL. One of them must be narrow enough for its index (member_created, account_by_email,
 * account_by_email_end, the primary key).
 */
async function matching(deps: Deps, conditions: Conditions): Promise<Condition[]> {
  const { joined_from, joined_to, address: pattern = '', photos_like } = conditions
  if (joined_from !== undefined && joined_to !== undefined && joined_from >= joined_to)
    throw new Problem('period.invalid')
  const found: Condition[] = []
  if (joined_from !== undefined) found.push(sql`m.created_ts >= ${joined_from}`)
  if (joined_to !== undefined) found.push(sql`m.created_ts < ${joined_to}`)
  const address = pattern.trim().toLowerCase()
  const [start = '', ...rest] = address.split('*')
  const end = rest.at(-1) ?? start
  if (address.replaceAll('*', '') !== '') {
    found.push(sql`lower(a.email) like ${[start, ...rest].map(literally).join('%')}`)
    if (end !== '') found.push(sql`reverse(lower(a.email)) like ${`${literally(reversed(end))}%`}`)
  }
  if (photos_like !== undefined)
    found.push(
      sql`m.id = any(${[photos_like, ...(await findOwnersOfSimilar(deps, photos_like, ALIKE))]}::bigint[])`,
    )
  const joined =
    joined_from === undefined ? Number.POSITIVE_INFINITY : (joined_to ?? deps.clock.now()) - joined_from
  const isNarrow =
    joined <= BULK.joinedSeconds ||
    start.length >= BULK.addressPart ||
    end.length >= BULK.addressPart ||
    photos_like !== undefined
  if (!isNarrow) throw new Problem('bulk.conditions')
  return found
}

const literally = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
/** By characters, as PostgreSQL reverses. */
const reversed = (text: string): string => [...text].reverse().join('')

/**
 * Suspends members one by one, each in a transaction with its audit entry, so that a crash between two of them leaves no
 * half suspension, and repeating the call suspends only the rest.
 */
export async function suspendSeveral(
  deps: Services,
  admin: Viewer,
  {
    batch,
    ids,
    reason,
    until_ts = null,
  }: Pick<InputOf<typeof bulkSuspend>, 'batch' | 'ids' | 'reason' | 'until_ts'>,
): Promise<ReplyOf<typeof bulkSuspend>> {
  if (until_ts !== null && until_ts <= deps.clock.now()) throw new Problem('report.until')
  const added = {
    status: memberStatus.suspended,
    status_reason: storableText(reason).trim(),
    status_until_ts: until_ts,
    status_report_id: null,
  }
  const { rows: members } = await sql<{ id: number }>`
    select member_id as id from account where member_id = any(${ids}::bigint[]) and member_id <> ${admin.id}
      and member_id not in ${staffIds(deps.site)} order by member_id`.execute(deps.db)
  let suspended = 0
  for (const { id } of members) {
    await withTransaction(deps, async (tx, emit) => {
      const now = deps.clock.now()
      await lockMemberAndStaff(tx, deps.site, admin, id)
      const member = await readStatus(tx, id)
      // Appointed, erased, suspended or banned since the preview.
      if (!member || (await isStaff(tx, deps.site, id)) || isShutOut(member)) return
      await setStatus(tx, emit, id, member, withStatus(member, added, now), now)
      await recordAudit(tx, admin, now, {
        action: 'member.change',
        member_id: id,
        before: audited(member),
        after: { ...added, batch },
      })
      suspended++
    })
  }
  return { suspended }
}

const audited = ({
  status,
  status_reason,
  status_until_ts,
  status_report_id,
}: AccountStatus): AccountStatus => ({
  status,
  status_reason,
  status_until_ts,
  status_report_id,
})

/**
 * Entries of bulk suspensions that an undo would revert: the member is still suspended for it, and no later entry has
 * changed their status. Decisions in cases that change a status carry one.
 */
const canBeUndone = (site: Services['site'], admin: Pick<Viewer, 'id'>): RawBuilder<SqlBool> => {
  const state = (values: string) => {
    const field = (name: string) => sql`${sql.ref(values)} -> ${sql.lit(name)}`
    return sql`(${field('status')}, ${field('status_reason')}, ${field('status_until_ts')}, ${field('status_report_id')})`
  }
  return sql<SqlBool>`(e.after ->> 'status')::int = ${memberStatus.suspended}
    and e.member_id <> ${admin.id} and e.member_id not in ${staffIds(site)}
    and exists (select from member m where m.id = e.member_id and m.status = ${memberStatus.suspended})
    and not exists (select from audit l where l.member_id = e.member_id and l.id > e.id
      and (l.action in ('report.decide', 'appeal.decide') and l.after ->> 'status' is not null
        or l.action = 'member.change' and ${state('l.before')} is distinct from ${state('l.after')}))`
}

/** Restores members of a bulk suspension, one by one like `suspendSeveral`, as long as nobody has changed their status since. */
export async function undoBulk(
  deps: Services,
  admin: Viewer,
  { batch }: Pick<InputOf<typeof bulkUndo>, 'batch'>,
): Promise<ReplyOf<typeof bulkUndo>> {
  const undoable = (db: Reader, which: Condition, limit: number) =>
    sql<{ member_id: number }>`
      select e.member_id from audit e
      where e.after ->> 'batch' = ${batch} and ${which}
        and e.ts > ${deps.clock.now() - BULK.undoSeconds} and ${canBeUndone(deps.site, admin)}
      order by e.id limit ${limit}`.execute(db)
  const { rows } = await undoable(deps.db, sql`true`, BULK.perCall + 1)
  let restored = 0
  for (const { member_id: id } of rows.slice(0, BULK.perCall)) {
    await withTransaction(deps, async (tx, emit) => {
      const now = deps.clock.now()
      await lockMemberAndStaff(tx, deps.site, admin, id)
      const { rows: still } = await undoable(tx, sql`e.member_id = ${id}`, 1)
      const member = await readStatus(tx, id)
      if (!member || still.length === 0) return
      const after = withoutCurrent(member, now)
      await setStatus(tx, emit, id, member, after, now)
      await recordAudit(tx, admin, now, {
        action: 'member.change',
        member_id: id,
        before: audited(member),
        after: { ...audited(after[0]), batch },
      })
      restored++
    })
  }
  return { restored, more: rows.length > BULK.perCall }
}

/** Bulk suspensions that can still be undone, and what became of them (indexes audit_ts and audit_batch). */
export async function listBulk(
  { db, clock, site }: Services,
  admin: Pick<Viewer, 'id'>,
): Promise<ReplyOf<typeof bulkSuspensions>> {
  const { rows: items } = await sql<ReplyOf<typeof bulkSuspensions>['items'][number]>`
    select b.batch, m.username as moderator, b.ts, b.reason, b.until_ts, b.suspended, b.restored, b.left
    from (
      select e.after ->> 'batch' as batch, min(e.ts) as ts, (array_agg(e.admin_id order by e.id))[1] as admin_id,
        (array_agg(e.after ->> 'status_reason' order by e.id))[1] as reason,
        (array_agg((e.after ->> 'status_until_ts')::bigint order by e.id))[1] as until_ts,
        count(*) filter (where (e.after ->> 'status')::int = ${memberStatus.suspended})::int as suspended,
        count(*) filter (where (e.after ->> 'status')::int <> ${memberStatus.suspended})::int as restored,
        count(*) filter (where ${canBeUndone(site, admin)})::int as left
      from audit e
      where e.after ->> 'batch' is not null and e.ts > ${clock.now() - BULK.undoSeconds}
        and e.member_id <> ${admin.id}
      group by 1) b
      left join member m on m.id = b.admin_id
    order by b.ts desc limit 50`.execute(db)
  return { items }
}
