// npm run test:quick [-- --since <commit>]: runs lint, types, unit tests, and the server tests next to uncommitted
// changes and to changes since that commit (by default the one before the last).
import { parseArgs } from 'node:util'
import { changedFiles } from './changed-files.mjs'
import { startTestRun } from './test-run.mjs'
import { touchedTests } from './touched-tests.mjs'

const { values } = parseArgs({ options: { since: { type: 'string', default: 'HEAD~1' } } })
const paths = touchedTests(changedFiles(values.since))

const run = await startTestRun()
await Promise.all([
  (async () => {
    await run.lint()
    await run.types()
    await run.tests('unit')
  })(),
  paths.length > 0 ? run.tests('server', paths) : undefined,
])
console.log(paths.length > 0 ? `\nServer tests of ${paths.join(', ')}` : '\nNo server test is affected.')
await run.end()
