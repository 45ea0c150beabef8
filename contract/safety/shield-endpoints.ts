import { endpoint } from '../endpoint'
import { arr, int, nullable, num, obj, ok, oneOf, type Static, text, ts } from '../shapes'
import { scamRuleModes } from './rules'

export const ScamRule = obj({
  key: text(),
  /** What it looks for, in words. */
  label: text(),
  mode: oneOf(scamRuleModes),
  hits: int(),
  /** By a receiver's “It’s fine”, by a moderator, or after an appeal. */
  dismissed: int(),
  upheld: int(),
  /** upheld of upheld and dismissed, from 0 to 1; null before anything was decided. */
  precision: nullable(num()),
})

export type ScamRule = Static<typeof ScamRule>

/** Since when the member starts no conversations, and what they say of it. */
export const MessagingRestriction = obj({
  since_ts: ts(),
  ended_ts: nullable(ts()),
  appeal_text: nullable(text()),
  appeal_ts: nullable(ts()),
})

/**
 * Messages with signs, conversations above which a warning was put, warnings that the receiver dismissed, cases raised,
 * and what moderators decided of those.
 */
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
  summary: 'The rules of the scam shield: what each found in the last 90 days, and how often it was right',
  input: {},
  reply: obj({ items: arr(ScamRule) }),
})
export const changeScamRule = endpoint({
  access: 'admin',
  method: 'POST',
  path: '/api/admin/scam-rule',
  summary: 'Switch a rule of the scam shield on or off, or let it count only, in every process at once',
  input: { key: text({ maxLength: 60, problem: 'scam-rule.unknown' }), mode: oneOf(scamRuleModes) },
  reply: ok,
})
