import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const MOST_FILES = 8

const tour = readFileSync('docs/tour.md', 'utf8')
const walks = tour
  .split(/^## /m)
  .slice(1)
  .map((section) => ({
    name: section.split('\n')[0] ?? '',
    files: [...section.matchAll(/^\d+\. \[`([^`]+)`\]\(\.\.\/([^)]+)\)/gm)].map(([, text, link]) => ({
      text,
      link,
    })),
  }))

test('the tour has the five walks', () => {
  expect(walks.map(({ name }) => name)).toEqual([
    'Member list',
    'Search',
    'Chat message',
    'Photo upload',
    'Deciding a case',
  ])
})

describe.each(walks)('$name', ({ files }) => {
  test(`names at most ${MOST_FILES} files`, () => {
    expect(files.length).toBeGreaterThan(0)
    expect(files.length).toBeLessThanOrEqual(MOST_FILES)
  })

  test('names only files that exist, and links to them', () => {
    expect(files.filter(({ text, link }) => text !== link || !existsSync(link ?? ''))).toEqual([])
  })
})

test('every other file that the tour mentions exists', () => {
  const mentioned = [...tour.matchAll(/`((?:web|server|contract|tests)\/[\w./-]+\.tsx?)`/g)].map(
    ([, path]) => path,
  )
  expect(mentioned.filter((path) => !existsSync(path ?? ''))).toEqual([])
})
