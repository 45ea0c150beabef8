import { expect, test } from 'vitest'
import { advice, findPhrases, writtenFiles } from './english'

test('no file uses a phrase that CONTRIBUTING.md asks us to avoid', () => {
  const files = writtenFiles()
  expect(files.length).toBeGreaterThan(1000)
  const found = findPhrases(files).map(({ place, line, instead }) => `${place}: ${line} → ${instead}`)
  expect(found).toEqual([])
})

test.each([
  ['// Read anew by whoever asks', 'again'],
  ['/** Who may write to whom. */', 'name the subject'],
  ["  'The member is told by a mail.'", 'an email, or emails'],
  [' * What a search returns.', 'name the subject first'],
  ['// Returns the members that match.', undefined],
])('%s', (line, instead) => {
  expect(advice(line)).toBe(instead)
})
