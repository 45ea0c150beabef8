import { endpoint } from '../endpoint'
import { arr, id, int, nullable, obj, ok, opt, text, ts } from '../shapes'
import { REPORT_INFO } from './rules'

export const reportUser = endpoint({
  method: 'POST',
  path: '/api/report-user',
  door: 'active',
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
  door: 'active',
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
