import type { adminReport, adminReports } from '@rosella/contract/admin/endpoints'
import type { InputOf, ReplyOf } from '@rosella/contract/endpoint'
import { type RawBuilder, sql } from 'kysely'
import { staffIds } from '../../database/staff'
import type { Reader } from '../../database/transaction'
import { Problem } from '../../domain/problem'
import type { Viewer } from '../../domain/viewer'
import type { Services } from '../../ports/services'
import { auditQuery } from './list-audit'
import { presentReport, reportsAsked } from './present-report'

type Deps = Pick<Services, 'db' | 'photoUrls' | 'site'>
type State = NonNullable<InputOf<typeof adminReports>['state']>

/** Few, because each brings its evidence. */
const PAGE_SIZE = 10
const REACH = 10_000
const LINES = 100

/** Which cases, and in what order: indexes report_queue, appeal_open and report_closed. */
const lists: Record<State, { which: RawBuilder<unknown>; order: RawBuilder<unknown> }> = {
  open: { which: sql`r.state <> 'closed'`, order: sql`r.severity desc, r.created_ts, r.id` },
  appealed: {
    which: sql`a.report_id is not null and a.decided_ts is null`,
    order: sql`a.created_ts, r.id`,
  },
  closed: { which: sql`r.state = 'closed'`, order: sql`r.closed_ts desc, r.id desc` },
}

export async function listReports(
  deps: Deps,
  admin: Viewer,
  input: Pick<InputOf<typeof adminReports>, 'state' | 'p'>,
): Promise<ReplyOf<typeof adminReports>> {
  const { which, order } = lists[input.state ?? 'open']
  const where = sql`${which} and ${isShownTo(deps, admin)}`
  const { rows: counted } = await sql<{ total: number }>`
    select count(*) as total from (
      select from report r left join appeal a on a.report_id = r.id where ${where} limit ${REACH}) found`.execute(
    deps.db,
  )
  const pages = Math.max(1, Math.ceil(Number(counted[0]?.total ?? 0) / PAGE_SIZE))
  const offset = (Math.min(input.p ?? 1, pages) - 1) * PAGE_SIZE
  const { rows } = await reportsAsked(
    sql`where ${where} order by ${order} limit ${PAGE_SIZE} offset ${offset}`,
  ).execute(deps.db)
  return { items: rows.map((row) => presentReport(deps, admin, row)), pages }
}

/** A case about oneself is not shown: it names who reported. One about an admin or a moderator is for admins. */
const isShownTo = ({ site }: Deps, { id, role }: Pick<Viewer, 'id' | 'role'>): RawBuilder<unknown> =>
  role === 'admin'
    ? sql`r.member_id <> ${id}`
    : sql`r.member_id <> ${id} and r.member_id not in ${staffIds(site)}`

/** One case with all that was written between the two, and what was done with it. */
export async function readReport(
  deps: Deps,
  admin: Viewer,
  id: number,
): Promise<ReplyOf<typeof adminReport>> {
  const { rows } = await reportsAsked(sql`where r.id = ${id} and ${isShownTo(deps, admin)}`, 'all').execute(
    deps.db,
  )
  const [row] = rows
  if (!row) throw new Problem('report.unknown')
  const history = await auditQuery(deps.db)
    .where('a.member_id', '=', row.member_id)
    .where(sql`a.after ->> 'report_id'`, '=', String(id))
    .orderBy('a.id', 'desc')
    .limit(LINES)
    .execute()
  const others = await caseLines(deps.db)
    .where('member_id', '=', row.member_id)
    .where('id', '<>', id)
    .execute()
  return { report: presentReport(deps, admin, row), others, history }
}

/** Cases in a line each, the newest first; whoever asks says which ones. */
export const caseLines = (db: Reader) =>
  db
    .selectFrom('report')
    .orderBy('id', 'desc')
    .limit(LINES)
    .select(['id', 'reporter_id', 'member_id', 'reason', 'severity', 'state', 'outcome'])
    .select(['created_ts', 'closed_ts'])
