import { questions } from '@rosella/contract/questions/questions'
import { recountAnswers } from '@rosella/testkit/jobs-done'
import type { Person } from '@rosella/testkit/person'
import { allOf, questionTown, seeded } from '@rosella/testkit/question-town'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  Answers,
  type Direction,
  lowerBound,
  matchOf,
  type PublishedAnswer,
} from '../../search-index/answers'

/**
 * Attackers who want to learn a private answer or to raise their numbers. Each has a positive control: the same attack
 * on a variant that leaks, in which it succeeds.
 */
const PAIRS = 600

type Number_ = (mine: readonly PublishedAnswer[], theirs: readonly PublishedAnswer[]) => number

/** The product's number, through its index. */
const answers = new Answers()
const shownNumber: Number_ = (mine, theirs) => {
  answers.put(1, mine)
  answers.put(2, theirs)
  return answers.from(1)?.(2).match ?? 0
}

/** How one side's answers satisfy the other, counted the plain way. */
function direction(
  wants: readonly PublishedAnswer[],
  gives: readonly PublishedAnswer[],
  weights: readonly [number, number, number],
  counts: (answer: PublishedAnswer) => boolean = (answer) => answer.accepts !== allOf(answer),
): Direction {
  const given = new Map(gives.map(({ question_id, choice }) => [question_id, choice]))
  const common = wants.filter((answer) => given.has(answer.question_id) && counts(answer))
  const ok = common.filter(({ question_id, accepts }) => (accepts >> (given.get(question_id) ?? 0)) & 1)
  const weigh = (list: readonly PublishedAnswer[], power = 1) =>
    list.reduce((sum, { importance }) => sum + (weights[importance] ?? 0) ** power, 0)
  return {
    asked: common.length,
    satisfied: ok.length,
    strict: ok.filter(({ accepts }) => [1, 2, 4, 8, 16].includes(accepts)).length,
    askedWeight: weigh(common),
    satisfiedWeight: weigh(ok),
    squares: weigh(common, 2),
  }
}

test('the index counts the same as the plain way', () => {
  const { honest, random, some } = questionTown(seeded(5))
  for (let n = 0; n < 500; n++) {
    const [mine, theirs] = [some(honest(), 10 + (n % 110)), some(n % 2 ? random() : honest(), 30 + (n % 90))]
    const common = mine.filter(({ question_id }) => theirs.some((other) => other.question_id === question_id))
    const expected =
      common.length < 10 ? 0 : matchOf(direction(mine, theirs, [1, 2, 3]), direction(theirs, mine, [1, 2, 3]))
    expect(shownNumber(mine, theirs)).toBe(expected)
    expect(shownNumber(theirs, mine)).toBe(expected)
  }
})

/** The average number of somebody with the members of the town, on the same questions in each pair. */
function average(
  number: Number_,
  common: number,
  make: (town: ReturnType<typeof questionTown>) => PublishedAnswer[],
) {
  // The same town for everybody, so that only the attacker differs.
  const town = questionTown(seeded(11))
  let sum = 0
  for (let n = 0; n < PAIRS; n++) {
    const ids = new Set(town.some(questions, common).map(({ id }) => id))
    const asked = (answers: readonly PublishedAnswer[]) =>
      answers.filter(({ question_id }) => ids.has(question_id))
    sum += number(asked(make(town)), asked(town.honest()))
  }
  return sum / PAIRS
}

