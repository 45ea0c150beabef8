// npm test: everything that must hold, on real services of its own. The last line is «N passed, M failed».
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServices } from './services.mjs'
import { runStep } from './step.mjs'
import { countTests } from './totals.mjs'
import { versions } from './versions.mjs'

const started = Date.now()
const reports = mkdtempSync(join(tmpdir(), 'rosella-reports-'))
process.on('exit', () => rmSync(reports, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(130))

const services = await startServices()
const env = { ...process.env, ...services.env }
const steps = []

async function step(name, command) {
  const done = await runStep(name, command, env)
  steps.push(done)
  return done.passed
}

function tests(project) {
  const report = [
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${join(reports, `${project}.json`)}`,
  ]
  return step(`${project} tests`, ['npx', 'vitest', 'run', '--project', project, ...report])
}

// Two lanes for two cores: what reads the code, and what runs it. The browser tests need the build, and a
// machine to themselves to keep time.
const [built] = await Promise.all([
  (async () => {
    await step('lint', ['npx', 'biome', 'check', '--error-on-warnings', '.'])
    await step('types', ['npx', 'tsc', '-p', 'tsconfig.json'])
    await step('dead code', ['npm', 'run', '--silent', 'dead-code'])
    return step('build', [process.execPath, 'tools/build.mjs'])
  })(),
  (async () => {
    await tests('unit')
    await tests('server')
  })(),
])
if (built) await tests('e2e')
else steps.push({ name: 'e2e tests', passed: false })

console.log(`\nRan against ${versions(services.programs).join(', ')}.`)
await services.stop()

const failedSteps = steps.filter((one) => !one.passed).map((one) => one.name)
const totals = countTests(reports)
// A step that failed without a failing test (lint, a file that does not load) is a failure all the same.
const failed = Math.max(totals.failed, 0) + failedSteps.filter((name) => !totals.failing.has(name)).length
const seconds = Math.round((Date.now() - started) / 1000)
if (failedSteps.length > 0) console.log(`Failed: ${failedSteps.join(', ')}.`)
if (totals.passed + totals.failed === 0) console.log('No test ran.')
console.log(`${steps.length} steps in ${seconds} s.`)
console.log(`${totals.passed} passed, ${failed} failed${totals.skipped ? `, ${totals.skipped} skipped` : ''}`)
process.exit(failed > 0 || totals.passed === 0 ? 1 : 0)
