import { endpoint } from '../endpoint'
import { arr, bool, id, int, nullable, obj, ok, opt, text, ts } from '../shapes'
import { APPEAL_TEXT, REPORT_INFO } from './rules'

export const reportUser = endpoint({
  method: 'POST',
  path: '/api/report-user',
  access: 'active',
  summary: 'Report a member to the moderators, with the evidence sealed',
  input: {
    report_reason: text({ minLength: 1, maxLength: 100, problem: 'report.reason' }),
    report_reason_info: opt(nullable(text({ maxLength: REPORT_INFO.characters }))),
    // One of the two: a member, or somebody of past-contacts who can no longer be seen.
    recipient_id: opt(id()),
    ref: opt(text({ maxLength: 64, problem: 'report.ref' })),
    // The message that the report is about; the case marks it.
    message_id: opt(id()),
  },
  reply: ok,
  rates: [{ per: 'member', limit: 30, seconds: 3600 }],
  closedToImpersonation: true,
})

export const pastContacts = endpoint({
  method: 'GET',
  path: '/api/past-contacts',
  access: 'active',
  summary:
    'With whom there was contact in the last 180 days, also those who can no longer be seen; for a report',
  input: {},
  reply: obj({
    items: arr(
      obj({
        // Means nothing to anybody but the member who was given it.
        ref: text(),
        username: text(),
        last_ts: ts(),
        // They blocked the member, are deactivated, shut out or erased: which is not told.
        gone: bool(),
      }),
    ),
  }),
})

export const dismissScamWarning = endpoint({
  method: 'POST',
  path: '/api/scam-warning-dismiss',
  access: 'active',
  summary: 'Ours: “It’s fine”. The warning above the conversation with this member ends for good',
  input: { recipient_id: id() },
  reply: ok,
  rates: [{ per: 'member', limit: 60, seconds: 600 }],
  closedToImpersonation: true,
})

export const myReports = endpoint({
  method: 'GET',
  path: '/api/my-reports',
  access: 'active',
  summary: 'The state and outcome of what the member reported',
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

/** From the mail about a decision: a suspended or banned member has no session to appeal with. */
const appealKey = { report_id: id(), key: text({ maxLength: 64 }) }

export const readAppeal = endpoint({
  method: 'GET',
  path: '/api/appeal',
  access: 'public',
  summary: 'What was decided, and whether an appeal is possible, by the key in the mail',
  input: appealKey,
  reply: obj({
    report_id: int(),
    /** `held` while the scam shield's case waits for a moderator: no new conversations until then. */
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
    'Appeal once against a warning, a suspension, a ban or the scam shield’s hold, by the key in the mail',
  input: { ...appealKey, text: text({ maxLength: APPEAL_TEXT.characters }) },
  reply: ok,
  rates: [{ per: 'address', limit: 10, seconds: 3600 }],
})
