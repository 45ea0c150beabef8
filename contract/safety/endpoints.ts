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
    recipient_id: id(),
  },
  reply: ok,
  rates: [{ per: 'member', limit: 30, seconds: 3600 }],
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
  summary: 'Appeal once against a warning, a suspension or a ban, by the key in the mail',
  input: { ...appealKey, text: text({ maxLength: APPEAL_TEXT.characters }) },
  reply: ok,
  rates: [{ per: 'address', limit: 10, seconds: 3600 }],
})
