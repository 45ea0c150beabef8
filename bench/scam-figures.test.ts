import { expect, test } from 'vitest'
import { type Judge, scamFigures } from './scam-figures'
import type { Conversation } from './scam-town/read-town'

/** Asks about every message with a !, and warns with the second of one sender. */
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

test('a scammer who was warned of is caught, at the message that did it; one who was not is never', () => {
  const town = [talk('a b! b b!', 'b'), talk('b! b! a', 'b'), talk('a b b', 'b')]
  const { recall, precision, medianMessage, perScript } = scamFigures(town, judge)
  expect(recall).toBeCloseTo(2 / 3)
  expect(precision).toBe(1)
  expect(medianMessage).toBe(3)
  expect(perScript).toEqual({ talk: { of: 3, caught: 2 } })
  expect(scamFigures([talk('a b', 'b')], judge).medianMessage).toBe(Number.POSITIVE_INFINITY)
})

test('whoever else is warned of lowers the precision, victims too', () => {
  const town = [talk('b! b! a! a! a', 'b'), talk('a! a! b')]
  const { precision, victimsFlagged, ordinary, wrong } = scamFigures(town, judge)
  expect(precision).toBeCloseTo(1 / 3)
  expect(victimsFlagged).toBe(3)
  expect(ordinary).toEqual({ of: 6, asked: 4 })
  expect(wrong).toEqual(['b! b! a! a! a: a warned of', 'a! a! b: a warned of'])
})

test('a message that is asked about is asked falsely, also where nobody was warned', () => {
  const { ordinary, wrong, precision } = scamFigures([talk('a! b a b'), talk('a b! b!', 'b')], judge)
  expect(ordinary).toEqual({ of: 5, asked: 1 })
  expect(wrong).toEqual(['a! b a b: a asked'])
  expect(precision).toBe(1)
})
