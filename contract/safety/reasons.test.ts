import { expect, test } from 'vitest'
import { type ReportReason, renameReasons, severityOf, standardReasons, wordsOfReasons } from './reasons'

let made = 0
const newKey = () => `own-${++made}`
const standardWords = wordsOfReasons(standardReasons)
const keyOf = (reasons: readonly ReportReason[] | undefined, words: string) =>
  reasons?.find((reason) => reason.words === words)?.key
const rename = (words: string[], before: readonly ReportReason[] = standardReasons) =>
  renameReasons({ words, before, newKey })

test('[P3 §6] severity belongs to a reason’s identity, not to its words', () => {
  expect(severityOf('under-18')).toBe(3)
  expect(severityOf('Under 18')).toBe(1)
  expect(severityOf('toString')).toBe(1)
  expect(severityOf(undefined)).toBe(1)
})

test('words in the place of others are for the same reason; a moved reason stays itself', () => {
  const edited = standardWords.map((words) => (words === 'Under 18' ? 'A child' : words))
  expect(keyOf(rename(edited), 'A child')).toBe('under-18')
  expect(keyOf(rename(standardWords.toReversed()), 'Under 18')).toBe('under-18')
})

test('a list of another length invents nothing: new words are a new, ordinary reason', () => {
  const fewer = rename(['Under 18', 'Spam'])
  expect(keyOf(fewer, 'Under 18')).toBe('under-18')
  expect(keyOf(fewer, 'Spam')).toMatch(/^own-/)
  const more = rename([...standardWords, 'Spam'])
  expect(keyOf(more, 'Spam')).toMatch(/^own-/)
  // Taken away and put back in its own words, it is what it was.
  expect(keyOf(rename(standardWords, fewer), 'Asking for money')).toBe('money')
})

test('keys say it outright, and must be known and each used once', () => {
  const asked = { words: ['Spam', 'A child'], before: standardReasons, newKey }
  const named = renameReasons({ ...asked, keys: [null, 'under-18'] })
  expect([keyOf(named, 'A child'), keyOf(named, 'Spam')]).toEqual([
    'under-18',
    expect.stringMatching(/^own-/),
  ])
  expect(renameReasons({ ...asked, keys: ['under-18', 'under-18'] })).toBeUndefined()
  expect(renameReasons({ ...asked, keys: ['made up', null] })).toBeUndefined()
  expect(renameReasons({ ...asked, keys: [null] })).toBeUndefined()
})
