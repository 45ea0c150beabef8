import { describe, expect, test } from 'vitest'
import { judgeConversation } from '../judge-conversation'
import { scamMetrics, timed } from '../scam-metrics'
import {
  authorOf,
  type Conversation,
  isBlind,
  readCrowd,
  readGuests,
  readStrangers,
  readTown,
} from './read-town'
import { type Style, styles } from './restyle'

const HALVES = ['first-half', 'second-half'] as const
const town = { 'first-half': readTown('first-half'), 'second-half': readTown('second-half') }
const everybody = Object.values(town).flat()
const words = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? []

/** The number of conversations per label and script or theme. */
function counts(
  conversations: readonly Conversation[],
  label: Conversation['label'],
): Record<string, number> {
  const count: Record<string, number> = {}
  for (const { about } of conversations.filter((one) => one.label === label))
    count[about] = (count[about] ?? 0) + 1
  return count
}

/** A spelt-out name, or a fictional phone number in words. These are few and not sentences. */
const isSpeltOut = (run: string) =>
  /^(?:(?:\w|zero|one|two|three|four|five|six|seven|eight|nine) ?)+$/.test(run)

/** All runs of this many words in the messages of one half. */
function runs(half: (typeof HALVES)[number], length: number): Set<string> {
  const texts = town[half].flatMap((one) => one.messages.map((message) => words(message.text)))
  return new Set(texts.flatMap((text) => runsOf(text, length)))
}

function runsOf(text: string[], length: number): string[] {
  const starts = [...text.keys()].slice(0, Math.max(0, text.length - length + 1))
  return starts.map((at) => text.slice(at, at + length).join(' '))
}

describe('the labelled town: 200 scams with eight scripts and 200 innocent conversations, in two halves', () => {
  test('has 25 scams of each script and 20 innocent conversations of each theme', () => {
    const scams = counts(everybody, 'scam')
    const innocent = counts(everybody, 'innocent')
    expect(Object.keys(scams)).toHaveLength(8)
    expect(Object.keys(innocent)).toHaveLength(10)
    expect(new Set(Object.values(scams))).toEqual(new Set([25]))
    expect(new Set(Object.values(innocent))).toEqual(new Set([20]))
  })

  test.each(HALVES)('%s has 100 of each label, and some of every script and theme', (half) => {
    for (const label of ['scam', 'innocent'] as const) {
      const found = counts(town[half], label)
      expect(Object.keys(found).sort()).toEqual(Object.keys(counts(everybody, label)).sort())
      expect(Object.values(found).reduce((total, count) => total + count, 0)).toBe(100)
    }
  })

  test('a conversation has 4 to 30 messages from both sides, and side a writes first', () => {
    for (const { id, messages } of everybody) {
      expect(messages.length, id).toBeGreaterThanOrEqual(4)
      expect(messages.length, id).toBeLessThanOrEqual(30)
      expect(messages[0]?.from, id).toBe('a')
      expect(new Set(messages.map((message) => message.from)).size, id).toBe(2)
    }
  })

  test('in a scam, the scammer brings up the topic', () => {
    for (const { id, messages, scammer, topicAt } of everybody.filter((one) => one.label === 'scam'))
      expect(messages[topicAt ?? -1]?.from, id).toBe(scammer)
  })

  test('no conversation or id occurs twice', () => {
    expect(new Set(everybody.map(({ id }) => id)).size).toBe(400)
    expect(new Set(everybody.map(({ messages }) => messages.map(({ text }) => text).join('\n'))).size).toBe(
      400,
    )
  })

  test('the halves share no message of six words or more, and no run of seven words', () => {
    const first = new Set(
      town['first-half'].flatMap(({ messages }) => messages.map(({ text }) => words(text).join(' '))),
    )
    const second = town['second-half'].flatMap(({ messages }) => messages.map(({ text }) => words(text)))
    expect(second.filter((text) => text.length >= 6 && first.has(text.join(' ')))).toEqual([])
    const known = runs('first-half', 7)
    const shared = [...runs('second-half', 7)].filter((run) => known.has(run) && !isSpeltOut(run))
    expect(shared).toEqual([])
  })
})

