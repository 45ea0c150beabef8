import { type RuleKey, scamRules } from './rules'

/** Points at which the sender is asked and the receiver warned, and at which a moderator has to look. */
const WARN_AT = 5
/** Where there are only little things: a site's address, a wording that is not clear. */
const WARN_OF_LITTLE_AT = 7
const RESTRICT_AT = 15
/** So many receivers who were warned are as much as one sum. */
export const RESTRICT_RECEIVERS = 2
/** Points of all conversations of a week together. */
export const RESTRICT_IN_ALL = 28

/** What there was between two people before a message, seen from its sender. */
export interface Background {
  /** Messages either way, and seconds since the first of them. */
  sent: number
  received: number
  age: number
  /** Signs that were counted, of the sender and of the other. */
  mine: readonly RuleKey[]
  theirs: readonly RuleKey[]
}

export interface Judgement {
  /** Of the signs in the message those that its sender answers for. */
  counted: RuleKey[]
  /** Points of the conversation, this message included. */
  sum: number
  /** Whether the sender is asked first. */
  ask: boolean
  /** What the conversation has come to with this message. */
  step: 0 | 2 | 3
}

/** People who have talked for days, both of them, exchange numbers. */
const KNOWN_FOR = 5 * 86_400
const KNOWN_BY = 4

/** What comes together by chance where two people talk for months. */
const SMALL: ReadonlySet<RuleKey> = new Set(['worded-slightly', 'worded-rather', 'worded-likely'])

/** What is more than a little thing. */
const isGround = (key: RuleKey): boolean =>
  key === 'worded-clearly' || (subjectOf(key) !== 'wording' && scamRules[key].weight >= 2)

const subjectOf = (key: RuleKey) => scamRules[key].subject
const isKnown = ({ sent, received, age }: Background): boolean =>
  age >= KNOWN_FOR && sent >= KNOWN_BY && received >= KNOWN_BY

/** A rule counts whole once, and a little for the next two times. */
export function sumOf(keys: readonly RuleKey[]): number {
  const times = new Map<RuleKey, number>()
  for (const key of keys) times.set(key, (times.get(key) ?? 0) + 1)
  let sum = 0
  for (const [key, n] of times) sum += scamRules[key].weight + Math.min(n - 1, 2) * scamRules[key].again
  return sum
}

/** The one place where signs become steps: the server and the benchmark ask here. */
export function judge(signs: readonly RuleKey[], background: Background): Judgement {
  // A wording is no subject that somebody brings up.
  const theirSubjects = new Set(background.theirs.map(subjectOf))
  theirSubjects.delete('wording')
  // Who is being led on asks back, offers help and names what they were asked for.
  const [theirSum, mySum] = [sumOf(background.theirs), sumOf(background.mine)]
  const isLed = theirSum >= WARN_AT && mySum < WARN_AT
  // How an answer is worded is owed to what it answers.
  const isAnswering = theirSum > Math.max(mySum, 1)
  const counted = signs.filter((key) => {
    const subject = subjectOf(key)
    if (theirSubjects.has(subject) || isLed || (isAnswering && subject === 'wording')) return false
    return !isKnown(background) || (subject !== 'move' && !SMALL.has(key))
  })
  const all = [...background.mine, ...counted]
  const sum = sumOf(all)
  const isNews = counted.length > 0
  const warnAt = all.some(isGround) ? WARN_AT : WARN_OF_LITTLE_AT
  const step = sum >= RESTRICT_AT ? 3 : sum >= warnAt ? 2 : 0
  return { counted, sum, ask: isNews && step > 0, step }
}
