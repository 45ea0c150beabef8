import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

export interface Child {
  process: ChildProcess
  /** The next line it prints; empty when it has ended. */
  line(): Promise<string>
  /** kill -9, and waits until it is gone. */
  kill(): Promise<void>
}

/** Another process, for what only another process can do: hold a lock, die in the middle of its work. */
export function startChild(code: string): Child {
  const args = ['--import', import.meta.resolve('tsx'), '--input-type=module', '-e', code]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const gone = new Promise<void>((resolve) => child.on('exit', () => resolve()))
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  return {
    process: child,
    line: async () => (await lines.next()).value ?? '',
    async kill() {
      child.kill('SIGKILL')
      await gone
    },
  }
}
