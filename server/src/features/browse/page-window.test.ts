import { expect, test } from 'vitest'
import { pageWindow } from './page-window'

test('[decision 4] pages of 24; past the end is the last page', () => {
  expect(pageWindow(50, 1)).toEqual({ pages: 3, size: 24, skip: 0, fromEnd: false })
  expect(pageWindow(50, 3)).toEqual({ pages: 3, size: 2, skip: 0, fromEnd: true })
  expect(pageWindow(50, 99)).toEqual(pageWindow(50, 3))
  expect(pageWindow(48, 2)).toEqual({ pages: 2, size: 24, skip: 0, fromEnd: true })
  expect(pageWindow(0, 7)).toEqual({ pages: 0, size: 0, skip: 0, fromEnd: false })
})

test('the pages together hold every row once, whichever end they are read from', () => {
  for (const total of [1, 23, 24, 25, 100, 241]) {
    const rows = Array.from({ length: total }, (_, n) => n)
    const { pages } = pageWindow(total, 1)
    const read = Array.from({ length: pages }, (_, n) => {
      const { size, skip, fromEnd } = pageWindow(total, n + 1)
      expect(skip).toBeLessThanOrEqual(total / 2)
      return fromEnd ? rows.slice(total - skip - size, total - skip) : rows.slice(skip, skip + size)
    })
    expect(read.flat()).toEqual(rows)
  }
})
