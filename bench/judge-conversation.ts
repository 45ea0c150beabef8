import { type Background, judge } from '../server/src/features/safety/scam-signs/judge'
import { readSigns, type ShieldWeights } from '../server/src/features/safety/scam-signs/read-signs'
import type { RuleKey } from '../server/src/features/safety/scam-signs/rules'
import { EARLIER, type EarlierMessage } from '../server/src/features/safety/scam-signs/talk'

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

/** The messages that the shield reads with the one at this place. */
export const earlierThan = <Side extends string>(
  messages: readonly Said<Side>[],
  at: number,
): EarlierMessage[] => {
  const { from, ts } = messages[at] as Said<Side>
  return messages
    .slice(Math.max(0, at - EARLIER.messages), at)
    .filter((one) => one.ts > ts - EARLIER.seconds)
    .map((one) => ({ text: one.text, isMine: one.from === from }))
}

/** The shield's judgement of each message, if every question had been confirmed. */
export function judgeConversation<Side extends string>(
  messages: readonly Said<Side>[],
  weights?: ShieldWeights,
): Judged[] {
  const sent = new Map<Side, number>()
  const counted = new Map<Side, RuleKey[]>()
  const first = messages[0]?.ts ?? 0
  return messages.map(({ from, ts, text }, at) => {
    const other = [...sent.keys()].find((side) => side !== from)
    const background: Background = {
      sent: sent.get(from) ?? 0,
      received: (other === undefined ? undefined : sent.get(other)) ?? 0,
      age: ts - first,
      mine: counted.get(from) ?? [],
      theirs: (other === undefined ? undefined : counted.get(other)) ?? [],
    }
    const verdict = judge(readSigns(text, earlierThan(messages, at), weights), background)
    sent.set(from, background.sent + 1)
    counted.set(from, [...background.mine, ...verdict.counted])
    return verdict
  })
}
