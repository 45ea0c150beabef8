import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sourceFiles } from './imports'

const pages = { P1: 'part-1', P2: 'part-2', P3: 'part-3', P4: 'part-4', D: 'conventions' } as const

const sections = new Set(
  Object.entries(pages).flatMap(([part, page]) =>
    [...readFileSync(`docs/specification/${page}.md`, 'utf8').matchAll(/^## (\d+)\. /gm)].map(
      ([, number]) => `${part} §${number}`,
    ),
  ),
)

interface Citation {
  place: string
  section: string
}

/** `[P2 §2 §5]` and `[P3 §2, §3]` cite two sections; anything else in such brackets is a mistake. */
function citationsIn(place: string, line: string): Citation[] {
  return [...line.matchAll(/\[((?:P\d|D|decisions?) ?[§\d][^\]]*)\](?=.*['"`])/g)].flatMap(
    ([, text = '']) => {
      const [, part, numbers] = /^(P\d|D)((?:,? §\d+)+)$/.exec(text) ?? []
      return part === undefined || numbers === undefined
        ? [{ place, section: text }]
        : [...numbers.matchAll(/\d+/g)].map(([number]) => ({ place, section: `${part} §${number}` }))
    },
  )
}

const tests = sourceFiles().filter(
  (file) => /\.test\.tsx?$/.test(file) && !file.startsWith('tests/architecture/'),
)
const citations = tests.flatMap((file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, n) => citationsIn(`${file}:${n + 1}`, line)),
)

test('a citation of a missing section, or in another form, would be found', () => {
  const found = citationsIn('here', "test('[P2 §2 §5] and [P3 §99] and [D9] and [decision 8]', () => {")
  expect(found.map(({ section }) => section)).toEqual(['P2 §2', 'P2 §5', 'P3 §99', 'D9', 'decision 8'])
  expect(sections.has('P2 §5')).toBe(true)
  expect(found.filter(({ section }) => !sections.has(section))).toHaveLength(3)
})

test('every section that a test name cites exists in docs/specification', () => {
  expect(citations.length).toBeGreaterThan(300)
  expect(citations.filter(({ section }) => !sections.has(section))).toEqual([])
})

test('prints the sections that no test cites', () => {
  const cited = new Set(citations.map(({ section }) => section))
  const uncited = [...sections].filter((section) => !cited.has(section))
  process.stdout.write(`Sections of docs/specification that no test cites: ${uncited.join(', ') || 'none'}\n`)
  expect(cited.size).toBeGreaterThan(0)
})
