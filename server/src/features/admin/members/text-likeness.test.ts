import { expect, test } from 'vitest'
import { textLikeness, wordTriples } from './banned-likeness'

const likeness = (one: string, other: string) => textLikeness(wordTriples(one), wordTriples(other))
const text = 'I am an honest widower with a good heart, working on an oil rig and looking for my soulmate.'

test('a text with other capitals and punctuation and one changed word is alike', () => {
  expect(likeness(text, text.toUpperCase().replaceAll(',', ' –'))).toBe(1)
  expect(likeness(text, text.replace('widower', 'engineer'))).toBeGreaterThan(0.5)
})

test('texts with the same meaning in other words are not alike, nor are texts of a few words', () => {
  expect(likeness(text, 'Widower, works at sea, hopes to find somebody honest to love.')).toBe(0)
  expect(likeness('Hello there', 'Hello there')).toBe(0)
})
