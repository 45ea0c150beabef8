import { type RuleKey, scamRules } from './rules'

/** The weight of a rule that warns on its own: a request for something grave, in one message or in several. */
export const GRAVE = 5
/** Points of smaller signs at which the receiver is warned. */
const WARN_AT = 6
/** If there are only weak signs, such as a web address, unclear wording or another app. */
const WARN_ON_WEAK_AT = 7
/** Points at which the sender is also asked, without what only several messages show together. */
const ASK_AT = 8
/** Points at which a moderator must review. */
const RESTRICT_AT = 18
/** This many warned receivers also lead to a restriction, each with a subject and this many points. */
const RESTRICT_RECEIVERS = 2
const RESTRICT_EACH_AT = 10
/** Points of all conversations with a subject in a week together. */
const RESTRICT_IN_ALL = 28

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
  /** With those of earlier messages. */
  all: RuleKey[]
  /** Points of the conversation including this message. */
  sum: number
  /** Whether to ask the sender first. */
  ask: boolean
  /** The step that the conversation has reached with this message. */
  step: 0 | 2 | 3
}

/** The weight of rules that match a request or an offer, not only words. */
const ASKING = 3

/** Two people who have both written for days may exchange phone numbers. */
const KNOWN_FOR = 5 * 86_400
const KNOWN_BY = 4

const subjectOf = (key: RuleKey) => scamRules[key].subject

/** A subject that somebody brings up. Wording and manner are not subjects: they only strengthen one in the same message. */
export const isConcrete = (key: RuleKey): boolean => {
  const subject = subjectOf(key)
  return subject !== 'wording' && subject !== 'manner' && subject !== 'spread' && subject !== 'follow'
}
/** A weak sign that may also be a reply, which repeats what the other member asks for. It raises no subject. */
const HINT: RuleKey = 'parts-money-hint'
/** More than a weak sign, such as a web address. */
const isStrong = (key: RuleKey): boolean => isConcrete(key) && scamRules[key].weight >= 2

/** Subjects that a short question comes back to ("Where is the payment?"). */
const FOLLOWED: ReadonlySet<string> = new Set([
  'money',
  'invest',
  'papers',
  'pictures',
  'threat',
  'move',
  'site',
])
const isFollowed = (key: RuleKey): boolean => isStrong(key) && FOLLOWED.has(subjectOf(key))

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
  const counted = countedSigns(signs, background)
  const all = [...background.mine, ...counted]
  const sum = sumOf(all)
  // Ordinary members move to another app too.
  const isStronger = all.some((key) => isStrong(key) && subjectOf(key) !== 'move')
  const isWarned =
    all.some(isGrave) ||
    (isStronger ? sum >= WARN_AT : sum >= WARN_ON_WEAK_AT || sumOf(all.filter(isConcrete)) >= WARN_AT)
  const step = sumOf(all.filter(isSaid)) >= RESTRICT_AT ? 3 : isWarned ? 2 : 0
  return { counted, all, sum, ask: counted.length > 0 && step > 0 && mustAsk(all), step }
}

/** Shown by one message. Signs that only several show together (parts.ts, talk.ts) warn, and never ask or restrict. */
const isSaid = (key: RuleKey): boolean => !key.startsWith('parts-') && !key.startsWith('talk-')
const isGrave = (key: RuleKey): boolean => isConcrete(key) && scamRules[key].weight >= GRAVE

/** A question needs one message that asks for something grave, or more points than a warning. */
function mustAsk(all: readonly RuleKey[]): boolean {
  const said = all.filter(isSaid)
  return sumOf(said) >= ASK_AT || said.some(isGrave)
}

/** Each subject counts against the member who first raised it, and never against the one who replies to it. */
function countedSigns(signs: readonly RuleKey[], background: Background): RuleKey[] {
  const theirSubjects = new Set(
    background.theirs.filter((key) => isConcrete(key) && key !== HINT).map(subjectOf),
  )
  const isOld = isKnown(background)
  // Somebody who replies to a scammer also names money, codes and other apps, without asking for them.
  const isReplying = sumOf(background.theirs) >= GRAVE && background.theirs.some(isStrong)
  const concrete = signs.filter((key) => {
    const subject = subjectOf(key)
    if (!isConcrete(key) || theirSubjects.has(subject) || (isOld && subject === 'move')) return false
    // A hint adds nothing to a sign of the same subject.
    if (key === HINT && background.mine.some((one) => subjectOf(one) === subject)) return false
    return !isReplying || (scamRules[key].weight >= ASKING && isSaid(key))
  })
  return signs.filter((key) => {
    const subject = subjectOf(key)
    if (isConcrete(key)) return concrete.includes(key)
    if (subject === 'follow') return background.mine.some(isFollowed)
    return subject === 'spread' || concrete.length > 0
  })
}

interface CountedConversation {
  isWarned: boolean
  keys: readonly RuleKey[]
  /** Those of the last week. */
  recent: readonly RuleKey[]
}

/** Whether all conversations of a sender together need a moderator. Each needs a subject: wording never restricts. */
export function restrictsInAll(conversations: readonly CountedConversation[]): boolean {
  const said = conversations.map((one) => ({
    isWarned: one.isWarned,
    keys: one.keys.filter(isSaid),
    recent: one.recent.filter(isSaid),
  }))
  const raised = said.filter(({ keys }) => keys.some(isStrong))
  const grave = raised.filter(({ isWarned, keys }) => isWarned && sumOf(keys) >= RESTRICT_EACH_AT)
  if (grave.length >= RESTRICT_RECEIVERS) return true
  const recent = raised.filter((one) => one.recent.some(isStrong)).map((one) => sumOf(one.recent))
  return recent.length >= RESTRICT_RECEIVERS && recent.reduce((all, sum) => all + sum, 0) >= RESTRICT_IN_ALL
}
