import { expect, test } from 'vitest'
import { giniOf } from '../suggest-town/simulate'
import { readPairs } from './read-pairs'
import { areaUnderCurve, scoreFolds } from './score-folds'

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

test('scores a table and names a missing column', () => {
  expect(() => readPairs('rater,liked\n1,1')).toThrow('The file has no column rated.')
  // Everyone likes even numbers, and multiples of three like everyone.
  const lines = ['rater,rated,liked']
  for (let a = 1; a <= 24; a++)
    for (let b = 1; b <= 24; b++) if (a !== b) lines.push(`${a},${b},${b % 2 === 0 || a % 3 === 0 ? 1 : 0}`)
  const { likes, mutual } = scoreFolds(readPairs(lines.join('\n')))
  expect(likes['chance of a like']).toBeGreaterThan(0.9)
  expect(likes['profiles alone']).toBe(0.5)
  expect(mutual['harmonic mean of both']).toBeGreaterThan(mutual['one direction'])
})
