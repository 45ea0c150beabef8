import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { findProgram } from '../../tools/test/programs.mjs'
import { root } from './imports'

const pages = execFileSync(findProgram('git'), ['ls-files', '-co', '--exclude-standard', '--', '*.md'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((page) => page !== '' && existsSync(join(root, page)))

/** GitHub's anchor of a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

const anchorsIn = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading))

/** Relative links, and paths in backticks that start with a folder of the repository. */
function brokenPaths(page: string, text: string): string[] {
  const prose = text.replace(/^```[\s\S]*?^```/gm, '')
  const links = [...prose.matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].map(([, link = '']) => link)
  const paths = [
    ...prose.matchAll(/`((?:bench|contract|docs|ops|server|testkit|tests|tools|web)\/[\w./-]*\w)`/g),
  ].map(([, path = '']) => path)
  const isBroken = (link: string): boolean => {
    const [file = '', anchor] = link.split('#')
    const target = file === '' ? page : normalize(join(dirname(page), file))
    if (!existsSync(join(root, target))) return true
    return anchor !== undefined && !anchorsIn(readFileSync(join(root, target), 'utf8')).includes(anchor)
  }
  // Files made by a build or a run are in no checkout.
  const isMade = (path: string): boolean => /^(?:server|web)\/dist\b/.test(path)
  return [
    ...links.filter(isBroken),
    ...paths.filter((path) => !existsSync(join(root, path)) && !isMade(path)),
  ].map((path) => `${page}: ${path}`)
}

test('every link, anchor and repository path in the documentation exists', () => {
  expect(pages.length).toBeGreaterThan(50)
  expect(pages.flatMap((page) => brokenPaths(page, readFileSync(join(root, page), 'utf8')))).toEqual([])
})

test('a broken link, anchor or path would be found', () => {
  const text = 'See [it](docs/nowhere.md), [that](#no-such-heading) and `server/src/gone.ts`.'
  expect(brokenPaths('README.md', text)).toHaveLength(3)
})

test('every number of a decision record that a comment or page names exists', () => {
  const records = execFileSync(
    findProgram('git'),
    ['ls-files', '-co', '--exclude-standard', '--', 'docs/decisions'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
  const named = execFileSync(
    findProgram('git'),
    ['grep', '-noE', 'decisions?[ /]0[0-9]{3}(-[a-z-]+[.]md)?', '--', '.'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
  const missing = named
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('tests/architecture/docs.test.ts'))
    .filter((line) => {
      const [, record = ''] = /decisions?[ /](0\d{3}(?:-[a-z-]+\.md)?)$/.exec(line) ?? []
      return !records.includes(`docs/decisions/${record}`)
    })
  expect(missing).toEqual([])
})
