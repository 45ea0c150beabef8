import type { Transparency } from '@rosella/contract/admin/shapes'
import { siteDay } from '@rosella/contract/site-day'
import { type RawBuilder, sql } from 'kysely'
import { hasStatus } from '../../../members/visible-members'
import { type CsvCell, csvLine } from '../../../platform/csv'
import type { Reader } from '../../../platform/database/transaction'
import type { FileReply } from '../../../platform/http/route'
import { Problem } from '../../../platform/problem'

type TransparencyRow = Transparency['total']

/**
 * The numbers that the Australian online dating code asks a site to publish, for the period from `from` up to but not
 * including `to`. Received reports count by their arrival, closed ones by their decision.
 */
export async function readTransparency(
  { db }: { db: Reader },
  { from, to }: { from: number; to: number },
): Promise<Transparency> {
  if (from >= to) throw new Problem('period.invalid')
  const rows = await countReports(db, from, to)
  const { rows: open } = await sql<{ n: number }>`
    select count(*)::int as n from report
    where created_ts >= ${from} and created_ts < ${to} and state <> 'closed'`.execute(db)
  return {
    from,
    to,
    reports: rows.filter(({ all }) => !all).map(({ all, ...row }) => row),
    total: rows.filter(({ all }) => all).map(({ all, ...row }) => row)[0] ?? nothing,
    still_open: open[0]?.n ?? 0,
    accounts: await countAccounts(db, from, to),
    appeals: await countAppeals(db, from, to),
    shield: await countShield(db, from, to),
    warnings: await countWarnings(db, from, to),
  }
}

const nothing: TransparencyRow = {
  reason: 'All',
  received: 0,
  closed: 0,
  dismissed: 0,
  warned: 0,
  suspended: 0,
  banned: 0,
  median_seconds: null,
  slowest_tenth_seconds: null,
}

/** By reason, with its latest text, and in total; one scan of the period (indexes report_created, report_closed). */
async function countReports(
  db: Reader,
  from: number,
  to: number,
): Promise<(TransparencyRow & { all: boolean })[]> {
  const ended = (outcome: string) => sql`count(*) filter (where closed and outcome = ${outcome})::int`
  const time = (part: number) =>
    sql`(percentile_disc(${sql.lit(part)}) within group (order by closed_ts - created_ts)
      filter (where closed))::int`
  const { rows } = await sql<TransparencyRow & { all: boolean }>`
    select case when grouping(which) = 1 then 'All' else (array_agg(reason order by created_ts desc))[1] end as reason,
      grouping(which) = 1 as all,
      count(*) filter (where received)::int as received, count(*) filter (where closed)::int as closed,
      ${ended('dismissed')} as dismissed, ${ended('warned')} as warned,
      ${ended('suspended')} as suspended, ${ended('banned')} as banned,
      ${time(0.5)} as median_seconds, ${time(0.9)} as slowest_tenth_seconds
    from (
      select coalesce(reason_key, reason) as which, reason, outcome, created_ts, closed_ts,
        created_ts >= ${from} and created_ts < ${to} as received,
        state = 'closed' and closed_ts >= ${from} and closed_ts < ${to} as closed
      from report
      where added_to is null and ((created_ts >= ${from} and created_ts < ${to})
        or (state = 'closed' and closed_ts >= ${from} and closed_ts < ${to}))) r
    group by rollup (which) order by grouping(which), reason`.execute(db)
  return rows
}

/**
 * From the audit log, which has decisions in cases and direct ones (index audit_action), and from status_change, which
 * has those whose values were deleted (index status_change_ts).
 */
async function countAccounts(db: Reader, from: number, to: number): Promise<Transparency['accounts']> {
  const became = (status: 'suspended' | 'banned') =>
    sql`count(*) filter (where ${hasStatus('status', status)} and status is distinct from was)::int`
  const { rows } = await sql<Transparency['accounts']>`
    select ${became('suspended')} as suspended, ${became('banned')} as banned,
      (count(*) filter (where ${hasStatus('was', 'suspended', 'banned')}
        and (status is null or ${hasStatus('status', 'unfinished', 'active', 'deactivated')})))::int as lifted
    from (
      select (before ->> 'status')::int as was, (after ->> 'status')::int as status from audit
      where action in ('member.change', 'report.decide', 'appeal.decide') and ts >= ${from} and ts < ${to}
      union all
      select was, status from status_change where ts >= ${from} and ts < ${to}) a`.execute(db)
  return rows[0] ?? { suspended: 0, banned: 0, lifted: 0 }
}

