import { scamRuleModes } from '../safety/scam-rules'
import { int, nullable, num, obj, oneOf, type Static, text, ts } from '../shapes'

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
export const Hold = obj({
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
