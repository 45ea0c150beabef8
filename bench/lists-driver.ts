// A child process of bench/lists.ts. It records the SQL statements of a page and then runs them through the same driver
// without HTTP. It is a separate process, so that its CPU time can be measured.

import { createApp } from '@rosella/server/app'
import { openLog } from '@rosella/server/platform/adapters/log/open-log'
import { readConfig } from '@rosella/server/platform/config'
import pg from 'pg'

export interface Statement {
  /** The name of a prepared statement. */
  name?: string | undefined
  text: string
  values: unknown[]
}

const url = process.argv[2] ?? ''
const app = await createApp(
  readConfig({ DATABASE_URL: url, DATA_DIR: process.argv[3] ?? '', DEMO: '0', LOG_LEVEL: 'warn' }),
  {
    log: openLog('warn', { write: (line) => void process.stderr.write(line) }),
    print: () => {},
    withoutSchedule: true,
  },
)
const pool = new pg.Pool({ connectionString: url, max: 10 })

/** All statements that one page sends to the driver. */
async function record(path: string): Promise<Statement[]> {
  const statements: Statement[] = []
  const prototype = pg.Client.prototype as { query: (...args: unknown[]) => unknown }
  const { query } = prototype
  prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [{ name, text, values }] = args as [Statement]
    // A string is `begin` or `commit` of background work; no page of a list opens a transaction.
    if (text) statements.push({ name, text, values: values ?? [] })
    return query.apply(this, args)
  }
  const { statusCode } = await app.http.inject(path)
  prototype.query = query
  if (statusCode !== 200) throw new Error(`${path.split('?')[0]} returned ${statusCode}`)
  return statements
}

/** Restores buffers that were sent as JSON. */
const revive = (page: Statement[]): Statement[] =>
  page.map((statement) => ({
    ...statement,
    values: statement.values.map((value) =>
      value && typeof value === 'object' && 'data' in value ? Buffer.from(value.data as number[]) : value,
    ),
  }))

async function run(pages: Statement[][], seconds: number, connections: number) {
  const times: number[] = []
  const until = performance.now() + seconds * 1000
  const before = process.cpuUsage()
  let next = 0
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < until) {
        const started = performance.now()
        for (const { name, text, values } of pages[next++ % pages.length] ?? [])
          await pool.query({ name, text, values })
        times.push(performance.now() - started)
      }
    }),
  )
  const { user, system } = process.cpuUsage(before)
  return { times, cpuMs: (user + system) / 1000 }
}

export type DriverRequest =
  | { record: string[] }
  | { run: Statement[][]; seconds: number; connections: number }
  | 'stop'

process.on('message', async (request: DriverRequest) => {
  if (request === 'stop') {
    await pool.end()
    await app.close()
    process.exit(0)
  }
  if ('run' in request)
    return process.send?.(await run(request.run.map(revive), request.seconds, request.connections))
  // The first call waits for the member index, which is not part of a page.
  await app.http.inject(request.record[0] ?? '')
  const pages: Statement[][] = []
  for (const path of request.record) pages.push(await record(path))
  process.send?.(pages)
})
process.send?.('ready')
