import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { writtenFiles } from './english'

const glossary = readFileSync('docs/glossary.md', 'utf8')

/** The last column of each row, whose words are in backticks. */
const retired = [...glossary.matchAll(/^\|.*\|([^|]*)\|$/gm)].flatMap(([, cell = '']) =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, phrase = '']) => phrase),
)

/** `second step` finds "Second step", second-step, second_step, secondStep and SECOND_STEP, and not "seconds". */
function patternOf(phrase: string): RegExp {
  const [first = '', ...rest] = phrase.split(' ')
  const capital = (word: string) =>
    `(?:[${word[0]}${word[0]?.toUpperCase()}]${word.slice(1)}|${word.toUpperCase()})`
  const words = rest.map((word) => `[ _-]?${capital(word)}`).join('')
  return new RegExp(`(?<![a-zA-Z]|\\d-)${capital(first)}${words}(?:s|es|S)?(?![a-z])`)
}
const patterns = retired.map((phrase) => ({ phrase, pattern: patternOf(phrase) }))

/** Names that cannot change: keys derived from these labels open stored data, and migrations have checksums. */
const fixed = [/`?second step \$\{/, /held messages \$\{/, /docs\/decisions\/\d{4}-/]

function findRetired(place: string, line: string): string[] {
  if (fixed.some((pattern) => pattern.test(line))) return []
  return patterns
    .filter(({ pattern }) => pattern.test(line))
    .map(({ phrase }) => `${place}: "${phrase}" in ${line.trim().slice(0, 120)}`)
}

/** The glossary itself, records of the past, and texts that imitate how strangers write. */
const skipped =
  /^(?:docs\/glossary\.md|docs\/decisions\/|CHANGELOG\.md|tests\/architecture\/glossary|tests\/e2e\/previous-release|tools\/demo-town\/|server\/src\/features\/safety\/scam-signs\/lexicon)/

test('a retired word would be found in a sentence and in an identifier', () => {
  expect(retired.length).toBeGreaterThan(15)
  for (const line of ['the second step', 'const secondStep = 1', 'SECOND_STEP', 'second-steps.ts'])
    expect(findRetired('here', line)).toHaveLength(1)
  expect(findRetired('here', 'in seconds, step by step')).toEqual([])
})

test('no retired word of docs/glossary.md is in use', () => {
  const files = writtenFiles().filter((file) => !skipped.test(file))
  const found = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, n) => findRetired(`${file}:${n + 1}`, line)),
  )
  expect(found).toEqual([])
})
