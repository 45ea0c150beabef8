import type { Overview } from '@rosella/contract/admin/shapes'
import { lastDays, type SiteDay } from '@rosella/contract/admin/site-days'
import { sql } from 'kysely'
import type { Services } from '../../ports/services'

type Deps = Pick<Services, 'db' | 'clock'>
type Counted = Overview['days'][number]

const DAYS = 30

/**
 * The last 30 days in numbers. A day that is over is counted once and kept, so that the numbers do not shrink
 * when accounts go, and nobody counts a month of messages for one look. Run now and then as well: who was
 * active today is known today only.
 */
export async function countDays(deps: Deps): Promise<Counted[]> {
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

/** Indexes member_created, activity_recent, message_ts and report_created. */
async function count({ db, clock }: Deps, days: readonly SiteDay[]): Promise<Map<string, Counted>> {
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
