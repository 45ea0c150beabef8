import type { Found } from './find-topics'

/** What is brought up with a sign: whoever did so first is counted for it, never the one who answers. */
type Subject = 'move' | 'money' | 'invest' | 'papers' | 'site' | 'threat' | 'manner' | 'spread' | 'wording'

interface Pattern {
  /** All of these, within so many words of each other. */
  all: readonly Found[]
  within: number
}

export interface ScamRule {
  /** In words, for the admins' page. */
  label: string
  subject: Subject
  weight: number
  /** Points for each of two more times. */
  again: number
  /** Any of these. */
  patterns: readonly Pattern[]
  /** Only where no narrower rule of its subject fits the message. */
  isWide?: boolean
  /** Not where one of these stands in the message. */
  unless?: readonly Found[]
}

export const near = (within: number, ...all: Found[]): Pattern => ({ all, within })
export const rule = (
  label: string,
  subject: Subject,
  weight: number,
  patterns: readonly Pattern[],
  unless?: readonly Found[],
): ScamRule => ({ label, subject, weight, again: 1, patterns, unless })
/** What a narrower rule of the same subject says already is not said twice. */
export const wide = (...given: Parameters<typeof rule>): ScamRule => ({ ...rule(...given), isWide: true })
/** Learnt (wording.ts). Other words of the same kind are a sign anew. */
export const wording = (label: string, weight: number): ScamRule => ({
  label,
  subject: 'wording',
  weight,
  again: Math.min(weight, 3),
  patterns: [],
})
