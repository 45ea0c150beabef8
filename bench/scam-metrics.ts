import type { Conversation, Side } from './scam-town/read-town'

/** The judgement of one message: whether to ask its sender first, and the step that the conversation has reached. */
interface Judgement {
  ask: boolean
  step: number
}

export type Judge = (messages: { from: Side; ts: number; text: string }[]) => Judgement[]

interface Share {
  of: number
  caught: number
}

export interface ScamMetrics {
  /** The share of scammers among the people warned about (step 2). */
  precision: number
  /** The share of scammers that somebody was warned about. */
  recall: number
  /** The numbers behind it. */
  scams: number
  caught: number
  perScript: Record<string, Share>
  /** The median number of the scammer's message that led to the warning. A missed scammer counts as never. */
  medianMessage: number
  /** The same, counted from the message that first brings up the topic: that message is 1. */
  medianFromTopic: number
  /** Messages of everyone else: how many there were, and how many were asked about before sending (step 1). */
  ordinary: { of: number; asked: number }
  /** Conversations without a scammer: how many there were, and in how many somebody was warned about. */
  conversations: { of: number; warned: number }
  /** Victims: how many there were, and how many of them were asked or warned about. */
  victims: { of: number; flagged: number }
  /** Replies of victims that were asked about or led to a warning. */
  victimsFlagged: number
  /** Conversations that were judged wrongly, and how. */
  wrong: string[]
}

/** The time of each message in seconds; the first is at 0. */
export function timed({ messages }: Conversation): { from: Side; ts: number; text: string }[] {
  let ts = 0
  return messages.map(({ from, after, text }, at) => {
    if (at > 0) ts += after
    return { from, ts, text }
  })
}

export function scamMetrics(town: readonly Conversation[], judge: Judge): ScamMetrics {
  const perScript: Record<string, Share> = {}
  const ordinary = { of: 0, asked: 0 }
  const conversations = { of: 0, warned: 0 }
  const victims = { of: 0, flagged: 0 }
  const warnedAt: number[] = []
  const fromTopic: number[] = []
  const wrong: string[] = []
  let falselyWarned = 0
  let victimsFlagged = 0
  for (const conversation of town) {
    const { id, label, about, messages, scammer, topicAt = 0 } = conversation
    const verdicts = judge(timed(conversation))
    if (label === 'innocent') {
      conversations.of += 1
      if (verdicts.some(({ step }) => step >= 2)) conversations.warned += 1
    }
    for (const side of ['a', 'b'] as const) {
      const own = verdicts.filter((_, at) => messages[at]?.from === side)
      const warned = own.findIndex(({ step }) => step >= 2)
      if (side === scammer) {
        perScript[about] ??= { of: 0, caught: 0 }
        perScript[about].of += 1
        if (warned >= 0) perScript[about].caught += 1
        else wrong.push(`${id}: missed`)
        warnedAt.push(warned >= 0 ? warned + 1 : Number.POSITIVE_INFINITY)
        const before = messages.slice(0, topicAt).filter(({ from }) => from === side).length
        fromTopic.push(warned >= 0 ? warned + 1 - before : Number.POSITIVE_INFINITY)
        continue
      }
      const asked = own.filter(({ ask }) => ask).length
      ordinary.of += own.length
      ordinary.asked += asked
      if (warned >= 0) falselyWarned += 1
      if (label === 'scam') {
        const flagged = own.filter(({ ask, step }) => ask || step >= 2).length
        victimsFlagged += flagged
        victims.of += 1
        if (flagged > 0) victims.flagged += 1
      }
      if (asked > 0 || warned >= 0) wrong.push(`${id}: ${side} ${warned >= 0 ? 'warned of' : 'asked'}`)
    }
  }
  const caught = warnedAt.filter(Number.isFinite).length
  return {
    precision: caught / (caught + falselyWarned),
    recall: caught / warnedAt.length,
    scams: warnedAt.length,
    caught,
    perScript,
    medianMessage: median(warnedAt),
    medianFromTopic: median(fromTopic),
    ordinary,
    conversations,
    victims,
    victimsFlagged,
    wrong,
  }
}

/** The upper of two middle values, so that the result never looks better than it was. */
function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN
}

/** The 95 % confidence interval of a share (Wilson), which is right for a few of many. */
export function wilson(part: number, of: number): { low: number; high: number } {
  if (of === 0) return { low: 0, high: 1 }
  const z2 = 1.96 ** 2
  const share = part / of
  const middle = (share + z2 / (2 * of)) / (1 + z2 / of)
  const width = (1.96 * Math.sqrt((share * (1 - share)) / of + z2 / (4 * of * of))) / (1 + z2 / of)
  return { low: Math.max(0, middle - width), high: Math.min(1, middle + width) }
}
