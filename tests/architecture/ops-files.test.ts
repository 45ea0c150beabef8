import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './imports'

const read = (path: string): string => readFileSync(join(root, path), 'utf8')

test('every file in ops/ is exercised by a test or named as untested', () => {
  const rows = [...read('docs/operations/tested.md').matchAll(/^\| `([^`]+)` \| (.+) \|$/gm)]
  expect(rows.map(([, file]) => file).sort()).toEqual(readdirSync(join(root, 'ops')).sort())
  for (const [, file, by = ''] of rows) {
    const named = [...by.matchAll(/`([^`]+\.(?:ts|mjs))`/g)].map(([, path]) => path ?? '')
    expect(named.length > 0 || by.includes('untested'), file).toBe(true)
    expect(
      named.filter((path) => !existsSync(join(root, path))),
      file,
    ).toEqual([])
  }
})

test('the files that the systemd unit and the Dockerfile start or copy exist', () => {
  expect(read('tools/build.mjs')).toContain("'server/src/main.ts'")
  expect(read('ops/rosella.service')).toMatch(
    /^ExecStart=\/usr\/bin\/node \/opt\/rosella\/server\/dist\/main\.js$/m,
  )
  const copied = [...read('ops/Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, files]) =>
    files?.split(' '),
  )
  expect(copied.length).toBeGreaterThan(5)
  expect(copied.filter((file) => !existsSync(join(root, file ?? '')))).toEqual([])
})

test('the systemd unit keeps its limits', () => {
  const unit = read('ops/rosella.service')
  for (const line of [
    'NoNewPrivileges=yes',
    'ProtectSystem=strict',
    'CapabilityBoundingSet=',
    'PrivateDevices=yes',
    'OOMPolicy=continue',
    'MemoryMax=85%',
    'RuntimeDirectory=rosella',
    'StartLimitBurst=120',
  ])
    expect(unit.split('\n')).toContain(line)
})
