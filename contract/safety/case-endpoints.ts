import { AuditEntry, admin, moderator, page, paged, Transparency } from '../admin/shapes'
import { endpoint } from '../endpoint'
import { arr, bool, id, nullable, obj, ok, oneOf, opt, text, ts } from '../shapes'
import { AdminReport, CaseLine } from './case-shapes'
import { MEMBER_TEXT } from './rules'

export const adminReports = endpoint({
  ...moderator,
  method: 'GET',
  path: '/api/admin/reports',
  summary: 'Cases: open (most severe first), appealed (oldest first) or closed (latest first)',
  input: { ...page, state: opt(oneOf(['open', 'appealed', 'closed'])) },
  reply: paged(AdminReport),
})

export const adminReport = endpoint({
  ...moderator,
  method: 'GET',
  path: '/api/admin/report',
  summary: 'One case with the whole conversation',
  input: { id: id() },
  reply: obj({
    report: AdminReport,
    /** Other cases about the same member, the newest first. */
    others: arr(CaseLine),
    /** Later reports by the same reporter that were added to this case, the newest first. */
    added: arr(CaseLine),
    history: arr(AuditEntry),
  }),
})

export const takeReport = endpoint({
  ...moderator,
  method: 'POST',
  path: '/api/admin/report-take',
  summary: 'Take a case, take it over from a colleague, or give it back',
  input: { report_id: id(), action: oneOf(['take', 'take over', 'give back']) },
  reply: ok,
})

export const decideReport = endpoint({
  ...moderator,
  method: 'POST',
  path: '/api/admin/report-decision',
  summary: 'Close a report with an outcome',
  input: {
    report_id: id(),
    outcome: oneOf(['dismissed', 'warned', 'suspended', 'banned']),
    /** Only for moderators. */
    note: opt(text({ maxLength: 2000 })),
    /** For the member, by email and at log-in. Without it they get the reason of the report. */
    member_text: opt(text({ maxLength: MEMBER_TEXT.characters })),
    until_ts: opt(nullable(ts())),
  },
  reply: ok,
})

export const decideAppeal = endpoint({
  ...moderator,
  method: 'POST',
  path: '/api/admin/appeal-decision',
  summary: 'Decide an appeal: upholding it reverts the decision. Not for the person who made the decision',
  input: {
    report_id: id(),
    upheld: bool(),
    note: opt(text({ maxLength: 2000 })),
    member_text: opt(text({ maxLength: MEMBER_TEXT.characters })),
  },
  reply: ok,
})

const period = { from: ts(), to: ts() }

export const transparency = endpoint({
  ...admin,
  method: 'GET',
  path: '/api/admin/transparency',
  summary: 'Reports, outcomes, response times, closed accounts and appeals in a period',
  input: period,
  reply: Transparency,
})

export const transparencyFile = endpoint({
  ...admin,
  method: 'GET',
  path: '/api/admin/transparency-csv',
  summary: 'The same as a CSV file',
  input: period,
  reply: ok,
  carries: 'file',
})
