import cluster from 'node:cluster'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Config, KEPT_FOLDER, keptFolder } from '../config'
import { ProcessKeeper } from './supervisor'
import { joinSiblings, type Kept } from './worker'

/** Undefined in a process that was started by itself. */
export function whoKeepsUs(): Kept | undefined {
  const folder = keptFolder()
  return cluster.isWorker && folder ? joinSiblings(folder) : undefined
}

/** PROCESSES: this process serves nobody, it keeps those that do. */
export async function keepProcesses(config: Config, fail: (error: unknown) => never): Promise<void> {
  const count = config.processes === 'auto' ? availableParallelism() : (config.processes ?? 1)
  const folder = mkdtempSync(join(tmpdir(), 'rosella-processes-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const tell = (sentence: string) => void process.stderr.write(`${sentence}\n`)
  const keeper = new ProcessKeeper({ count, env: { [KEPT_FOLDER]: folder }, tell })
  let stopping: Promise<void> | undefined
  const stop = () => {
    stopping ??= keeper.stop().then(() => process.exit(0), fail)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  // The first may be open already, and old, while the others are being opened: so it is done afterwards.
  let [isOpen, isAsked] = [false, false]
  process.on('SIGHUP', () => {
    if (isOpen) void keeper.restart()
    else isAsked = true
  })
  const address = await keeper.start().catch(async () => {
    // It has said itself what is wrong.
    await (stopping ?? keeper.stop())
    process.exit(1)
  })
  isOpen = true
  process.stdout.write(`${config.site.name} is open at ${address} with ${count} processes\n`)
  if (isAsked) void keeper.restart()
}
