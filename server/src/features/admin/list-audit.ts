import type { audit as call } from '@rosella/contract/admin/endpoints'
import type { InputOf, ReplyOf } from '@rosella/contract/endpoint'
import { sql } from 'kysely'
import type { Reader } from '../../database/transaction'
import type { Services } from '../../ports/services'

const PAGE_SIZE = 50
const REACH = 10_000

/** Entries of the audit log with the names of whom they tell; whoever asks says which ones. */
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

/** The newest first, by primary key or index audit_member. */
export async function listAudit(
  { db }: Pick<Services, 'db'>,
  input: Pick<InputOf<typeof call>, 'p' | 'member_id'>,
): Promise<ReplyOf<typeof call>> {
  const { member_id } = input
  const some = db
    .selectFrom('audit')
    .$if(member_id !== undefined, (query) => query.where('member_id', '=', member_id ?? 0))
    .select('id')
    .limit(REACH)
  const { total } = await db
    .selectFrom(some.as('some'))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const pages = Math.max(1, Math.ceil(Number(total) / PAGE_SIZE))
  const items = await auditQuery(db)
    .$if(member_id !== undefined, (query) => query.where('a.member_id', '=', member_id ?? 0))
    .orderBy('a.id', 'desc')
    .limit(PAGE_SIZE)
    .offset((Math.min(input.p ?? 1, pages) - 1) * PAGE_SIZE)
    .execute()
  return { items, pages }
}
