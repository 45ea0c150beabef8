import { expect, test } from 'vitest'
import { charactersLeft, messageProblem, overviewText, preview } from './rules'

test('[P2 §2] a preview is cut to 40 characters followed by "..."', () => {
  expect(preview('x'.repeat(40))).toBe('x'.repeat(40))
  expect(preview('x'.repeat(41))).toBe(`${'x'.repeat(40)}...`)
})

test('a preview never ends in half an emoji', () => {
  const family = '👩‍👩‍👧‍👦'
  expect(preview(family.repeat(41))).toBe(`${family.repeat(40)}...`)
  expect(preview(family.repeat(40))).toBe(family.repeat(40))
})

test('[D §7] 2,000 characters, counted as the server counts them', () => {
  expect(charactersLeft('🌹'.repeat(1999))).toBe(1)
  expect(messageProblem('🌹'.repeat(2000))).toBeUndefined()
  expect(messageProblem('🌹'.repeat(2001))).toBe('message.too-long')
})

test('an overview has at most 500 UTF-16 units of a text and never half a character', () => {
  const family = '👩‍👩‍👧‍👦'
  expect(overviewText('x'.repeat(500))).toBe('x'.repeat(500))
  expect(overviewText('x'.repeat(501))).toBe(`${'x'.repeat(500)}...`)
  expect(overviewText(family.repeat(100))).toBe(`${family.repeat(45)}...`)
  expect(preview(overviewText(family.repeat(100)))).toBe(preview(family.repeat(100)))
  // One letter with 1,999 accents.
  expect(overviewText(`a${'\u0301'.repeat(1999)}`)).toBe('...')
})
