import { expect, test } from 'vitest'
import { type Judge, scamMetrics, wilson } from './scam-metrics'
import type { Conversation } from './scam-town/read-town'

/** Asks about every message with a !, and warns at the second one of a sender. */
const judge: Judge = (messages) => {
  const loud = { a: 0, b: 0 }
  return messages.map(({ from, text }) => {
    const ask = text.includes('!')
    if (ask) loud[from] += 1
    return { ask, step: loud[from] >= 2 ? 2 : 0 }
  })
}

function talk(said: string, scammer?: 'a' | 'b'): Conversation {
  const messages = said
    .split(' ')
    .map((word) => ({ from: word.slice(0, 1) as 'a' | 'b', after: 60, text: word }))
  return { id: said, label: scammer ? 'scam' : 'innocent', about: 'talk', messages, scammer }
}

test('a scammer is caught at the message that led to the warning; without a warning they are missed', () => {
  const town = [talk('a b! b b!', 'b'), talk('b! b! a', 'b'), talk('a b b', 'b')]
  const { recall, precision, medianMessage, perScript } = scamMetrics(town, judge)
  expect(recall).toBeCloseTo(2 / 3)
  expect(precision).toBe(1)
  expect(medianMessage).toBe(3)
  expect(perScript).toEqual({ talk: { of: 3, caught: 2 } })
  expect(scamMetrics([talk('a b', 'b')], judge).medianMessage).toBe(Number.POSITIVE_INFINITY)
})

test('warnings about anyone else lower the precision, also about victims', () => {
  const town = [talk('b! b! a! a! a', 'b'), talk('a! a! b')]
  const { precision, victimsFlagged, ordinary, wrong } = scamMetrics(town, judge)
  expect(precision).toBeCloseTo(1 / 3)
  expect(victimsFlagged).toBe(3)
  expect(ordinary).toEqual({ of: 6, asked: 4 })
  expect(wrong).toEqual(['b! b! a! a! a: a warned of', 'a! a! b: a warned of'])
})

test('ordinary conversations and victims are counted as people, not as messages', () => {
  const town = [talk('b! b! a! a! a', 'b'), talk('a! a! b'), talk('a b a'), talk('b! a', 'b')]
  const { conversations, victims, scams, caught } = scamMetrics(town, judge)
  expect(conversations).toEqual({ of: 2, warned: 1 })
  expect(victims).toEqual({ of: 2, flagged: 1 })
  expect([caught, scams]).toEqual([1, 2])
})

test('the confidence interval of a few of many includes what is likely', () => {
  expect(wilson(0, 1000).low).toBe(0)
  expect(wilson(0, 1000).high).toBeCloseTo(0.0038, 4)
  expect(wilson(50, 100).low).toBeCloseTo(0.404, 3)
  expect(wilson(50, 100).high).toBeCloseTo(0.596, 3)
})

test('a question to an innocent sender is a false one, even without a warning', () => {
  const { ordinary, wrong, precision } = scamMetrics([talk('a! b a b'), talk('a b! b!', 'b')], judge)
  expect(ordinary).toEqual({ of: 5, asked: 1 })
  expect(wrong).toEqual(['a! b a b: a asked'])
  expect(precision).toBe(1)
})