describe('practice: conversations for testing rules and learning wording', () => {
  const practice = readTown('practice')

  test('has scams of every script and innocent conversations of every theme, without duplicates', () => {
    for (const label of ['scam', 'innocent'] as const)
      expect(Object.keys(counts(practice, label)).sort()).toEqual(
        Object.keys(counts(everybody, label)).sort(),
      )
    expect(new Set(practice.map(({ id }) => id)).size).toBe(practice.length)
    for (const { id, messages, scammer, topicAt } of practice.filter((one) => one.label === 'scam'))
      expect(messages[topicAt ?? -1]?.from, id).toBe(scammer)
  })

  test('shares no run of ten words with the half that the published results use', () => {
    const published = runs('second-half', 10)
    const shared = practice.flatMap(({ messages }) => messages.flatMap(({ text }) => runsOf(words(text), 10)))
    // Only the number, because authors of rules must not see the text.
    expect(shared.filter((run) => published.has(run)).length).toBe(0)
  })
})

describe('strangers: conversations in other voices, in two halves by hash', () => {
  const halves = [readStrangers(false), readStrangers(true)]

  test('every conversation is in one half, and both halves have scams and ordinary talk', () => {
    expect(halves.flat().length).toBe(readTown('strangers').length)
    for (const half of halves)
      for (const label of ['scam', 'innocent'] as const)
        expect(half.filter((one) => one.label === label).length).toBeGreaterThan(20)
    expect([isBlind('a'), isBlind('e')]).toEqual([false, true])
  })

  test('in a scam, the scammer brings up the topic, and side a writes first', () => {
    for (const { id, messages, scammer, topicAt } of halves.flat()) {
      expect(messages[0]?.from, id).toBe('a')
      if (scammer) expect(messages[topicAt ?? -1]?.from, id).toBe(scammer)
    }
  })
})

describe('authors: conversations by people who did not know the rules', () => {
  const authors = readTown('authors')

  test('both wrote scams and ordinary talk, and the scammer brings up the topic', () => {
    expect(new Set(authors.map(authorOf))).toEqual(new Set(['author-a', 'author-b']))
    for (const author of ['author-a', 'author-b'])
      for (const label of ['scam', 'innocent'] as const)
        expect(
          authors.filter((one) => one.label === label && authorOf(one) === author).length,
        ).toBeGreaterThan(20)
    for (const { id, messages, scammer, topicAt } of authors.filter((one) => one.label === 'scam'))
      expect(messages[topicAt ?? -1]?.from, id).toBe(scammer)
  })
})

describe('voices: more conversations that the rules were tuned on', () => {
  test('has scams, in which the scammer brings up the topic, and ordinary talk', () => {
    const voices = readTown('voices')
    for (const label of ['scam', 'innocent'] as const)
      expect(voices.filter((one) => one.label === label).length).toBeGreaterThan(100)
    for (const { id, messages, scammer, topicAt } of voices.filter((one) => one.label === 'scam'))
      expect(messages[topicAt ?? -1]?.from, id).toBe(scammer)
  })
})

describe('crowd: conversations in five voices, in two halves by hash', () => {
  const halves = [readCrowd(false), readCrowd(true)]

  test('both halves have scams and ordinary talk in several voices', () => {
    expect(halves.flat().length).toBe(readTown('crowd').length)
    for (const half of halves)
      for (const [label, least] of [
        ['scam', 25],
        ['innocent', 60],
      ] as const) {
        const mine = half.filter((one) => one.label === label)
        expect(mine.length).toBeGreaterThan(least)
        expect(new Set(mine.map(authorOf)).size).toBeGreaterThanOrEqual(4)
      }
  })

  test('in a scam, the scammer brings up the topic, and side a writes first', () => {
    for (const { id, messages, scammer, topicAt } of halves.flat()) {
      expect(messages[0]?.from, id).toBe('a')
      if (scammer) expect(messages[topicAt ?? -1]?.from, id).toBe(scammer)
    }
  })
})

