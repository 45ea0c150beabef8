import type { Overview } from '@rosella/contract/admin/shapes'
import { memberStatus } from '@rosella/contract/member/status'
import { sql } from 'kysely'
import type { Services } from '../../ports/services'
import { countDays } from './count-days'

type Deps = Pick<Services, 'db' | 'replica' | 'clock'>

/** What waits and since when, who is here, and the last 30 days. */
export async function readOverview(deps: Deps): Promise<Overview> {
  const days = await countDays(deps)
  return {
    queues: await readQueues(deps),
    members: await deps.replica.read((db) => countMembers({ db, clock: deps.clock })),
    wrong_codes: await countWrongCodes(deps),
    days,
  }
}

/** In the last hour: many mean that somebody is guessing. Index wrong_code_ts. */
async function countWrongCodes({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<number> {
  const { n } = await db
    .selectFrom('wrong_code')
    .where('ts', '>', clock.now() - 3600)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Indexes photo_awaiting, report_queue, appeal_open and verification_queue. */
export async function readQueues({ db }: Pick<Deps, 'db'>): Promise<Overview['queues']> {
  const queue = (table: string, waits: string) => sql`
    (select json_build_object('waiting', count(*), 'since_ts', min(created_ts))
      from ${sql.table(table)} where ${sql.raw(waits)})`
  const { rows } = await sql<Overview['queues']>`
    select ${queue('photo', 'approved is null')} as photos,
      ${queue('report', `state <> 'closed'`)} as reports,
      ${queue('appeal', 'decided_ts is null')} as appeals,
      ${queue('verification', `state = 'waiting'`)} as verifications`.execute(db)
  const none = { waiting: 0, since_ts: null }
  return rows[0] ?? { photos: none, reports: none, appeals: none, verifications: none }
}

/** Indexes member_standing and member_premium, without a look at the rows. */
async function countMembers({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<Overview['members']> {
  const { rows } = await sql<{ status: number; n: number }>`
    select status, count(*)::int as n from member group by status`.execute(db)
  const { rows: paying } = await sql<{ n: number }>`
    select count(*)::int as n from member
    where premium and (premium_until_ts is null or premium_until_ts > ${clock.now()})`.execute(db)
  const at = (status: number): number => rows.find((row) => row.status === status)?.n ?? 0
  return {
    total: rows.reduce((sum, { n }) => sum + n, 0),
    unfinished: at(memberStatus.unfinished),
    active: at(memberStatus.active),
    suspended: at(memberStatus.suspended),
    banned: at(memberStatus.banned),
    deactivated: at(memberStatus.deactivated),
    premium: paying[0]?.n ?? 0,
  }
}
