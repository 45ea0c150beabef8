import { expect, test } from 'vitest'
import { WHOLE, zoomed } from './zoom'

const box = { width: 400, height: 600 }

test('[P1 §7] a pinch enlarges the photo around the fingers', () => {
  expect(zoomed(WHOLE, 2, { x: 100, y: -50 }, box)).toEqual({ scale: 2, x: -100, y: 50 })
})

test('a pinch never enlarges more than four times, nor shows less than the whole photo', () => {
  expect(zoomed(WHOLE, 10, { x: 0, y: 0 }, box).scale).toBe(4)
  expect(zoomed({ scale: 3, x: 200, y: -300 }, 0.1, { x: 10, y: 10 }, box)).toMatchObject({ scale: 1 })
  const back = zoomed({ scale: 3, x: 200, y: -300 }, 0.1, { x: 10, y: 10 }, box)
  expect([Math.abs(back.x), Math.abs(back.y)]).toEqual([0, 0])
})

test('a photo that shrinks again keeps its edges outside the box', () => {
  const shrunk = zoomed({ scale: 4, x: 600, y: 0 }, 0.5, { x: 0, y: 0 }, box)
  expect(shrunk).toMatchObject({ scale: 2, x: 200 })
})
