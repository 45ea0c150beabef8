import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findProgram } from '../../tools/test/programs.mjs'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/** Every TypeScript source file of the project that git tracks or would track. */
export function sourceFiles(): string[] {
  const listed = execFileSync(
    findProgram('git'),
    ['ls-files', '-co', '--exclude-standard', '--', '*.ts', '*.tsx'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
  return listed
    .split('\n')
    .filter((file) => file !== '' && !file.endsWith('.d.ts') && existsSync(join(root, file)))
}

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g

export interface Import {
  from: string
  /** A file of the project, or the name of a package. */
  to: string
  own: boolean
}

/** A file's imports, including types, with project files relative to the root. */
export function importsOf(file: string, known: ReadonlySet<string>): Import[] {
  const text = readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  return [...text.matchAll(IMPORT)].map(([, specifier = '']) => {
    const target = resolveOwn(file, specifier, known)
    return target ? { from: file, to: target, own: true } : { from: file, to: specifier, own: false }
  })
}

function resolveOwn(file: string, specifier: string, known: ReadonlySet<string>): string | undefined {
  const workspace = /^@rosella\/(contract|server|testkit)\/(.+)$/.exec(specifier)
  const base = workspace
    ? join(workspace[1] === 'server' ? 'server/src' : (workspace[1] ?? ''), workspace[2] ?? '')
    : specifier.startsWith('.')
      ? relative(root, resolve(root, dirname(file), specifier))
      : undefined
  return base === undefined ? undefined : [base, `${base}.ts`, `${base}.tsx`].find((name) => known.has(name))
}

/** The files of the first cycle found, or undefined. */
export function findCycle(edges: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const done = new Set<string>()
  const path: string[] = []
  const visit = (file: string): string[] | undefined => {
    const at = path.indexOf(file)
    if (at >= 0) return [...path.slice(at), file]
    if (done.has(file)) return undefined
    path.push(file)
    for (const next of edges.get(file) ?? []) {
      const cycle = visit(next)
      if (cycle) return cycle
    }
    path.pop()
    done.add(file)
    return undefined
  }
  for (const file of edges.keys()) {
    const cycle = visit(file)
    if (cycle) return cycle
  }
  return undefined
}
