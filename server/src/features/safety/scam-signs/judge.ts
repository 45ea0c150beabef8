import { type RuleKey, scamRules } from './rules'

/** Points at which the sender is asked and the receiver warned, and at which a moderator must review. */
const WARN_AT = 5
/** If there are only weak signs, such as a web address or unclear wording. */
const WARN_ON_WEAK_AT = 7
const RESTRICT_AT = 15
/** This many warned receivers also lead to a restriction. */
export const RESTRICT_RECEIVERS = 2
/** Points of all conversations in a week together. */
export const RESTRICT_IN_ALL = 28

/** The history of two members before a message, from the view of its sender. */
export interface Background {
  /** Messages in each direction, and the seconds since the first one. */
  sent: number
  received: number
  age: number
  /** The counted signs of the sender and of the other member. */
  mine: readonly RuleKey[]
  theirs: readonly RuleKey[]
}

export interface Judgement {
  /** The signs in the message that count against its sender. */
  counted: RuleKey[]
  /** Points of the conversation including this message. */
  sum: number
  /** Whether to ask the sender first. */
  ask: boolean
  /** The step that the conversation has reached with this message. */
  step: 0 | 2 | 3
}

/** Two people who have both written for days may exchange phone numbers. */
const KNOWN_FOR = 5 * 86_400
const KNOWN_BY = 4

/** These occur by chance when two people write for months. */
const SMALL: ReadonlySet<RuleKey> = new Set(['worded-slightly', 'worded-rather', 'worded-likely'])

/** Whether it is more than a weak sign. */
const isStrong = (key: RuleKey): boolean =>
  key === 'worded-clearly' || (subjectOf(key) !== 'wording' && scamRules[key].weight >= 2)

const subjectOf = (key: RuleKey) => scamRules[key].subject
const isKnown = ({ sent, received, age }: Background): boolean =>
  age >= KNOWN_FOR && sent >= KNOWN_BY && received >= KNOWN_BY

/** A rule counts fully once, and a little for the next two times. */
export function sumOf(keys: readonly RuleKey[]): number {
  const times = new Map<RuleKey, number>()
  for (const key of keys) times.set(key, (times.get(key) ?? 0) + 1)
  let sum = 0
  for (const [key, n] of times) sum += scamRules[key].weight + Math.min(n - 1, 2) * scamRules[key].again
  return sum
}

/** The only place where signs become steps. The server and the benchmark both use it. */
export function judge(signs: readonly RuleKey[], background: Background): Judgement {
  // Wording is not a subject that somebody brings up.
  const theirSubjects = new Set(background.theirs.map(subjectOf))
  theirSubjects.delete('wording')
  // A victim asks back, offers help and repeats what they were asked for.
  const [theirSum, mySum] = [sumOf(background.theirs), sumOf(background.mine)]
  const isVictim = theirSum >= WARN_AT && mySum < WARN_AT
  // The wording of a reply follows the message that it replies to.
  const isReplying = theirSum > Math.max(mySum, 1)
  const counted = signs.filter((key) => {
    const subject = subjectOf(key)
    if (theirSubjects.has(subject) || isVictim || (isReplying && subject === 'wording')) return false
    return !isKnown(background) || (subject !== 'move' && !SMALL.has(key))
  })
  const all = [...background.mine, ...counted]
  const sum = sumOf(all)
  const hasNewSigns = counted.length > 0
  const warnAt = all.some(isStrong) ? WARN_AT : WARN_ON_WEAK_AT
  const step = sum >= RESTRICT_AT ? 3 : sum >= warnAt ? 2 : 0
  return { counted, sum, ask: hasNewSigns && step > 0, step }
}
