import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { findOrInstallPrograms } from './programs.mjs'

/**
 * Starts PostgreSQL and Redis for the tests, in a new folder and on free ports. They end with stop(), and also when
 * this process ends in any other way.
 */
export async function startServices() {
  const programs = findOrInstallPrograms()
  const keeper = spawn(
    process.execPath,
    [fileURLToPath(new URL('keep-services.mjs', import.meta.url)), JSON.stringify(programs)],
    // Detached, because Ctrl-C reaches the whole group and the tests still need the services to shut down.
    { stdio: ['pipe', 'pipe', 'inherit'], detached: true },
  )
  const gone = once(keeper, 'exit')
  const [line] = await Promise.race([once(createInterface(keeper.stdout), 'line'), gone.then(() => [])])
  if (line === undefined) throw new Error('The services of the tests did not start.')
  return {
    programs,
    env: JSON.parse(line),
    async stop() {
      keeper.stdin.end()
      await gone
    },
  }
}
