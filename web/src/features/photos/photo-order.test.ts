import type { OwnPhoto } from '@rosella/contract/photos/shapes'
import { expect, test } from 'vitest'
import { asSeen, moved } from './photo-order'

const photos = (...names: string[]): OwnPhoto[] =>
  names.map((name) => ({ filename: name, approved: true, main: name === 'main' }) as OwnPhoto)
const names = (list: readonly OwnPhoto[] | undefined) => list?.map(({ filename }) => filename).join(' ')

test('the main photo comes first, as others see it', () => {
  expect(names(asSeen(photos('a', 'main', 'b')))).toBe('main a b')
})

test.each([
  ['c', 1, 'main c a b'],
  ['a', 3, 'main b c a'],
  ['a', 99, 'main b c a'],
  ['c', 0, 'main c a b'],
  ['a', 1, undefined],
  ['main', 2, undefined],
  ['gone', 1, undefined],
])('moving %s to position %i gives %s', (name, to, expected) => {
  expect(names(moved(photos('main', 'a', 'b', 'c'), name, to))).toBe(expected)
})

test('without a main photo, any photo can be first', () => {
  expect(names(moved(photos('a', 'b'), 'b', 0))).toBe('b a')
})