describe.each([10, 20, 50, 100])('[P4 §4] with %i common answers', (common) => {
  const honest = new Map<Number_, number>()
  function gainOf(number: Number_, make: (town: ReturnType<typeof questionTown>) => PublishedAnswer[]) {
    const usual = honest.get(number) ?? average(number, common, (town) => town.honest())
    honest.set(number, usual)
    return average(number, common, make) - usual
  }

  test('a bot that answers at random gains at most 2 points', () => {
    const gain = (number: Number_, bot: 'random' | 'randomThatAcceptsAll') =>
      gainOf(number, (town) => town[bot]())
    expect(gain(shownNumber, 'random')).toBeLessThan(2)
    expect(gain(shownNumber, 'randomThatAcceptsAll')).toBeLessThan(2)
    // The control counts questions that the bot accepts every answer to, as satisfied.
    const countsAll: Number_ = (mine, theirs) =>
      matchOf(
        direction(mine, theirs, [1, 1, 1], () => true),
        direction(theirs, mine, [1, 1, 1], () => true),
      )
    expect(gain(countsAll, 'randomThatAcceptsAll')).toBeGreaterThan(2)
  })

  test('a member who accepts every answer except one gains at most 2 points', () => {
    const lenient = ({ honest }: ReturnType<typeof questionTown>) =>
      honest().map((answer) => {
        const others = allOf(answer) & ~(1 << answer.choice)
        return { ...answer, accepts: allOf(answer) & ~(others & -others) }
      })
    expect(gainOf(shownNumber, lenient)).toBeLessThan(2)
    // The control counts a satisfied question the same, however many answers are accepted.
    const plainBound = ({ satisfied, asked }: Direction) => lowerBound(satisfied, asked)
    const countsSame: Number_ = (mine, theirs) =>
      100 *
      Math.sqrt(
        plainBound(direction(mine, theirs, [1, 1, 1])) * plainBound(direction(theirs, mine, [1, 1, 1])),
      )
    expect(gainOf(countsSame, lenient)).toBeGreaterThan(2)
  })

  test('an attacker who optimises importance gains at most 2 points', () => {
    // Knows how popular every choice is, and calls important what most people satisfy.
    const optimise =
      (important: 'easy' | 'equal') =>
      ({ honest, popularity }: ReturnType<typeof questionTown>): PublishedAnswer[] => {
        const answers = honest()
        const ease = answers.map(({ accepts }, at) =>
          (popularity[at] as number[]).reduce(
            (sum, share, choice) => sum + ((accepts >> choice) & 1) * share,
            0,
          ),
        )
        const [hardest, easiest] = [0.4, 0.7]
        return answers.map((answer, at) => {
          const share = ease[at] as number
          const importance = important === 'equal' ? 1 : share > easiest ? 2 : share > hardest ? 1 : 0
          return { ...answer, importance }
        })
      }
    const gain = (number: Number_, how: 'easy' | 'equal') => gainOf(number, optimise(how))
    for (const how of ['easy', 'equal'] as const) expect(gain(shownNumber, how)).toBeLessThan(2)
    // The control has weights of which the number follows, and a bound without the effective size.
    const weighted = ({ satisfiedWeight, askedWeight, asked }: Direction) =>
      askedWeight === 0 ? 0 : lowerBound((asked * satisfiedWeight) / askedWeight, asked)
    const follows: Number_ = (mine, theirs) =>
      100 *
      Math.sqrt(weighted(direction(mine, theirs, [0, 1, 10])) * weighted(direction(theirs, mine, [0, 1, 10])))
    expect(gain(follows, 'easy')).toBeGreaterThan(2)
  })
})

