import { expect, test } from 'vitest'
import { giniOf } from '../suggest-town/simulate'
import { readPairs } from './read-pairs'
import { areaUnderCurve, scoreFolds } from './score-folds'

test('the area under the curve: 1 where all who did stand above, 0.5 where nothing is told', () => {
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

test('Gini: 0 where all have the same, near 1 where one has it all', () => {
  expect(giniOf([4, 4, 4, 4])).toBeCloseTo(0)
  expect(giniOf([0, 0, 0, 8])).toBeCloseTo(0.75)
})

test('a table is put through the scores; a column that is missing is named', () => {
  expect(() => readPairs('rater,liked\n1,1')).toThrow('The file has no column rated.')
  // Everybody likes the even ones, and the even ones like back whoever is small.
  const lines = ['rater,rated,liked']
  for (let a = 1; a <= 24; a++)
    for (let b = 1; b <= 24; b++) if (a !== b) lines.push(`${a},${b},${b % 2 === 0 || a % 3 === 0 ? 1 : 0}`)
  const { likes, mutual } = scoreFolds(readPairs(lines.join('\n')))
  expect(likes['chance of a like']).toBeGreaterThan(0.9)
  expect(likes['profiles alone']).toBe(0.5)
  expect(mutual['harmonic mean of both']).toBeGreaterThan(mutual['one direction'])
})
