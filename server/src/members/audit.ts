import type { audit as call } from '@rosella/contract/admin/endpoints'
import { AUDIT_VALUE_SECONDS } from '@rosella/contract/admin/rules'
import type { InputOf, ReplyOf } from '@rosella/contract/endpoint'
import { sql } from 'kysely'
import type { Reader, Tx } from '../platform/database/transaction'
import type { Viewer } from '../platform/http/viewer'
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

/** The newest first (primary key or index audit_member), without entries about the admin who reads them. */
export async function listAudit(
  { db }: Pick<Services, 'db'>,
  admin: Pick<Viewer, 'id'>,
  input: Pick<InputOf<typeof call>, 'p' | 'member_id'>,
): Promise<ReplyOf<typeof call>> {
  const { member_id } = input
  const some = db
    .selectFrom('audit')
    .$if(member_id !== undefined, (query) => query.where('member_id', '=', member_id ?? 0))
    .where('member_id', 'is distinct from', admin.id)
    .select('id')
    .limit(MOST_COUNTED)
  const { total } = await db
    .selectFrom(some.as('some'))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const pages = Math.max(1, Math.ceil(Number(total) / PAGE_SIZE))
  const items = await auditQuery(db)
    .$if(member_id !== undefined, (query) => query.where('a.member_id', '=', member_id ?? 0))
    .where('a.member_id', 'is distinct from', admin.id)
    .orderBy('a.id', 'desc')
    .limit(PAGE_SIZE)
    .offset((Math.min(input.p ?? 1, pages) - 1) * PAGE_SIZE)
    .execute()
  return { items, pages }
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