describe('guests: conversations by thirteen authors who did not know the rules', () => {
  test('each wrote 72 scams, in which the scammer brings up the topic, and 88 ordinary conversations', () => {
    const guests = readGuests()
    expect(Object.keys(guests).sort()).toEqual([
      'heron',
      'lark',
      'osprey',
      'pine',
      'quill',
      'reed',
      'sage',
      'teal',
      'tern',
      'umber',
      'vine',
      'wren',
      'yarrow',
    ])
    for (const [author, town] of Object.entries(guests)) {
      expect(counts(town, 'scam'), author).toEqual(
        Object.fromEntries(Object.keys(counts(town, 'scam')).map((about) => [about, 12])),
      )
      const scams = town.filter(({ label }) => label === 'scam')
      expect([scams.length, town.length - scams.length], author).toEqual([72, 88])
      for (const { id, messages, scammer, topicAt } of scams)
        expect(messages[topicAt ?? -1]?.from, id).toBe(scammer)
    }
  })
})

test('[P3 §7] nobody is asked or warned about for replying to a scammer, in all tuning halves', () => {
  const scams = [
    ...readTown('authors'),
    ...readTown('voices'),
    ...readStrangers(false),
    ...readCrowd(false),
    ...readTown('fresh'),
    ...readTown('guests'),
  ].filter(({ label }) => label === 'scam')
  const { victims } = scamMetrics(scams, (messages) => judgeConversation(messages))
  expect(victims.of).toBeGreaterThan(500)
  expect(victims.flagged).toBe(0)
})

describe('nobody in it exists', () => {
  const texts = [
    ...everybody,
    ...readTown('practice'),
    ...readTown('strangers'),
    ...readTown('authors'),
    ...readTown('voices'),
    ...readTown('crowd'),
    ...readTown('fresh'),
    ...readTown('guests'),
    ...readTown('blind'),
  ].flatMap(({ messages }) => messages.map(({ text }) => text))

  test('every phone number in digits is reserved for fiction', () => {
    const numbers = texts.flatMap((text) => text.match(/\+?\d(?:[ -]?\d){8,}/g) ?? [])
    expect(numbers.length).toBeGreaterThan(10)
    for (const number of numbers)
      expect(number.replace(/\D/g, '')).toMatch(/^(0491570\d{3}|(?:44|0)7700900\d{3}|120255501\d\d)$/)
  })

  test('every address with a known ending is below example', () => {
    const addresses = texts.flatMap(
      (text) => text.match(/[\w-]+\.(?:com|net|org|au|uk|io|app|xyz|info)\b/g) ?? [],
    )
    expect(addresses.length).toBeGreaterThan(10)
    // One guest writes WhatsApp as "w.app", and one asks for "the gov.au page".
    for (const address of addresses) expect(address).toMatch(/^(?:example\.|w\.app$|gov\.au$)/)
  })
})

describe('[P3 §7] fairness over whole conversations', () => {
  const LENGTHS = [5, 10, 20, Number.POSITIVE_INFINITY]
  const talks = [...readTown('authors'), ...readTown('voices'), ...readTown('first-half')]
    .filter(({ label }) => label === 'innocent')
    .map(timed)

  /** Questions in one style, by the number of words of the message as written. */
  const askedIn = (style: Style): number[] => {
    const asked = LENGTHS.map(() => 0)
    for (const talk of talks) {
      const judged = judgeConversation(talk.map((one, n) => ({ ...one, text: styles[style](one.text, n) })))
      for (const [n, { ask }] of judged.entries()) {
        const length = LENGTHS.findIndex((most) => words(talk[n]?.text ?? '').length <= most)
        if (ask) asked[length] = (asked[length] ?? 0) + 1
      }
    }
    return asked
  }

  test('at equal length, no style is asked about more than 1.5 times as often as another', () => {
    const perStyle = (Object.keys(styles) as Style[]).map(askedIn)
    for (const length of LENGTHS.keys()) {
      const asked = perStyle.map((counts) => counts[length] ?? 0)
      const least = Math.min(...asked)
      // Between 1 and 2 of a thousand there is no difference.
      expect(Math.max(...asked)).toBeLessThanOrEqual(Math.max(least * 1.5, least + 1))
    }
  }, 60_000)
})
