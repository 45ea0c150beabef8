// npm test: everything that must hold, on real services of its own. The last line is «N passed, M failed».
import { startTestRun } from './test-run.mjs'

const run = await startTestRun()

// Two lanes for two cores: what reads the code, and what runs it. Who starts the built server as a process waits most of
// the time, and does so beside the server tests. The browser tests need a machine to themselves to keep time.
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
