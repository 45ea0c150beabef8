import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findCycle, type Import, importsOf, root, sourceFiles } from './imports'

const files = sourceFiles()
const known = new Set(files)
const isTest = (file: string): boolean => /(\.test\.tsx?|\/suite\.ts)$/.test(file)
const source = files.filter((file) => !isTest(file))
const imports = source.flatMap((file) => importsOf(file, known))
const own = imports.filter(({ own }) => own)

/** Which rooms a file of a room may import from. A room is the longest prefix here that fits its path. */
const map: Record<string, readonly string[]> = {
  contract: ['contract'],
  'server/src/domain': ['contract', 'server/src/domain'],
  'server/src/ports': ['contract', 'server/src/ports', 'server/src/domain', 'server/src/database/tables'],
  'server/src/database': ['contract', 'server/src/database', 'server/src/domain', 'server/src/ports'],
  'server/src/config': ['server/src/config', 'contract'],
  'server/src/processes': ['server/src/processes', 'server/src/config', 'server/src/ports'],
  'server/src/jobs': [
    'contract',
    'server/src/jobs',
    'server/src/domain',
    'server/src/ports',
    'server/src/database',
  ],
  'server/src/mail': [
    'contract',
    'server/src/mail',
    'server/src/jobs',
    'server/src/domain',
    'server/src/ports',
    'server/src/database',
  ],
  'server/src/photo-files': ['contract', 'server/src/photo-files', 'server/src/database', 'server/src/ports'],
  'server/src/site-settings': ['contract', 'server/src/site-settings', 'server/src/ports'],
  'server/src/backup': [
    'contract',
    'server/src/backup',
    'server/src/config',
    'server/src/database',
    'server/src/domain',
    'server/src/ports',
    'server/src/worker-entry',
  ],
  'server/src/adapters': [
    'contract',
    'server/src/adapters',
    'server/src/ports',
    'server/src/domain',
    'server/src/database',
    'server/src/worker-entry',
  ],
  'server/src/features': [
    'contract',
    'server/src/domain',
    'server/src/database',
    'server/src/jobs',
    'server/src/mail',
    'server/src/photo-files/photo-files',
    'server/src/ports',
  ],
  'server/src/transport': ['contract', 'server/src/transport', 'server/src/domain', 'server/src/ports'],
  'web/src/format': ['web/src/format', 'contract'],
  'web/src/ui': ['web/src/ui', 'web/src/format'],
  'web/src/platform': ['web/src/platform', 'web/src/format', 'contract'],
  'web/src/features': ['web/src/platform', 'web/src/ui', 'web/src/format', 'contract'],
  'web/src/app': ['web/src', 'contract'],
}
const rooms = Object.keys(map).sort((a, b) => b.length - a.length)
const roomOf = (file: string): string | undefined => rooms.find((room) => file.startsWith(`${room}/`))
const inside = (file: string, place: string): boolean =>
  file === `${place}.ts` || file.startsWith(`${place}/`)
const featureOf = (file: string): string | undefined =>
  /^(?:server|web)\/src\/features\/[^/]+/.exec(file)?.[0]

function breaksMap({ from, to }: Import): boolean {
  const room = roomOf(from)
  if (!room) return false
  const feature = featureOf(from)
  if (feature && inside(to, feature)) return false
  return !map[room]?.some((place) => inside(to, place))
}

const plainly = (list: readonly Import[]): string[] => list.map(({ from, to }) => `${from} -> ${to}`)

