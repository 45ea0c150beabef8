import { endpoint } from '../endpoint'
import { arr, int, nullable, num, obj, ok, oneOf, type Static, text, ts } from '../shapes'
import { scamRuleModes } from './rules'

export const ScamRule = obj({
  key: text(),
  /** A description for admins. */
  label: text(),
  mode: oneOf(scamRuleModes),
  hits: int(),
  /** By a receiver (“It’s fine”), by a moderator, or after an appeal. */
  dismissed: int(),
  upheld: int(),
  /** upheld / (upheld + dismissed), from 0 to 1; null before the first decision. */
  precision: nullable(num()),
})

export type ScamRule = Static<typeof ScamRule>

/** The member cannot start conversations between these times, and may appeal. */
export const MessagingRestriction = obj({
  since_ts: ts(),
  ended_ts: nullable(ts()),
  appeal_text: nullable(text()),
  appeal_ts: nullable(ts()),
})

/** `messages` have scam signs; `warnings` are conversations with a warning; `cases` were raised by the shield. */
export const ShieldCounts = obj({
  messages: int(),
  warnings: int(),
  warnings_dismissed: int(),
  cases: int(),
  cases_dismissed: int(),
  cases_upheld: int(),
})

export const scamRules = endpoint({
  access: 'admin',
  method: 'GET',
  path: '/api/admin/scam-rules',
  summary: 'The rules of the scam shield, with the hits and the precision of the last 90 days',
  input: {},
  reply: obj({ items: arr(ScamRule) }),
})
export const changeScamRule = endpoint({
  access: 'admin',
  method: 'POST',
  path: '/api/admin/scam-rule',
  summary: 'Switch a scam shield rule on, off or to counting only, immediately in every process',
  input: { key: text({ maxLength: 60, problem: 'scam-rule.unknown' }), mode: oneOf(scamRuleModes) },
  reply: ok,
})
