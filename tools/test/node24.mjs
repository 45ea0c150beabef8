// npm run test:node24 [-- paths]: the server tests, or those whose path begins with one of these, and a handful of browser
// and process tests on Node 24, whose program comes from the npm package `node`. Not part of npm test, because it takes as
// long again.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const MAJOR = '24'
const paths = process.argv.slice(2)

if (process.versions.node.startsWith(`${MAJOR}.`)) await runTests()
else startAgain()

async function runTests() {
  const { startTestRun } = await import('./test-run.mjs')
  const run = await startTestRun()
  const built = await run.build()
  await run.tests('server', paths)
  if (!built) run.fail('browser tests')
  else {
    await run.tests(
      'processes',
      ['process', 'processes', 'backup'].map((name) => `tests/e2e/${name}.test.ts`),
    )
    await run.tests(
      'e2e',
      ['first-slice', 'chat', 'photos'].map((name) => `tests/e2e/${name}.test.ts`),
    )
  }
  await run.end()
}

/** With Node 24 first in PATH, so that everything these tests start uses it too. */
function startAgain() {
  const home = fileURLToPath(new URL('../../node_modules/.cache/node24', import.meta.url))
  const node = join(home, 'node_modules/node/bin/node')
  if (!existsSync(node)) {
    mkdirSync(home, { recursive: true })
    writeFileSync(join(home, 'package.json'), '{"private":true}')
    execFileSync('npm', ['install', '--no-audit', '--no-fund', `node@${MAJOR}`], {
      cwd: home,
      stdio: 'inherit',
    })
  }
  const PATH = [dirname(node), process.env.PATH].join(delimiter)
  const child = spawn(node, [process.argv[1], ...paths], { stdio: 'inherit', env: { ...process.env, PATH } })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code) => process.exit(code ?? 1))
}