describe('the structure', () => {
  test('there is something to look at', () => {
    expect(source.length).toBeGreaterThan(100)
    expect(own.length).toBeGreaterThan(300)
  })

  test('imports point one way', () => {
    expect(plainly(own.filter(breaksMap))).toEqual([])
  })

  test('only the composition root and the commands see features and adapters', () => {
    const builders = own
      .filter(({ from, to }) => {
        const parts = ['server/src/features', 'server/src/adapters']
        return from.startsWith('server/src/') && parts.some((part) => inside(to, part) && !inside(from, part))
      })
      .map(({ from }) => from)
    expect([...new Set(builders)]).toEqual([
      'server/src/app.ts',
      'server/src/commands/backup/run-backup.ts',
      'server/src/commands/move.ts',
      'server/src/platform/open-services.ts',
      'server/src/open-watching.ts',
      'server/src/register-jobs.ts',
      'server/src/commands/remove-demo.ts',
      'server/src/commands/verify-reports.ts',
    ])
  })

  test('open-services opens services and knows no feature', () => {
    const seen = own.filter(({ from }) => from === 'server/src/platform/open-services.ts')
    expect(plainly(seen.filter(({ to }) => inside(to, 'server/src/features')))).toEqual([])
  })

  test('every file of the server is in a room of the map, or starts a program', () => {
    const homeless = source.filter((file) => file.startsWith('server/src/') && roomOf(file) === undefined)
    expect(homeless).toEqual([
      'server/src/app.ts',
      'server/src/commands/backup/run-backup.ts',
      'server/src/commands/backup-worker.ts',
      'server/src/commands/backup.ts',
      'server/src/main.ts',
      'server/src/commands/move.ts',
      'server/src/platform/open-services.ts',
      'server/src/open-watching.ts',
      'server/src/register-jobs.ts',
      'server/src/commands/rehearse-restore.ts',
      'server/src/commands/remove-demo.ts',
      'server/src/commands/restore.ts',
      'server/src/commands/verify-reports.ts',
      'server/src/platform/worker-entry.ts',
    ])
  })

  test('the database knows no photo store', () => {
    const stores = own.filter(
      ({ from, to }) =>
        inside(from, 'server/src/database') && to === 'server/src/platform/ports/photo-store.ts',
    )
    expect(plainly(stores)).toEqual([])
  })

  test('a feature has the same name on every floor', () => {
    const featuresIn = (folder: string) =>
      new Set(
        files.flatMap((file) => (file.startsWith(folder) ? [file.slice(folder.length).split('/')[0]] : [])),
      )
    const ofContract = new Set(
      files.flatMap((file) => /^contract\/([^/]+)\/endpoints\.ts$/.exec(file)?.[1] ?? []),
    )
    expect([...featuresIn('server/src/features/')].sort()).toEqual([...ofContract].sort())
    // What the web has besides: the page of visitors, and texts that call nothing. What gestures do is part of others.
    const ofWeb = featuresIn('web/src/features/')
    expect([...ofWeb].filter((name) => !ofContract.has(name as string)).sort()).toEqual(['home', 'legal'])
    expect([...ofContract].filter((name) => !ofWeb.has(name)).sort()).toEqual(['gestures'])
  })

  test('no feature imports another', () => {
    const meet = own.filter(({ from, to }) => {
      const [a, b] = [featureOf(from), featureOf(to)]
      return a !== undefined && b !== undefined && a !== b
    })
    expect(plainly(meet)).toEqual([])
  })

  test('only the contract knows TypeBox, and the contract nothing else', () => {
    const foreign = imports.filter(({ from, own: ours }) => inside(from, 'contract') && !ours)
    expect(plainly(foreign.filter(({ to }) => to !== 'typebox'))).toEqual([])
    const outside = imports.filter(({ from, to }) => !inside(from, 'contract') && to.startsWith('typebox'))
    expect(plainly(outside)).toEqual([])
  })

  test('no file imports itself by a detour', () => {
    const edges = new Map(files.map((file) => [file, [] as string[]]))
    for (const { from, to } of own) edges.get(from)?.push(to)
    expect(findCycle(edges)).toBeUndefined()
  })

  test('a cycle would be found', () => {
    const edges = new Map([
      ['a', ['b']],
      ['b', ['c']],
      ['c', ['b']],
    ])
    expect(findCycle(edges)).toEqual(['b', 'c', 'b'])
  })

  test('no file is over 300 lines', () => {
    const long = files.filter((file) => readFileSync(join(root, file), 'utf8').split('\n').length > 301)
    expect(long).toEqual([])
  })

  test('no folder is called utils, helpers, misc or common', () => {
    expect(files.filter((file) => /(^|\/)(utils?|helpers?|misc|common)\//.test(file))).toEqual([])
  })

  test('only config/env.ts reads the environment of the server', () => {
    const readers = source.filter(
      (file) => inside(file, 'server/src') && /\bprocess\.env\b/.test(readFileSync(join(root, file), 'utf8')),
    )
    expect(readers).toEqual(['server/src/platform/config.ts'])
  })

  test('only query-keys.ts writes a key of the web cache', () => {
    const inline = /queryKey\s*[:=]\s*\[|Quer(?:y|ies)Data(?:<[^()]*>)?\(\s*\[/
    const writers = source.filter(
      (file) => inside(file, 'web/src') && inline.test(readFileSync(join(root, file), 'utf8')),
    )
    expect(inline.test("useQuery({ queryKey: ['users'] })")).toBe(true)
    expect(writers).toEqual([])
  })

  test('names: kebab-case.ts, PascalCase.tsx', () => {
    const odd = files.filter((file) => {
      const name = file.split('/').at(-1) ?? ''
      return name.endsWith('.tsx')
        ? !/^([A-Z][A-Za-z0-9]*|main|routes)(\.test)?\.tsx$/.test(name)
        : !/^[a-z0-9]+(-[a-z0-9]+)*(\.(test|config|browser))*\.ts$/.test(name)
    })
    expect(odd).toEqual([])
  })
})
