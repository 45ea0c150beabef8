import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Child {
  process: ChildProcess
  /** The next line that it prints; empty when it has ended. */
  line(): Promise<string>
  /** Kills it with -9 and waits until it has ended. */
  kill(): Promise<void>
}

/** A child process, for example to hold a lock or to die during its work. */
export function startChild(code: string): Child {
  const args = ['--import', import.meta.resolve('tsx'), '--input-type=module', '-e', code]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  return {
    process: child,
    line: async () => (await lines.next()).value ?? '',
    kill: () => endProcess(child, 'SIGKILL'),
  }
}

/** Sends a signal to a running process and waits until it has ended. */
export async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  await gone
}

/** Polls for up to a minute. */
export async function untilReady(name: string, isReady: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 60_000
  while (Date.now() < end) {
    if (await isReady()) return
    await sleep(50)
  }
  throw new Error(`${name} is not ready after a minute.`)
}
