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
  perScript: Record<string, Share>
  /** The median number of the scammer's message that led to the warning. A missed scammer counts as never. */
  medianMessage: number
  /** Messages of everyone else: how many there were, and how many were asked about before sending (step 1). */
  ordinary: { of: number; asked: number }
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
  const warnedAt: number[] = []
  const wrong: string[] = []
  let falselyWarned = 0
  let victimsFlagged = 0
  for (const conversation of town) {
    const { id, label, about, messages, scammer } = conversation
    const verdicts = judge(timed(conversation))
    for (const side of ['a', 'b'] as const) {
      const own = verdicts.filter((_, at) => messages[at]?.from === side)
      const warned = own.findIndex(({ step }) => step >= 2)
      if (side === scammer) {
        perScript[about] ??= { of: 0, caught: 0 }
        perScript[about].of += 1
        if (warned >= 0) perScript[about].caught += 1
        else wrong.push(`${id}: missed`)
        warnedAt.push(warned >= 0 ? warned + 1 : Number.POSITIVE_INFINITY)
        continue
      }
      const asked = own.filter(({ ask }) => ask).length
      ordinary.of += own.length
      ordinary.asked += asked
      if (warned >= 0) falselyWarned += 1
      if (label === 'scam') victimsFlagged += own.filter(({ ask, step }) => ask || step >= 2).length
      if (asked > 0 || warned >= 0) wrong.push(`${id}: ${side} ${warned >= 0 ? 'warned of' : 'asked'}`)
    }
  }
  const caught = warnedAt.filter(Number.isFinite).length
  return {
    precision: caught / (caught + falselyWarned),
    recall: caught / warnedAt.length,
    perScript,
    medianMessage: median(warnedAt),
    ordinary,
    victimsFlagged,
    wrong,
  }
}

/** The upper of two middle values, so that the result never looks better than it was. */
function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN
}