describe('[P4 §4] comparing what others see before and after a change tells nothing about a private answer', () => {
  let app: TestApp
  let anna: Person
  let ben: Person
  const [asked, secret, more] = [questions.slice(0, 14), questions.slice(20, 24), questions.slice(30, 34)]
  const target = secret[0] as (typeof questions)[number]

  const answer = (person: Person, question_id: number, given: Record<string, unknown> = {}) =>
    person.call('POST /api/answer', {
      question_id,
      choice: 0,
      accepts: [0],
      importance: 1,
      visibility: 'shown',
      ...given,
    })
  const night = async () => {
    // Otherwise sessions end when a month of nights passes before they are renewed.
    await app.server.activity.flush()
    app.clock.advance(2 * 86_400)
    await recountAnswers(app.server)
  }
  /** The recount of a build that leaks: it publishes private answers like shown ones. */
  const leakyNight = async () => {
    const { rows } = await sql<{ question_id: number }>`
      update question_answer set shown = true where member_id = ${anna.id} and not shown returning question_id`.execute(
      app.db,
    )
    await sql`update question_member set recount_day = '2020-01-01' where member_id = ${anna.id}`.execute(
      app.db,
    )
    await night()
    const ids = rows.map(({ question_id }) => question_id)
    await sql`
      update question_answer set shown = false where member_id = ${anna.id} and question_id = any(${ids}::int[])`.execute(
      app.db,
    )
  }
  /** Everything that Ben can see of Anna, without the times that every visit changes. */
  const view = async (): Promise<string> => {
    const { url_hash } = anna
    const seen = [
      await ben.call('GET /api/users'),
      await ben.call('GET /api/search', { any: '1', sort: 'match' }),
      await ben.call('GET /api/search', { any: '1', match_min: '50' }),
      (await ben.call('GET /api/view-profile', { url_hash, again: 1 })).user,
      await ben.call('GET /api/shared-questions', { url_hash }),
      (await ben.call('GET /api/saved-searches')).items,
    ]
    return JSON.stringify(seen).replace(/"(?:last_active_ts|viewed_ts)":\d+/g, '')
  }

  beforeAll(async () => {
    app = await openTestApp({ on: 'postgres' })
    ;[anna, ben] = (await app.members(
      { username: 'Anna', photos: 3 },
      { username: 'Ben', photos: 3 },
      { username: 'Dan', photos: 3 },
    )) as [Person, Person]
    await ben.call('POST /api/saved-search', { name: 'Good matches', filters: { match_min: '50' } })
    // The pages say "new this week" for a week.
    app.clock.advance(9 * 86_400)
    for (const person of [anna, ben]) for (const { id } of asked) await answer(person, id)
    for (const { id } of [...secret, ...more]) await answer(ben, id)
    await night()
    // Any call moves Anna up in lists by activity, also one that changes nothing.
    await anna.call('GET /api/user')
    await vi.waitFor(
      async () => expect((await ben.call('GET /api/users')).users[0]?.id).toBe(anna.id),
      20_000,
    )
  })
  afterAll(() => app.close())

  const steps: [string, () => Promise<unknown>][] = [
    ['a first private answer', () => answer(anna, target.id, { visibility: 'private', choice: 0 })],
    ['another choice', () => answer(anna, target.id, { visibility: 'private', choice: 1, accepts: [1] })],
    [
      'another importance',
      () => answer(anna, target.id, { visibility: 'private', choice: 1, importance: 2 }),
    ],
    ['clearing it', () => anna.call('POST /api/answer-clear', { question_id: target.id })],
    ['answering again', () => answer(anna, target.id, { visibility: 'private' })],
    [
      'private answers to sensitive questions',
      async () => {
        await anna.call('POST /api/questions-consent', { sensitive: 1 })
        await answer(anna, 95, { visibility: 'private' })
      },
    ],
    ['withdrawing the consent', () => anna.call('POST /api/questions-consent', { sensitive: 0 })],
  ]

  test.each(steps)('%s', async (_what, change) => {
    const before = await view()
    expect(before).toContain('"common":14')
    await change()
    expect(await view()).toBe(before)
    await night()
    expect(await view()).toBe(before)
  })

  test('an attacker who tries every answer to the question reads the same numbers each time', async () => {
    const numbers = async (between: () => Promise<unknown>) => {
      const read = new Set<string>()
      for (const choice of target.choices.keys()) {
        await answer(ben, target.id, { choice, accepts: [choice] })
        await between()
        const { agree, common, match } = await ben.call('GET /api/shared-questions', {
          url_hash: anna.url_hash,
        })
        read.add(JSON.stringify({ agree, common, match }))
      }
      return read.size
    }
    expect(await numbers(night)).toBe(1)
    // The control: the same attack on a build that leaks finds the answer.
    expect(await numbers(leakyNight)).toBeGreaterThan(1)
    await sql`update question_member set recount_day = '2020-01-01' where member_id = ${anna.id}`.execute(
      app.db,
    )
    await night()
    expect(await numbers(night)).toBe(1)
  })

  test('a build that leaks would be noticed by the comparison', async () => {
    const before = await view()
    await leakyNight()
    expect(await view()).not.toBe(before)
  })
})
