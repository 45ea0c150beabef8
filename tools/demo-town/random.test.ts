import { expect, test } from 'vitest'
import { random } from './random'

test('the same seed gives the same numbers', () => {
  const draw = (seed: string) => {
    const rng = random(seed, 7)
    return [
      rng.int(1, 100),
      rng.pick('abcdef'.split('')),
      rng.chance(0.5),
      rng.between(0, 1),
      rng.shuffle([1, 2, 3, 4, 5]),
    ]
  }
  expect(draw('one')).toEqual(draw('one'))
  expect(draw('one')).not.toEqual(draw('two'))
})

test('integers include both ends, and weights apply', () => {
  const rng = random('ends')
  const rolled = new Set(Array.from({ length: 200 }, () => rng.int(1, 6)))
  expect([...rolled].sort()).toEqual([1, 2, 3, 4, 5, 6])
  const heavy = Array.from({ length: 1000 }, () =>
    rng.weighted(['a', 'b', 'never'], (x) => ({ a: 9, b: 1 })[x] ?? 0),
  )
  expect(heavy).not.toContain('never')
  expect(heavy.filter((x) => x === 'a').length).toBeGreaterThan(800)
})

test('a shuffle keeps all items, and picking from an empty list throws', () => {
  const rng = random('shuffle')
  expect(rng.shuffle([1, 2, 3, 4]).sort()).toEqual([1, 2, 3, 4])
  expect(() => rng.pick([])).toThrow('empty list')
})