async function countAppeals(db: Reader, from: number, to: number): Promise<Transparency['appeals']> {
  const { rows } = await sql<Transparency['appeals']>`
    select count(*) filter (where created_ts >= ${from} and created_ts < ${to})::int as received,
      count(*) filter (where decided)::int as decided,
      count(*) filter (where decided and upheld)::int as upheld,
      count(*) filter (where decided and not upheld)::int as rejected
    from (
      select created_ts, upheld, coalesce(decided_ts >= ${from} and decided_ts < ${to}, false) as decided
      from appeal) a`.execute(db)
  return rows[0] ?? { received: 0, decided: 0, upheld: 0, rejected: 0 }
}

/**
 * Cases by the time they were raised or decided, the rest by its own time (indexes shield_event_ts, report_created).
 */
async function countShield(db: Reader, from: number, to: number): Promise<Transparency['shield']> {
  const events = (kind: string) => sql`(select count(*)::int from shield_event
    where kind = ${kind} and ts >= ${from} and ts < ${to})`
  const decided = (which: RawBuilder<unknown>) =>
    sql`count(*) filter (where closed_ts >= ${from} and closed_ts < ${to} and ${which})::int`
  const { rows } = await sql<Transparency['shield']>`
    select ${events('signs')} as messages, ${events('warning')} as warnings,
      ${events('dismissed')} as warnings_dismissed,
      count(*) filter (where created_ts >= ${from} and created_ts < ${to})::int as cases,
      ${decided(sql`outcome = 'dismissed'`)} as cases_dismissed, ${decided(sql`outcome <> 'dismissed'`)} as cases_upheld
    from report where reporter_id is null`.execute(db)
  return (
    rows[0] ?? {
      messages: 0,
      warnings: 0,
      warnings_dismissed: 0,
      cases: 0,
      cases_dismissed: 0,
      cases_upheld: 0,
    }
  )
}

/** People, not messages: one event for each person warned or corrected (index shield_event_ts). */
async function countWarnings(db: Reader, from: number, to: number): Promise<Transparency['warnings']> {
  const { rows } = await sql<Transparency['warnings']>`
    select count(*) filter (where kind = 'person-warned')::int as sent,
      count(*) filter (where kind = 'person-corrected')::int as corrected
    from shield_event where ts >= ${from} and ts < ${to}`.execute(db)
  return rows[0] ?? { sent: 0, corrected: 0 }
}

/** A CSV file: one line per reason, then the totals. */
export function transparencyCsv(report: Transparency): FileReply {
  const { from, to, reports, total, accounts, appeals, shield, warnings, still_open } = report
  const lines: CsvCell[][] = [
    ['From', new Date(from * 1000).toISOString()],
    ['To', new Date(to * 1000).toISOString()],
    [],
    [
      'Reason',
      'Received',
      'Closed',
      'Dismissed',
      'Warned',
      'Suspended',
      'Banned',
      'Median time to close (seconds)',
      'Nine in ten closed within (seconds)',
    ],
    ...[...reports, total].map((row) => [
      row.reason,
      row.received,
      row.closed,
      row.dismissed,
      row.warned,
      row.suspended,
      row.banned,
      row.median_seconds,
      row.slowest_tenth_seconds,
    ]),
    [],
    ['Received and still open', still_open],
    ['Accounts suspended', accounts.suspended],
    ['Accounts banned', accounts.banned],
    ['Accounts restored', accounts.lifted],
    ['Appeals received', appeals.received],
    ['Appeals decided', appeals.decided],
    ['Appeals upheld', appeals.upheld],
    ['Appeals rejected', appeals.rejected],
    ['Messages with signs of a scam', shield.messages],
    ['Conversations with a warning', shield.warnings],
    ['Warnings dismissed by the receiver', shield.warnings_dismissed],
    ['Cases raised by the scam shield', shield.cases],
    ['Cases of the scam shield dismissed', shield.cases_dismissed],
    ['Cases of the scam shield upheld', shield.cases_upheld],
    ['People warned about a banned member', warnings.sent],
    ['People who got a correction', warnings.corrected],
  ]
  return {
    name: `transparency-${siteDay(from)}-to-${siteDay(to - 1)}.csv`,
    type: 'text/csv; charset=utf-8',
    body: Buffer.from(lines.map(csvLine).join('')),
  }
}
