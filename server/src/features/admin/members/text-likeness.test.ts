import { expect, test } from 'vitest'
import { textLikeness, wordTriples } from './banned-likeness'

const likeness = (one: string, other: string) => textLikeness(wordTriples(one), wordTriples(other))
const text = 'I am an honest widower with a good heart, working on an oil rig and looking for my soulmate.'

test('[issue 19] a text with other capitals and marks and one word changed is near-equal', () => {
  expect(likeness(text, text.toUpperCase().replaceAll(',', ' –'))).toBe(1)
  expect(likeness(text, text.replace('widower', 'engineer'))).toBeGreaterThan(0.5)
})

test('texts about the same in other words are not, nor are those of a few words', () => {
  expect(likeness(text, 'Widower, works at sea, hopes to find somebody honest to love.')).toBe(0)
  expect(likeness('Hello there', 'Hello there')).toBe(0)
})
