import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root, sourceFiles } from './imports'

/** Always present where Node runs on Linux, or not needed where the test may not mount. */
const withoutLookup = ['mount', 'npm', 'sh', 'umount']

/** Programs that the code names itself when it starts a process or a browser. */
function programsNamed(code: string): string[] {
  const start = /\b(?:spawn|spawnSync|execFile|execFileSync|promisify\(execFile\))\(\s*'([^']+)'/g
  const path = /'(\/(?:usr|bin|sbin|opt|snap)\/[^']+)'/g
  return [start, path].flatMap((pattern) => [...code.matchAll(pattern)].map(([, program = '']) => program))
}

test('no test names a program or its path, because only tools/test/programs.mjs installs missing ones', () => {
  const files = sourceFiles().filter(
    (file) => /^(tests|testkit)\/|\.test\.tsx?$/.test(file) && file !== 'tests/architecture/programs.test.ts',
  )
  expect(files.length).toBeGreaterThan(100)
  const named = files.flatMap((file) =>
    programsNamed(readFileSync(join(root, file), 'utf8'))
      .filter((program) => !withoutLookup.includes(program))
      .map((program) => `${file}: ${program}`),
  )
  expect(named).toEqual([])
})

test('finds programs that code names itself', () => {
  expect(programsNamed("spawn('redis-server', args)")).toEqual(['redis-server'])
  expect(programsNamed("await promisify(execFile)('heif-enc', ['-q'])")).toEqual(['heif-enc'])
  expect(programsNamed("chromium.launch({ executablePath: '/usr/bin/chromium' })")).toEqual([
    '/usr/bin/chromium',
  ])
})
