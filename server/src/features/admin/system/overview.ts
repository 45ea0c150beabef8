import type { Overview } from '@rosella/contract/admin/shapes'
import { lastDays, type SiteDay } from '@rosella/contract/admin/site-days'
import { memberStatus } from '@rosella/contract/member/status'
import { urgencies } from '@rosella/contract/safety/rules'
import { sql } from 'kysely'
import type { Services } from '../../../platform/services'

type Counted = Overview['days'][number]

const DAYS = 30

/**
 * The numbers of the last 30 days. A past day is counted once and stored, so that its numbers don't shrink
 * when accounts are erased, and a view doesn't count a month of messages. Must also run regularly, because
 * today's active members are only known today.
 */
export async function countDays(deps: Services): Promise<Counted[]> {
  const days = lastDays(deps.clock.now(), DAYS)
  const [first] = days
  const kept = await deps.db
    .selectFrom('site_day')
    .where('day', '>=', first?.day ?? '')
    .selectAll()
    .execute()
  const over = new Map(kept.filter((day) => day.is_over).map(({ is_over, ...day }) => [day.day, day]))
  const open = await count(
    deps,
    days.filter(({ day }) => !over.has(day)),
  )
  return days.flatMap(({ day }) => over.get(day) ?? open.get(day) ?? [])
}

/** Uses indexes member_created, activity_recent, message_ts and report_created. */
async function count({ db, clock }: Services, days: readonly SiteDay[]): Promise<Map<string, Counted>> {
  const within = (table: string, time: string) =>
    sql`(select count(*) from ${sql.table(table)} where ${sql.ref(time)} >= d.since and ${sql.ref(time)} < d.until)::int`
  const { rows } = await sql<Counted>`
    insert into site_day (day, signups, active, messages, reports, is_over)
    select d.day::date, ${within('member', 'created_ts')}, ${within('activity', 'last_active_ts')},
      ${within('message', 'ts')}, ${within('report', 'created_ts')}, d.until <= ${clock.now()}
    from unnest(${days.map(({ day }) => day)}::text[], ${days.map(({ from }) => from)}::bigint[],
      ${days.map(({ to }) => to)}::bigint[]) as d(day, since, until)
    on conflict (day) do update set signups = excluded.signups, messages = excluded.messages,
      reports = excluded.reports, is_over = excluded.is_over,
      active = greatest(site_day.active, excluded.active)
    returning day, signups, active, messages, reports`.execute(db)
  return new Map(rows.map((row) => [row.day, row]))
}

export async function readOverview(deps: Services): Promise<Overview> {
  const days = await countDays(deps)
  return {
    queues: await readQueues(deps),
    members: await deps.replica.read((db) => countMembers({ db, clock: deps.clock })),
    wrong_codes: await countWrongCodes(deps),
    dates: await countDateAnswers(deps),
    days,
  }
}

/** In the last hour; many mean that someone is guessing. Index wrong_code_ts. */
async function countWrongCodes({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> {
  const { n } = await db
    .selectFrom('wrong_code')
    .where('ts', '>', clock.now() - 3600)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Index date_feedback_created. */
async function countDateAnswers({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<Overview['dates']> {
  const { rows } = await sql<Overview['dates']>`
    select count(*)::int as answers, count(*) filter (where met)::int as met,
      count(*) filter (where again)::int as again, count(*) filter (where uncomfortable)::int as uncomfortable
    from date_feedback where created_ts > ${clock.now() - DAYS * 86_400}`.execute(db)
  return rows[0] ?? { answers: 0, met: 0, again: 0, uncomfortable: 0 }
}

/** Uses indexes photo_awaiting, report_queue, appeal_open and verification_queue. */
export async function readQueues({ db }: Pick<Services, 'db'>): Promise<Overview['queues']> {
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

/** For the metrics and their alert (index report_queue). */
export async function readUrgentCases({ db }: Pick<Services, 'db'>): Promise<Overview['queues']['reports']> {
  const { waiting, since_ts } = await db
    .selectFrom('report')
    .where('state', '<>', 'closed')
    .where('severity', '=', urgencies.urgent)
    .select(({ fn }) => [fn.countAll<number>().as('waiting'), fn.min('created_ts').as('since_ts')])
    .executeTakeFirstOrThrow()
  return { waiting: Number(waiting), since_ts }
}

/** Index-only scans of member_standing and member_premium. */
async function countMembers({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<Overview['members']> {
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
