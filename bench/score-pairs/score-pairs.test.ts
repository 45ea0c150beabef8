import { dice } from '@rosella/testkit/random-town'
import { expect, test, vi } from 'vitest'
import { giniOf } from '../suggest-town/simulate'
import { readPairs } from './read-pairs'
import { areaUnderCurve, scoreSplits } from './score-splits'

// Each split fits the weights a few hundred times.
vi.setConfig({ testTimeout: 60_000 })

test('the area under the curve is 1 if all positives score higher, 0.5 if the scores say nothing', () => {
  expect(
    areaUnderCurve([
      [3, true],
      [2, true],
      [1, false],
    ]),
  ).toBe(1)
  expect(
    areaUnderCurve([
      [1, true],
      [2, false],
    ]),
  ).toBe(0)
  expect(
    areaUnderCurve([
      [1, true],
      [1, false],
      [1, false],
    ]),
  ).toBe(0.5)
})

test('the Gini coefficient is 0 if all have the same, near 1 if one has everything', () => {
  expect(giniOf([4, 4, 4, 4])).toBeCloseTo(0)
  expect(giniOf([0, 0, 0, 8])).toBeCloseTo(0.75)
})

/**
 * Each woman and each man rates everyone of the other gender. Weights are learned from 40 of each; with 24 the profile
 * features keep their starting weights, which takes a tenth of the time.
 */
const table = (
  likes: (one: number, other: number, isMan: boolean, shared: number) => boolean,
  {
    names: [woman, man] = ['w', 'm'],
    people = 24,
  }: { names?: readonly [string, string]; people?: number } = {},
) => {
  const roll = dice(3)
  const lines = ['rater,rated,liked,side,shared_tags']
  for (let a = 1; a <= people; a++)
    for (let b = 1; b <= people; b++) {
      const shared = roll(5)
      lines.push(
        `${woman}${a},${man}${b},${Number(likes(a, b, false, shared))},f,${shared}`,
        `${man}${b},${woman}${a},${Number(likes(b, a, true, shared))},m,${shared}`,
      )
    }
  return readPairs(lines.join('\n'))
}
const OWN = 'AUC within each person’s own candidates (mean over people)'
const MUTUAL = 'AUC of mutual likes, for pairs rated both ways'
const scores = (pairs: ReturnType<typeof readPairs>, splits = 2) => {
  const { tables, learned } = scoreSplits(pairs, splits)
  const mean = (title: string, name: string) => {
    const found = tables[title]?.[name]
    if (!found) throw new Error(`No score: ${title}, ${name}`)
    return found.mean
  }
  return { tables, learned, mean }
}

test('reads the columns of the speed-dating data, with quoted cells, and names a missing column', () => {
  expect(() => readPairs('rater,liked\n1,1')).toThrow('The file has no column rated.')
  const [first, second, ...more] = readPairs(
    'iid,gender,field,age,age_o,pid,dec\n1,0,"Law, or ""so""",21,27,11.0,1\n1,0,Law,21,,12.0,0\n1,0,Law,21,22,,1\n',
  )
  expect(first).toMatchObject({ rater: '1', rated: '11', liked: true, side: '0', ageGap: 6 })
  expect(second).toMatchObject({ rated: '12', liked: false, ageGap: 5 })
  expect(more).toEqual([])
})

test('scores likes, and mutual likes better by both directions than by one', () => {
  const even = table((a, b) => b % 2 === 0 || a % 3 === 0)
  const { mean } = scores(even, 1)
  expect(mean('AUC of likes', 'chance of a like, own rates alone')).toBeGreaterThan(0.9)
  expect(mean(MUTUAL, 'harmonic mean, own rates alone')).toBeGreaterThan(mean(MUTUAL, 'one direction'))
  expect(mean(MUTUAL, 'product, own rates alone')).toBeGreaterThan(mean(MUTUAL, 'one direction'))
})

test('the directions of women and men are separate, in any order of their ids', () => {
  // Men like everyone, so that a mutual like depends on the woman alone.
  const rate = (_one: number, other: number, isMan: boolean) => isMan || other % 4 === 0
  for (const names of [
    ['w', 'm'],
    ['a', 'm'],
    ['1', '2'],
  ] as const) {
    const { mean } = scores(table(rate, { names }), 1)
    expect(mean(MUTUAL, 'the direction of raters f')).toBeGreaterThan(0.95)
    expect(mean(MUTUAL, 'the direction of raters m')).toBeCloseTo(0.5, 1)
  }
})

test('within the candidates of one person, how readily that person likes says nothing', () => {
  const roll = dice(8)
  // The rated get likes by chance; every second rater likes five times as often.
  const { mean, tables } = scores(table((one) => roll(10) < (one % 2 ? 1 : 5), { people: 40 }))
  expect(mean('AUC of likes', 'how readily the rater likes')).toBeGreaterThan(0.65)
  expect(mean(OWN, 'likes, own rates alone')).toBeGreaterThan(0.47)
  expect(mean(OWN, 'likes, own rates alone')).toBeLessThan(0.53)
  expect(tables[OWN]?.['likes, own rates alone']?.deviation).toBeGreaterThan(0)
})

test('compares the first suggestion with chance', () => {
  const { mean } = scores(
    table((_one, other) => other % 4 === 0),
    1,
  )
  const FIRST = 'Share of first suggestions that are liked'
  expect(mean(FIRST, 'by chance')).toBeCloseTo(0.25)
  expect(mean(FIRST, 'chance of a like, learned weights')).toBe(1)
  const BOTH = 'Share of first suggestions with a mutual like'
  expect(mean(BOTH, 'by chance')).toBeCloseTo(1 / 16)
  // A quarter of the people is liked back by somebody.
  for (const how of ['harmonic mean', 'product'])
    expect(mean(BOTH, `${how}, own rates alone`)).toBeCloseTo(0.25)
})

test('learns the weight of shared tags only where they predict likes', () => {
  const roll = dice(5)
  const matter = scores(
    table((_a, _b, _man, shared) => roll(4) < shared, { people: 40 }),
    1,
  )
  expect(matter.learned.shared_tags).toBeCloseTo(1)
  expect(matter.mean('AUC of likes', 'chance of a like, learned weights')).toBeGreaterThan(
    matter.mean('AUC of likes', 'chance of a like, own rates alone') + 0.15,
  )
  const random = scores(
    table(() => roll(3) === 0, { people: 40 }),
    1,
  )
  expect(random.learned.shared_tags).toBeLessThan(0.3)
})
