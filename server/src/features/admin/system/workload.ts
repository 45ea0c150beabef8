import { type Workload, workQueues } from '@rosella/contract/admin/shapes'
import { lastDays } from '@rosella/contract/admin/site-days'
import { sql } from 'kysely'
import type { Viewer } from '../../../platform/http/viewer'
import type { Services } from '../../../platform/services'
import { isShownTo } from '../../safety/index'

const DAYS = 14

type Queue = Workload['queues'][number]['queue']
type Counts = Workload['staff'][number]['decided']

interface Work {
  queue: Queue
  /** 1 for the first of the days. */
  day: number
  staff_id: number | null
  arrived: number
  decided: number
}

/**
 * The work of the last days: counts by queue, day and staff member, without cases that the viewer may not see. Photos
 * and verifications are deleted with their accounts and then no longer counted. Uses indexes photo_created,
 * photo_decided_ts, verification_created, verification_decided, report_created, report_closed, appeal_created and
 * appeal_decided.
 */
export const readWorkload = (deps: Services, viewer: Pick<Viewer, 'id' | 'role'>): Promise<Workload> =>
  deps.replica.read(async (db) => {
    const days = lastDays(deps.clock.now(), DAYS)
    const since = days[0]?.from ?? 0
    const starts = sql`${days.map(({ from }) => from)}::bigint[]`
    const shown = isShownTo(deps, viewer)
    const decided = sql`
      select 'photos' as queue, p.created_ts as since_ts, p.approved_ts as ts, p.moderator_id as staff_id
        from photo p where p.approved_ts >= ${since}
      union all select 'verifications', v.created_ts, v.decided_ts, v.decided_by
        from verification v where v.decided_ts >= ${since} and v.decided_by is not null
      union all select 'reports', r.created_ts, r.closed_ts, r.closed_by
        from report r where r.state = 'closed' and r.closed_ts >= ${since} and r.added_to is null and ${shown}
      union all select 'appeals', a.created_ts, a.decided_ts, a.decided_by
        from appeal a join report r on r.id = a.report_id where a.decided_ts >= ${since} and ${shown}`
    const arrived = sql`
      select 'photos' as queue, p.created_ts as ts from photo p where p.created_ts >= ${since}
      union all select 'verifications', v.created_ts from verification v where v.created_ts >= ${since}
      union all select 'reports', r.created_ts
        from report r where r.created_ts >= ${since} and r.added_to is null and ${shown}
      union all select 'appeals', a.created_ts
        from appeal a join report r on r.id = a.report_id where a.created_ts >= ${since} and ${shown}`
    const { rows: work } = await sql<Work>`
      select queue, width_bucket(ts, ${starts}) as day, staff_id, 0 as arrived, count(*)::int as decided
        from (${decided}) d group by 1, 2, 3
      union all select queue, width_bucket(ts, ${starts}), null, count(*)::int, 0 from (${arrived}) a group by 1, 2`.execute(
      db,
    )
    const { rows: waits } = await sql<{ queue: Queue; waited: number[] }>`
      select queue, percentile_disc(array[0.5, 0.9]) within group (order by greatest(0, ts - since_ts)) as waited
      from (${decided}) d group by queue`.execute(db)
    const countsOf = (rows: readonly Work[], what: 'arrived' | 'decided'): Counts => {
      const of = (queue: Queue) => rows.reduce((sum, row) => sum + (row.queue === queue ? row[what] : 0), 0)
      return {
        photos: of('photos'),
        verifications: of('verifications'),
        reports: of('reports'),
        appeals: of('appeals'),
      }
    }
    const staff = [...new Set(work.filter((row) => row.decided > 0).map((row) => row.staff_id))]
    const total = ({ decided }: Workload['staff'][number]) =>
      workQueues.reduce((sum, queue) => sum + decided[queue], 0)
    return {
      queues: workQueues.map((queue) => {
        const [median = null, slowest = null] =
          waits.find((row) => row.queue === queue)?.waited.map(Number) ?? []
        return { queue, median_seconds: median, slowest_tenth_seconds: slowest }
      }),
      days: days.map(({ day }, at) => {
        const rows = work.filter((row) => row.day === at + 1)
        return { day, arrived: countsOf(rows, 'arrived'), decided: countsOf(rows, 'decided') }
      }),
      staff: staff
        .map((id) => ({
          own: id === viewer.id,
          decided: countsOf(
            work.filter((row) => row.decided > 0 && row.staff_id === id),
            'decided',
          ),
        }))
        .sort((one, other) => total(other) - total(one)),
    }
  })
