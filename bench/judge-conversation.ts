import { type Background, judge } from '../server/src/features/safety/scam-signs/judge'
import { EARLIER, readSigns } from '../server/src/features/safety/scam-signs/read-signs'
import type { RuleKey } from '../server/src/features/safety/scam-signs/rules'
import { learntWeights, type Weights } from '../server/src/features/safety/scam-signs/wording'

/** A message of a conversation, in order; `ts` in seconds. */
interface Said<Side extends string> {
  from: Side
  ts: number
  text: string
}

interface Judged {
  ask: boolean
  step: 0 | 2 | 3
  counted: readonly RuleKey[]
}

/** The shield's judgement of each message, if every question had been confirmed. */
export function judgeConversation<Side extends string>(
  messages: readonly Said<Side>[],
  weights: Weights = learntWeights,
): Judged[] {
  const sent = new Map<Side, number>()
  const counted = new Map<Side, RuleKey[]>()
  const said = new Map<Side, { ts: number; text: string }[]>()
  const first = messages[0]?.ts ?? 0
  return messages.map(({ from, ts, text }) => {
    const other = [...sent.keys()].find((side) => side !== from)
    const background: Background = {
      sent: sent.get(from) ?? 0,
      received: (other === undefined ? undefined : sent.get(other)) ?? 0,
      age: ts - first,
      mine: counted.get(from) ?? [],
      theirs: (other === undefined ? undefined : counted.get(other)) ?? [],
    }
    const earlier = (said.get(from) ?? [])
      .filter((one) => one.ts > ts - EARLIER.seconds)
      .slice(-EARLIER.messages)
      .map((one) => one.text)
    const verdict = judge(readSigns(text, earlier, weights), background)
    said.set(from, [...(said.get(from) ?? []), { ts, text }])
    sent.set(from, background.sent + 1)
    counted.set(from, [...background.mine, ...verdict.counted])
    return verdict
  })
}
