import { expect, test } from 'vitest'
import { findPhrases, writtenFiles } from './english'

test('no file uses a phrase that CONTRIBUTING.md asks us to avoid', () => {
  const found = findPhrases(writtenFiles()).map(
    ({ place, line, instead }) => `${place}: ${line} → ${instead}`,
  )
  expect(found).toEqual([])
})

test('the check finds such phrases', () => {
  const files = writtenFiles('tests/architecture')
  expect(files.length).toBeGreaterThan(5)
  expect(findPhrases(['tests/architecture/english.ts']).length).toBeGreaterThan(10)
})
