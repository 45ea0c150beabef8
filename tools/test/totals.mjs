import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Adds up vitest's JSON reports, one per project, and lists the projects with failing tests. */
export function countTests(folder) {
  const totals = { passed: 0, failed: 0, skipped: 0, failing: new Set() }
  for (const file of readdirSync(folder)) {
    const report = JSON.parse(readFileSync(join(folder, file), 'utf8'))
    totals.passed += report.numPassedTests
    totals.failed += report.numFailedTests
    totals.skipped += report.numPendingTests + (report.numTodoTests ?? 0)
    if (report.numFailedTests > 0) totals.failing.add(`${file.replace('.json', '')} tests`)
  }
  return totals
}
