import { fitsLines } from '@rosella/contract/profile/rules'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withinLimit, withoutEmojiWithin } from './fit-text'

const limit = { characters: 10, lines: 3 }
const fit = withinLimit(limit)

test('[P2 §5] a paste over the limit is cut at the place of the paste', () => {
  expect(fit('', { text: 'abcdefghijkl', caret: 12 })).toEqual({ text: 'abcdefghij', caret: 10 })
  expect(fit('start end', { text: 'startXYZ end', caret: 8 })).toEqual({ text: 'startX end', caret: 6 })
  expect(fit('a\nb\nc', { text: 'a\nb\nc\nd', caret: 7 })).toEqual({ text: 'a\nb\nc', caret: 5 })
  expect(fit('a\nb', { text: 'a1\n2\n3\nb', caret: 6 })).toEqual({ text: 'a1\n2\nb', caret: 4 })
})

test('a character is never cut in half', () => {
  expect(fit('123456789', { text: '123456789🌹', caret: 11 })).toEqual({ text: '123456789', caret: 9 })
  expect(fit('12345678🌹', { text: '12345678🌻🌹', caret: 10 })).toEqual({ text: '12345678🌹', caret: 8 })
})

test('any insertion fits afterwards, and the existing text is kept', () => {
  const unit = fc.constantFrom('a', 'b', '\n', '🌹', '🌻')
  const text = (maxLength: number) => fc.string({ unit, maxLength })
  fc.assert(
    fc.property(text(5), text(5), text(30), (head, tail, pasted) => {
      fc.pre(fitsLines(head + tail, limit))
      const typed = { text: head + pasted + tail, caret: head.length + pasted.length }
      const fitted = fit(head + tail, typed)
      expect(fitsLines(fitted.text, limit)).toBe(true)
      expect(fitted.text).not.toMatch(/\p{Cs}/u)
      expect(fitted.text.length).toBeGreaterThanOrEqual((head + tail).length)
      expect(fitted.caret).toBeLessThanOrEqual(fitted.text.length)
    }),
  )
})

test('[P2 §5] emoji are removed from the tagline as they are typed, keycaps with their digit, and the caret stays in place', () => {
  const tagline = withoutEmojiWithin({ characters: 20 })
  expect(tagline('a1b', { text: 'a1🌹1️⃣b', caret: 7 })).toEqual({ text: 'a1b', caret: 2 })
})
