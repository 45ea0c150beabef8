import { Readable } from 'node:stream'
import type { audit as call } from '@rosella/contract/admin/endpoints'
import { AUDIT_VALUE_SECONDS } from '@rosella/contract/admin/rules'
import type { InputOf, ReplyOf } from '@rosella/contract/endpoint'
import { siteDay } from '@rosella/contract/site-day'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { csvLine } from '../platform/csv'
import type { Reader, Tx } from '../platform/database/transaction'
import type { FileReply } from '../platform/http/route'
import type { Viewer } from '../platform/http/viewer'
import { Problem } from '../platform/problem'
import type { Services } from '../platform/services'

interface AuditEntry {
  action: string
  member_id?: number
  before?: object
  after?: object
}

/** Records an admin action. Call it in the same transaction as the action, so that neither exists without the other. */
export async function recordAudit(
  tx: Tx,
  admin: Pick<Viewer, 'id'>,
  ts: number,
  entry: AuditEntry,
): Promise<void> {
  const { action, member_id = null, before, after } = entry
  await tx
    .insertInto('audit')
    .values({
      ts,
      admin_id: admin.id,
      action,
      member_id,
      before: before ? JSON.stringify(before) : null,
      after: after ? JSON.stringify(after) : null,
    })
    .execute()
}

const PAGE_SIZE = 50
const MOST_COUNTED = 10_000

/** Entries of the audit log with the names of the members involved. The caller adds the conditions. */
export const auditQuery = (db: Reader) =>
  db
    .selectFrom('audit as a')
    .leftJoin('member as by', 'by.id', 'a.admin_id')
    .leftJoin('member as m', 'm.id', 'a.member_id')
    .leftJoin('member as had', (join) => join.on('had.id', '=', assigneeIn('a.before')))
    .leftJoin('member as has', (join) => join.on('has.id', '=', assigneeIn('a.after')))
    .select(['a.id', 'a.ts', 'a.admin_id', 'by.username as admin', 'a.action', 'a.member_id'])
    .select(['m.username as member', 'a.before', 'a.after'])
    .select(['had.username as assignee_before', 'has.username as assignee_after'])

const assigneeIn = (facts: string) => sql<number>`(${sql.ref(facts)} ->> 'assignee_id')::bigint`

type Filters = Pick<InputOf<typeof call>, 'member_id' | 'admin_id' | 'action' | 'from' | 'to'>
type Reading = Pick<Viewer, 'id'>

/**
 * The entries that fit the filters (indexes audit_ts, audit_admin, audit_action, audit_member), without those about the
 * admin who reads them.
 */
function fits(admin: Reading, { member_id, admin_id, action, from, to }: Filters): RawBuilder<SqlBool> {
  if (from !== undefined && to !== undefined && from >= to) throw new Problem('period.invalid')
  const conditions = [
    sql`a.member_id is distinct from ${admin.id}`,
    member_id === undefined ? undefined : sql`a.member_id = ${member_id}`,
    admin_id === undefined ? undefined : sql`a.admin_id = ${admin_id}`,
    action === undefined ? undefined : sql`a.action = ${action}`,
    from === undefined ? undefined : sql`a.ts >= ${from}`,
    to === undefined ? undefined : sql`a.ts < ${to}`,
  ]
  return sql<SqlBool>`${sql.join(
    conditions.filter((one) => one !== undefined),
    sql` and `,
  )}`
}

/** The newest first. */
const inOrder = (db: Reader, condition: RawBuilder<SqlBool>) =>
  auditQuery(db).where(condition).orderBy('a.ts', 'desc').orderBy('a.id', 'desc')

export async function listAudit(
  { db }: Pick<Services, 'db'>,
  admin: Reading,
  { p = 1, ...filters }: InputOf<typeof call>,
): Promise<ReplyOf<typeof call>> {
  const condition = fits(admin, filters)
  const some = db.selectFrom('audit as a').where(condition).select('a.id').limit(MOST_COUNTED)
  const { total } = await db
    .selectFrom(some.as('some'))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const pages = Math.max(1, Math.ceil(Number(total) / PAGE_SIZE))
  const items = await inOrder(db, condition)
    .limit(PAGE_SIZE)
    .offset((Math.min(p, pages) - 1) * PAGE_SIZE)
    .execute()
  return { items, pages, staff: await listActors(db, admin) }
}

/** Everyone who has made an entry that this admin may see; one step of index audit_admin per person. */
async function listActors(db: Reader, admin: Reading) {
  const { rows } = await sql<{ id: number; name: string | null }>`
    with recursive actor (id) as (
      (select admin_id from audit order by admin_id limit 1)
      union all
      select (select a.admin_id from audit a where a.admin_id > actor.id order by a.admin_id limit 1)
      from actor where actor.id is not null)
    select actor.id, m.username as name from actor left join member m on m.id = actor.id
    where exists (select from audit a where a.admin_id = actor.id and a.member_id is distinct from ${admin.id})
    order by m.username, actor.id`.execute(db)
  return rows
}

/** The same as a CSV file, with every page; it is streamed, because the log grows for as long as the site runs. */
export async function auditCsv(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  admin: Reading,
  filters: Filters,
): Promise<FileReply> {
  const condition = fits(admin, filters)
  // Read before the reply begins, so that an invalid filter is an error and not a broken file.
  const first = await inOrder(db, condition).limit(CSV_CHUNK).execute()
  return {
    name: `audit-${siteDay(clock.now())}.csv`,
    type: 'text/csv; charset=utf-8',
    body: Readable.from(csvLines(db, condition, first), { objectMode: false }),
  }
}

const CSV_CHUNK = 500

type AuditRows = Awaited<ReturnType<ReturnType<typeof auditQuery>['execute']>>

async function* csvLines(
  db: Reader,
  condition: RawBuilder<SqlBool>,
  rows: AuditRows,
): AsyncGenerator<string> {
  yield csvLine([
    'Entry',
    'Time',
    'Staff number',
    'Staff',
    'Action',
    'Member number',
    'Member',
    'Before',
    'After',
  ])
  const json = (value: unknown): string => (value === null ? '' : JSON.stringify(value))
  for (;;) {
    yield rows
      .map(({ id, ts, admin_id, admin, action, member_id, member, before, after }) =>
        csvLine([
          id,
          new Date(ts * 1000).toISOString(),
          admin_id,
          admin,
          action,
          member_id,
          member,
          json(before),
          json(after),
        ]),
      )
      .join('')
    const last = rows.at(-1)
    if (!last || rows.length < CSV_CHUNK) return
    const older = sql<SqlBool>`(a.ts, a.id) < (${last.ts}, ${last.id})`
    rows = await inOrder(db, condition).where(older).limit(CSV_CHUNK).execute()
  }
}

type Deps = Pick<Services, 'db' | 'clock'>

const CHUNK = 5000

/**
 * Deletes the old and new values of entries about members after two years (index audit_values). A database trigger
 * forbids any other change and uses its own clock.
 */
export const deleteOldAuditValues =
  ({ db, clock }: Deps) =>
  async (signal: AbortSignal): Promise<void> => {
    const before = sql`least(${clock.now()}::bigint, extract(epoch from now())::bigint) - ${AUDIT_VALUE_SECONDS}::bigint`
    for (let deleted = CHUNK; deleted === CHUNK && !signal.aborted; ) {
      const { rows } = await sql`
        update audit set before = null, after = null where id in (
          select id from audit where ts <= ${before} and member_id is not null
            and (before is not null or after is not null) order by ts limit ${CHUNK})
        returning id`.execute(db)
      deleted = rows.length
    }
  }
