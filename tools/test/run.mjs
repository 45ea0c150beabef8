// npm test: everything that must hold, on real services of its own. The last line is «N passed, M failed».
import { startTestRun } from './test-run.mjs'

const run = await startTestRun()

// Two lanes for two cores: what reads the code, and what runs it. The browser tests need the build, and a
// machine to themselves to keep time.
const [built] = await Promise.all([
  (async () => {
    await run.lint()
    await run.types()
    await run.deadCode()
    return run.build()
  })(),
  (async () => {
    await run.tests('unit')
    await run.tests('server')
  })(),
])
if (built) await run.tests('e2e')
else run.fail('e2e tests')
await run.end()
