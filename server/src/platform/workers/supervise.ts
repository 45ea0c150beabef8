import cluster from 'node:cluster'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, processCount, runtimeFolder, WORKER_FOLDER, workerFolder } from '../config'
import { Supervisor } from './supervisor'
import { connectToSupervisor, type SupervisorLink } from './worker'

/** Undefined in a process that no supervisor started. */
export function findSupervisor(): SupervisorLink | undefined {
  const folder = workerFolder()
  return cluster.isWorker && folder ? connectToSupervisor(folder) : undefined
}

/** With PROCESSES this process serves no requests: it starts, replaces and stops the workers that do. */
export async function supervise(config: Config, fail: (error: unknown) => never): Promise<void> {
  const count = processCount(config)
  const folder = mkdtempSync(join(runtimeFolder(), 'rosella-workers-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const print = (line: string) => void process.stderr.write(`${line}\n`)
  const supervisor = new Supervisor({ count, env: { [WORKER_FOLDER]: folder }, print })
  let stopping: Promise<void> | undefined
  const stop = () => {
    stopping ??= supervisor.stop().then(() => process.exit(0), fail)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  // A reload during start-up runs afterwards: the first worker may already use the old settings.
  let [started, reloadRequested] = [false, false]
  process.on('SIGHUP', () => {
    if (started) void supervisor.reload()
    else reloadRequested = true
  })
  const address = await supervisor.start().catch(async () => {
    // The worker has already printed the reason.
    await (stopping ?? supervisor.stop())
    process.exit(1)
  })
  started = true
  process.stdout.write(`${config.site.name} is open at ${address} with ${count} processes\n`)
  if (reloadRequested) void supervisor.reload()
}
