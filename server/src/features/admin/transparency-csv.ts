import type { Transparency } from '@rosella/contract/admin/shapes'
import { siteDay } from '@rosella/contract/site-day'
import type { FileReply } from '../../ports/route'

type Cell = string | number | null

/** The period as a file for a spreadsheet: one line a reason, then the sums. */
export function transparencyCsv(report: Transparency): FileReply {
  const { from, to, reports, total, accounts, appeals, shield, still_open } = report
  const lines: Cell[][] = [
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
  ]
  const text = lines.map((line) => `${line.map(cell).join(',')}\r\n`).join('')
  return {
    name: `transparency-${siteDay(from)}-to-${siteDay(to - 1)}.csv`,
    type: 'text/csv; charset=utf-8',
    body: Buffer.from(text),
  }
}

/** Quoted as RFC 4180 says; an admin's own reason must not be taken for a formula. */
function cell(value: Cell): string {
  if (typeof value !== 'string') return value === null ? '' : String(value)
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
