import { endpoint } from '../endpoint'
import { arr, bool, id, int, nullable, obj, ok, opt, type Static, text, ts } from '../shapes'
import { APPEAL_TEXT, REPORT_INFO } from './rules'

export const reportUser = endpoint({
  method: 'POST',
  path: '/api/report-user',
  access: 'active',
  summary: 'Report a member to the moderators, with the evidence sealed',
  input: {
    report_reason: text({ minLength: 1, maxLength: 100, problem: 'report.reason' }),
    report_reason_info: opt(nullable(text({ maxLength: REPORT_INFO.characters }))),
    // Exactly one: a member, or a `ref` from past-contacts for someone who can no longer be seen.
    recipient_id: opt(id()),
    ref: opt(text({ maxLength: 64, problem: 'report.ref' })),
    // The reported message, which the case highlights.
    message_id: opt(id()),
  },
  reply: ok,
  // Counts every try. The action accepts 30 new reports a day.
  rates: [{ per: 'member', limit: 60, seconds: 3600 }],
  closedToImpersonation: true,
})

export const pastContacts = endpoint({
  method: 'GET',
  path: '/api/past-contacts',
  access: 'active',
  summary:
    'People the member can report: all contacts of the last 180 days, latest first, even those who can no longer be seen',
  input: {
    p: opt(int({ minimum: 1 })),
    // The start of a first name; case and accents do not matter.
    q: opt(text({ maxLength: 50 })),
    // Beyond the specification: the month of the last contact in the time zone of the site, as 2026-11.
    month: opt(text({ pattern: '^\\d{4}-(0[1-9]|1[0-2])$' })),
  },
  reply: obj({
    items: arr(
      obj({
        // Only valid for the member who received it.
        ref: text(),
        username: text(),
        last_ts: ts(),
        // Whether they blocked the member, are deactivated, suspended, banned or erased; the reason stays private.
        gone: bool(),
      }),
    ),
    pages: int(),
  }),
  rates: [{ per: 'member', limit: 120, seconds: 600 }],
})

export const dismissScamWarning = endpoint({
  method: 'POST',
  path: '/api/scam-warning-dismiss',
  access: 'active',
  summary: '“It’s fine”: remove the scam warning from the conversation with this member for good',
  input: { recipient_id: id() },
  reply: ok,
  rates: [{ per: 'member', limit: 60, seconds: 600 }],
  closedToImpersonation: true,
})

export const myReports = endpoint({
  method: 'GET',
  path: '/api/my-reports',
  access: 'active',
  summary: 'The member’s reports with their state and outcome',
  // A reported admin could find out the reporter.
  closedToImpersonation: true,
  input: {},
  reply: obj({
    reports: arr(
      obj({
        id: int(),
        reason: text(),
        state: text(),
        outcome: nullable(text()),
        created_ts: ts(),
        closed_ts: nullable(ts()),
      }),
    ),
  }),
})

/** A warning about a banned member, or a correction of it: `withdrawn`. */
export const SafetyNotice = obj({
  id: int(),
  /** The first name that the receiver knew. */
  username: text(),
  /** Of the last message, such as 2026-11. */
  month: text(),
  created_ts: ts(),
  seen: bool(),
  withdrawn: bool(),
})
export type SafetyNotice = Static<typeof SafetyNotice>

export const safetyNotices = endpoint({
  method: 'GET',
  path: '/api/safety-notices',
  access: 'active',
  summary: 'Warnings about banned members who wrote to the member, newest first',
  input: {},
  reply: obj({ items: arr(SafetyNotice) }),
  rates: [{ per: 'member', limit: 120, seconds: 600 }],
})

export const safetyNoticeSeen = endpoint({
  method: 'POST',
  path: '/api/safety-notice-seen',
  access: 'active',
  summary: 'Dismiss the banner of a warning or correction',
  input: { id: id() },
  reply: ok,
  rates: [{ per: 'member', limit: 120, seconds: 600 }],
  closedToImpersonation: true,
})

/** From the email about a decision, because a suspended or banned member has no session to appeal with. */
const appealKey = { report_id: id(), key: text({ maxLength: 64 }) }

export const readAppeal = endpoint({
  method: 'GET',
  path: '/api/appeal',
  access: 'public',
  summary: 'The decision, and whether an appeal is possible; with the key from the email',
  input: appealKey,
  reply: obj({
    report_id: int(),
    /** `held` while the scam shield's case is undecided: the member cannot start conversations until then. */
    outcome: text(),
    member_text: text(),
    closed_ts: ts(),
    until_ts: nullable(ts()),
    may_appeal: bool(),
    appeal: nullable(obj({ text: text(), created_ts: ts(), upheld: nullable(bool()) })),
  }),
  rates: [{ per: 'address', limit: 30, seconds: 600 }],
})

export const sendAppeal = endpoint({
  method: 'POST',
  path: '/api/appeal',
  access: 'public',
  summary:
    'Appeal once against a warning, suspension, ban or messaging restriction; with the key from the email',
  input: { ...appealKey, text: text({ maxLength: APPEAL_TEXT.characters }) },
  reply: ok,
  rates: [{ per: 'address', limit: 10, seconds: 3600 }],
})
