import { openLog } from '@rosella/server/platform/adapters/log/open-log'
import type { Log } from '@rosella/server/platform/services'

interface Line {
  level: number
  msg: string
}

const ERROR = 50

/** A real log that a test can read; unexpected errors fail the test. */
export function strictLog(): { log: Log; lines: string[]; unexpected(): string[]; expectErrors(): void } {
  const lines: string[] = []
  let expected = false
  const log = openLog('debug', { write: (line: string) => void lines.push(line) })
  return {
    log,
    lines,
    expectErrors: () => {
      expected = true
    },
    unexpected: () => (expected ? [] : lines.filter((line) => (JSON.parse(line) as Line).level >= ERROR)),
  }
}
