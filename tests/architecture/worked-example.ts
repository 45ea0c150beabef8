import { execFileSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './imports'

interface Change {
  path: string
  before: string
  after: string
}

export interface Example {
  changes: Change[]
  migration: string
}

/** The blocks of a section: a file name, then lines that start with a space, a plus or a minus; and the SQL. */
export function readExample(title: string): Example {
  const guide = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
  const section = guide.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? ''
  const changes = [...section.matchAll(/```diff\n\+\+\+ (\S+)\n([\s\S]*?)```/g)].map(
    ([, path = '', block = '']) => {
      const lines = block.split('\n').slice(0, -1)
      const side = (marks: string) =>
        lines.flatMap((line) => (marks.includes(line[0] ?? ' ') ? [line.slice(1)] : [])).join('\n')
      return { path, before: side(' -'), after: side(' +') }
    },
  )
  return { changes, migration: /```sql\n([\s\S]*?)```/.exec(section)?.[1] ?? '' }
}

const copied = [
  'contract',
  'server/src',
  'server/package.json',
  'web/src',
  'web/package.json',
  'testkit',
  'tools',
  'tsconfig.json',
]

/** Applies the examples to one copy of the product, as a reader would; returns the folder of the copy. */
export function applyExamples(examples: readonly Example[]): string {
  const copy = mkdtempSync(join(tmpdir(), 'rosella-example-'))
  try {
    for (const part of copied)
      cpSync(join(root, part), join(copy, part), {
        recursive: true,
        filter: (path) => !/\.test\.tsx?$|node_modules/.test(path),
      })
    linkPackages(copy)
    for (const { path, before, after } of examples.flatMap(({ changes }) => changes)) {
      const text = readFileSync(join(copy, path), 'utf8')
      const [start, end, more] = text.split(`${before}\n`)
      if (end === undefined || more !== undefined) throw new Error(`Not once in ${path}:\n${before}`)
      writeFileSync(join(copy, path), `${start}${after}\n${end}`)
    }
    return copy
  } catch (error) {
    rmSync(copy, { recursive: true })
    throw error
  }
}

/** Links the packages of the checkout, except ours, which come from the copy. */
function linkPackages(copy: string): void {
  const installed = join(root, 'node_modules')
  mkdirSync(join(copy, 'node_modules/@rosella'), { recursive: true })
  for (const name of readdirSync(installed))
    if (name !== '@rosella' && name !== '.cache')
      symlinkSync(join(installed, name), join(copy, 'node_modules', name))
  symlinkSync(join(root, 'server/node_modules'), join(copy, 'server/node_modules'))
  for (const name of ['contract', 'server', 'web', 'testkit'])
    symlinkSync(join(copy, name), join(copy, 'node_modules/@rosella', name))
}

/** The compiler errors of the product in the copy; '' if there are none. */
export function typeErrors(copy: string): string {
  const config = JSON.parse(readFileSync(join(copy, 'tsconfig.json'), 'utf8'))
  config.include = ['contract', 'server/src', 'web/src']
  writeFileSync(join(copy, 'tsconfig.json'), JSON.stringify(config))
  try {
    execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', copy, '--checkers', '1'], { encoding: 'utf8' })
    return ''
  } catch (error) {
    return (error as { stdout: string }).stdout
  }
}
