import { expect, test } from 'vitest'
import { labelsOfReasons, type ReportReason, renameReasons, severityOf, standardReasons } from './reasons'

let made = 0
const newKey = () => `own-${++made}`
const standardLabels = labelsOfReasons(standardReasons)
const keyOf = (reasons: readonly ReportReason[] | undefined, words: string) =>
  reasons?.find((reason) => reason.words === words)?.key
const rename = (words: string[], before: readonly ReportReason[] = standardReasons) =>
  renameReasons({ words, before, newKey })

test('[P3 §6] severity belongs to a reason’s identity, not to its wording', () => {
  expect(severityOf('under-18')).toBe(3)
  expect(severityOf('Under 18')).toBe(1)
  expect(severityOf('toString')).toBe(1)
  expect(severityOf(undefined)).toBe(1)
})

test('changed text in the same place keeps its reason, and a moved reason keeps its key', () => {
  const edited = standardLabels.map((words) => (words === 'Under 18' ? 'A child' : words))
  expect(keyOf(rename(edited), 'A child')).toBe('under-18')
  expect(keyOf(rename(standardLabels.toReversed()), 'Under 18')).toBe('under-18')
})

test('in a list of another length, a new text becomes a new reason of normal severity', () => {
  const fewer = rename(['Under 18', 'Spam'])
  expect(keyOf(fewer, 'Under 18')).toBe('under-18')
  expect(keyOf(fewer, 'Spam')).toMatch(/^own-/)
  const more = rename([...standardLabels, 'Spam'])
  expect(keyOf(more, 'Spam')).toMatch(/^own-/)
  // A standard reason that was removed gets its old key when the same text is added again.
  expect(keyOf(rename(standardLabels, fewer), 'Asking for money')).toBe('money')
})

test('explicit keys must exist and be unique', () => {
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
