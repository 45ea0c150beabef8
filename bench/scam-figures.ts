import type { Conversation, Side } from './scam-town/read-town'

/** What the shield says to one message: whether its sender is asked first, and what the conversation has come to. */
interface Judgement {
  ask: boolean
  step: number
}

export type Judge = (messages: { from: Side; ts: number; text: string }[]) => Judgement[]

interface Share {
  of: number
  caught: number
}

export interface Figures {
  /** Of the people about whom somebody was warned (step 2), the share of scammers. */
  precision: number
  /** Of the scammers, the share about whom somebody was warned. */
  recall: number
  perScript: Record<string, Share>
  /** The scammer's how-manieth message warned, in the median; a scammer who was missed counts as never. */
  medianMessage: number
  /** Of the messages of everybody else, how many were asked about before sending (step 1). */
  ordinary: { of: number; asked: number }
  /** Answers of the scammers' victims that were asked about or warned of. */
  victimsFlagged: number
  /** Conversations that were judged wrongly, and how. */
  wrong: string[]
}

/** Seconds at which each message was sent, the first at 0. */
export function timed({ messages }: Conversation): { from: Side; ts: number; text: string }[] {
  let ts = 0
  return messages.map(({ from, after, text }, at) => {
    if (at > 0) ts += after
    return { from, ts, text }
  })
}

export function scamFigures(town: readonly Conversation[], judge: Judge): Figures {
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

/** The upper one of two in the middle: never better than it was. */
function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN
}
