import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'

/** Linux counts CPU time in hundredths of a second. */
const TICK_MS = 10

/** The fields after the name in /proc/<pid>/stat. The name may contain spaces and brackets. */
function statOf(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}

/** CPU time of a process so far, in milliseconds. */
export function cpuOf(pid: number): number {
  const stat = statOf(pid)
  return (Number(stat[11]) + Number(stat[12])) * TICK_MS
}

/** All processes of a PostgreSQL server: the children of our backend's parent. */
export async function postgresProcesses(url: string): Promise<() => number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query('select pg_backend_pid() as pid')
  const parent = Number(statOf(rows[0].pid)[1])
  await client.end()
  return () => {
    // Includes the time of its children that have ended.
    const stat = statOf(parent)
    let total = cpuOf(parent) + (Number(stat[13]) + Number(stat[14])) * TICK_MS
    for (const name of readdirSync('/proc')) {
      if (!/^\d+$/.test(name)) continue
      try {
        if (Number(statOf(Number(name))[1]) === parent) total += cpuOf(Number(name))
      } catch {
        // The process has just ended.
      }
    }
    return total
  }
}
