import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldText } from './fold-text'
import { isHurtful } from './hurtful'
import { readSigns } from './read-signs'
import { isRuleKey } from './rules'
import { simhash } from './simhash'

/** Arbitrary text, rich in what the patterns look for. */
const piece = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.integer().map(String),
  fc.constantFrom('constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf', 'prototype', 'then'),
  fc.constantFrom(
    'whatsapp',
    'w h a t s',
    'tele g ram',
    'b!tc0in',
    'gift card',
    'send me',
    'your passport',
    '+44',
    '$',
    '%',
  ),
  fc.constantFrom(
    '0491',
    'zero',
    'double',
    '57O',
    ' . com',
    '[dot]',
    'hxxps',
    '\u200b',
    '\u0430',
    '\ud800',
    '|',
    '*',
    ',',
  ),
)
const anyText = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(' '))
const anyRun = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''))

test('[P3 §7] reads any text without failing, and every sign is a known rule', () => {
  fc.assert(
    fc.property(fc.oneof(anyText, anyRun), (text) => {
      expect(readSigns(text).every(isRuleKey)).toBe(true)
      expect(typeof isHurtful(text)).toBe('boolean')
      expect(simhash(text) ?? '0123456789abcdef').toMatch(/^[0-9a-f]{16}$/)
    }),
    { numRuns: 500 },
  )
})

test('[P3 §7] folding is idempotent, and folded text has the same signs', () => {
  fc.assert(
    fc.property(fc.oneof(anyText, anyRun), (text) => {
      const folded = foldText(text)
      expect(folded).toMatch(/^[\0-\x7f€£]*$/)
      expect(foldText(folded)).toBe(folded)
    }),
    { numRuns: 500 },
  )
})

test('reading a text again gives the same result, whatever was read in between', () => {
  fc.assert(
    fc.property(anyText, anyText, (one, other) => {
      const before = readSigns(one)
      readSigns(other)
      expect(readSigns(one)).toEqual(before)
    }),
    { numRuns: 200 },
  )
})
