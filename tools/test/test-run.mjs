import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServices } from './services.mjs'
import { runStep } from './step.mjs'
import { countTests } from './totals.mjs'
import { versions } from './versions.mjs'

/** A run of several steps on its own services. Its last line is «N passed, M failed». */
export async function startTestRun() {
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
  return {
    lint: () => step('lint', ['npx', 'biome', 'check', '--error-on-warnings', '.']),
    // Two checkers each check the shared types again, which costs twice as much and saves no time beside tests.
    types: () => step('types', ['npx', 'tsc', '-p', 'tsconfig.json', '--checkers', '1']),
    deadCode: () => step('dead code', ['npm', 'run', '--silent', 'dead-code']),
    build: () => step('build', [process.execPath, 'tools/build.mjs']),
    /** The tests of a project of vitest.config.ts: all, or those whose path begins with one of these. */
    tests(project, paths = []) {
      const report = [
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${join(reports, `${project}.json`)}`,
      ]
      return step(`${project} tests`, ['npx', 'vitest', 'run', '--project', project, ...report, ...paths])
    },
    /** Records a step that could not be started. */
    fail: (name) => void steps.push({ name, passed: false }),
    async end() {
      console.log(`\nRan against ${versions(services.programs).join(', ')}.`)
      await services.stop()
      const failedSteps = steps.filter((one) => !one.passed).map((one) => one.name)
      const totals = countTests(reports)
      // A step can fail without a failing test (lint, a file that does not load).
      const failed = totals.failed + failedSteps.filter((name) => !totals.failing.has(name)).length
      const seconds = Math.round((Date.now() - started) / 1000)
      if (failedSteps.length > 0) console.log(`Failed: ${failedSteps.join(', ')}.`)
      if (totals.passed + totals.failed === 0) console.log('No test ran.')
      console.log(`${steps.length} steps in ${seconds} s.`)
      const skipped = totals.skipped ? `, ${totals.skipped} skipped` : ''
      console.log(`${totals.passed} passed, ${failed} failed${skipped}`)
      process.exit(failed > 0 || totals.passed === 0 ? 1 : 0)
    },
  }
}
