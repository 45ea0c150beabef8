// npm test: runs all tests on their own real services. The last line is «N passed, M failed».
import { startTestRun } from './test-run.mjs'

const run = await startTestRun()

// Two lanes for two cores: static checks and tests. Tests that start the built server mostly wait, so they run
// beside the server tests. Browser tests are sensitive to timing, so they run alone.
const [built] = await Promise.all([
  (async () => {
    await run.lint()
    await run.types()
    await run.deadCode()
    const built = await run.build()
    if (built) await run.tests('processes')
    return built
  })(),
  (async () => {
    await run.tests('unit')
    await run.tests('server')
  })(),
])
if (built) await run.tests('e2e')
else for (const project of ['processes', 'e2e']) run.fail(`${project} tests`)
await run.end()
