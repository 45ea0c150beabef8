import { expect, test } from 'vitest'
import { cropBox, draggedBy } from './crop-box'

const wide = { width: 2000, height: 1000 }
const centre = { zoom: 1, x: 0.5, y: 0.5 }

test('the crop is as large as the shape allows, and centred at first', () => {
  expect(cropBox(wide, { ...centre, ratio: 1 })).toEqual({ width: 1000, height: 1000, left: 500, top: 0 })
  expect(cropBox(wide, { ...centre, ratio: 4 / 5 })).toEqual({ width: 800, height: 1000, left: 600, top: 0 })
  const tall = { width: 1000, height: 2000 }
  expect(cropBox(tall, { ...centre, ratio: 1 })).toEqual({ width: 1000, height: 1000, left: 0, top: 500 })
})

test('zooming crops to a smaller part, always inside the picture', () => {
  const corner = cropBox(wide, { ratio: 1, zoom: 2, x: 1, y: 1 })
  expect(corner).toEqual({ width: 500, height: 500, left: 1500, top: 500 })
})

test('dragging to the right shows more of the left side, up to the edge', () => {
  const choice = { ...centre, ratio: 1 }
  expect(draggedBy(wide, choice, 0.25, 0.5)).toEqual({ ...choice, x: 0.25 })
  expect(draggedBy(wide, choice, 9, 0).x).toBe(0)
  expect(draggedBy(wide, choice, -9, 0).x).toBe(1)
})
