import { expect, test } from 'vitest'
import { swipeDirection } from './Neighbours'

const at = (clientX: number, clientY = 300) => ({ clientX, clientY })

test.each([
  ['to the left', at(300), at(200), 'next'],
  ['to the right', at(100), at(200), 'previous'],
  ['too short', at(300), at(250), undefined],
  ['more down than across', at(300), at(220, 360), undefined],
  ['from the edge, which is the phone’s own Back gesture', at(10), at(200), undefined],
  ['from the other edge', at(380), at(200), undefined],
] as const)('a swipe %s', (_name, start, end, direction) => {
  expect(swipeDirection(start, end, 390)).toBe(direction)
})
