import { AuditEntry, admin, moderator, page, Transparency } from '../admin/shapes'
import { endpoint } from '../endpoint'
import { arr, bool, flag, id, int, nullable, obj, ok, oneOf, opt, text, ts } from '../shapes'
import { AdminReport, CaseLine, Reason, ReplyTemplate, replyTemplateFields } from './case-shapes'
import {
  type CaseAge,
  caseAges,
  caseOutcomes,
  caseSorts,
  MEMBER_TEXT,
  type Urgency,
  urgencies,
} from './rules'

const keysOf = <K extends string>(table: Readonly<Record<K, unknown>>) => Object.keys(table) as K[]

/** The filters of the open cases, which also decide what the next case is. */
const filters = {
  /** `mine`: taken by the caller, or decided by them if it is closed. */
  assigned: opt(oneOf(['mine', 'unassigned'])),
  /** The key of a reason. */
  reason: opt(text({ maxLength: 60 })),
  urgency: opt(oneOf(keysOf<Urgency>(urgencies))),
  /** The case arrived at least this long ago. */
  age: opt(oneOf(keysOf<CaseAge>(caseAges))),
  raised_by: opt(oneOf(['member', 'shield'])),
  /** The number of a case or a member, or the beginning of a member's name or address. */
  q: opt(text({ maxLength: 254 })),
  /** Without it, the most urgent open case, the oldest appeal or the latest decision comes first. */
  sort: opt(oneOf(caseSorts)),
}

export const adminReports = endpoint({
  ...moderator,
  method: 'GET',
  path: '/api/admin/reports',
  summary: 'Cases: open (most severe first), appealed (oldest first) or closed (latest first)',
  input: {
    ...page,
    ...filters,
    state: opt(oneOf(['open', 'appealed', 'closed'])),
    outcome: opt(oneOf(caseOutcomes)),
  },
  reply: obj({
    items: arr(AdminReport),
    pages: int(),
    /** All cases that match, at most 10,000. */
    total: int(),
    /** The reasons to filter by. */
    reasons: arr(Reason),
  }),
})

export const nextReport = endpoint({
  ...moderator,
  method: 'POST',
  path: '/api/admin/report-next',
  summary:
    'Take the first open case that matches the filters and is free or already yours; null if there is none',
  input: filters,
  reply: obj({ report_id: nullable(int()) }),
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
    /** Reports by the member, and reports by and about the reporter, the newest first. */
    earlier: arr(CaseLine),
    /** Later reports by the same reporter that were added to this case, the newest first. */
    added: arr(CaseLine),
    history: arr(AuditEntry),
    /** The number of people that a ban can warn, because the member wrote to them in the last 365 days. */
    warn_count: int(),
    /** The reason of the report suggests a scam, so the form offers the warning ticked. */
    warn_default: bool(),
    /** The warnings that the decision asked for: when they are due, and the number sent so far. */
    warnings: nullable(obj({ due_ts: ts(), sent: int(), withdrawn: bool() })),
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
    outcome: oneOf(caseOutcomes),
    /** Only for moderators. */
    note: opt(text({ maxLength: 2000 })),
    /** For the member, by email and at log-in. Without it they get the reason of the report. */
    member_text: opt(text({ maxLength: MEMBER_TEXT.characters })),
    until_ts: opt(nullable(ts())),
    /** With a ban: warn the people the member wrote to, 15 minutes later. Default: no. */
    warn: opt(flag()),
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

export const replyTemplates = endpoint({
  ...moderator,
  method: 'GET',
  path: '/api/admin/reply-templates',
  summary: 'Reply templates for decisions, by title, with the reasons they can be for',
  input: {},
  reply: obj({ items: arr(ReplyTemplate), reasons: arr(Reason) }),
})

export const saveReplyTemplate = endpoint({
  ...admin,
  method: 'POST',
  path: '/api/admin/reply-template',
  summary: 'Add a reply template, or change one with the version that was read',
  input: { ...replyTemplateFields, id: opt(id()), version: opt(int({ minimum: 1 })) },
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
