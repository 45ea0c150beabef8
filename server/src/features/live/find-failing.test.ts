import { expect, test } from 'vitest'
import { findFailing } from './sse-hub'

/** Work that fails for some items, like a query that meets a broken row. */
async function search(bad: readonly number[]) {
  const done = new Set<number>()
  let asked = 0
  const errors: unknown[] = []
  const work = async (items: readonly number[]) => {
    asked++
    if (items.some((item) => bad.includes(item))) throw new Error('broken')
    for (const item of items) done.add(item)
  }
  const items = Array.from({ length: 500 }, (_, n) => n)
  const failing = await findFailing(items, work, (error) => errors.push(error))
  return { failing, done: done.size, asked, errors: errors.length }
}

test('finds the one item that fails and does the work for all others', async () => {
  expect(await search([])).toEqual({ failing: [], done: 500, asked: 1, errors: 0 })
  for (const one of [0, 137, 499]) {
    const { failing, done, asked } = await search([one])
    expect([failing, done]).toEqual([[one], 499])
    expect(asked).toBeLessThan(20)
  }
})

test('gives up after three attempts when everything fails', async () => {
  const all = Array.from({ length: 500 }, (_, n) => n)
  const { failing, asked, errors } = await search(all)
  expect([failing.length, asked, errors]).toEqual([500, 3, 1])
})
