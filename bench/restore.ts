// npm run bench:restore -- 10000 100000 [--rehearse]: seeds a town of each size with 10 messages and 10 or more relations a member, and measures
// its tables, a backup and a restore of them, and a rehearsal, with the commands that an operator runs. Without photos: copying
// their files takes as long as the disk needs.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PostgresServer } from '@rosella/testkit/postgres-server'
import pg from 'pg'
import { seedTown } from '../tools/seed-town'

const words = process.argv.slice(2)
/** A rehearsal takes about as long as a restore. */
const rehearses = words.includes('--rehearse')
const sizes = words.filter((word) => !word.startsWith('--')).map(Number)
if (sizes.length === 0 || !sizes.every((size) => size >= 1000))
  throw new Error('Name the sizes of the towns.')
const dist = fileURLToPath(new URL('../server/dist', import.meta.url))

/** Returns the seconds that the command took. */
async function command(name: string, args: string[], env: Record<string, string>): Promise<number> {
  const began = performance.now()
  const child = spawn(process.execPath, [join(dist, `${name}.js`), ...args], {
    env: { PATH: process.env.PATH, DEMO: '0', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errors = ''
  child.stderr.on('data', (data) => {
    errors = `${errors}${data}`.slice(-2000)
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${name} failed: ${errors}`)
  return (performance.now() - began) / 1000
}

async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<Row>(text).finally(() => client.end())
  return rows
}

async function folderBytes(dir: string): Promise<number> {
  const names = await readdir(dir, { recursive: true, withFileTypes: true })
  const files = names.filter((each) => each.isFile())
  const all = await Promise.all(files.map((each) => stat(join(each.parentPath, each.name))))
  return all.reduce((sum, { size }) => sum + size, 0)
}

const mb = (bytes: number) => (bytes / 1e6).toFixed(0)

console.log('| members | rows | tables MB | backup MB | backup s | rehearsal s | restore s |')
console.log('|---|---|---|---|---|---|---|')
for (const size of sizes) {
  const dir = await mkdtemp(join(tmpdir(), 'rosella-restore-'))
  const [from, to] = [await PostgresServer.start(), await PostgresServer.start()]
  try {
    await seedTown(from.url, size, () => {}, { pairs: 5, messages: size * 10 })
    const at = (url: string) => ({ DATABASE_URL: url, DATA_DIR: join(dir, 'data') })
    const backup = join(dir, 'backup')
    const backupSeconds = await command('backup', [backup, '--tables-only'], at(from.url))
    const rehearsalSeconds = rehearses
      ? await command('rehearse-restore', [backup], at(from.url))
      : Number.NaN
    const restoreSeconds = await command('restore', [backup], at(to.url))
    const tables = await query<{ name: string; bytes: string; rows: string }>(
      to.url,
      `select relname as name, pg_total_relation_size(c.oid) as bytes, greatest(reltuples, 0)::bigint as rows
       from pg_class c where relkind = 'r' and relnamespace = 'public'::regnamespace order by 2 desc`,
    )
    const sum = (key: 'bytes' | 'rows') => tables.reduce((total, table) => total + Number(table[key]), 0)
    const seconds = [backupSeconds, rehearsalSeconds, restoreSeconds].map((each) => each.toFixed(0))
    console.log(
      `| ${size} | ${sum('rows')} | ${mb(sum('bytes'))} | ${mb(await folderBytes(backup))} | ${seconds.join(' | ')} |`,
    )
    console.log(`\nBytes a row with indexes, and of the whole table a member, at ${size} members:\n`)
    console.log('| table | rows | bytes a row | bytes a member |')
    console.log('|---|---|---|---|')
    for (const { name, bytes, rows } of tables.slice(0, 12))
      console.log(
        `| \`${name}\` | ${rows} | ${Number(rows) > 0 ? Math.round(Number(bytes) / Number(rows)) : '–'} | ${Math.round(Number(bytes) / size)} |`,
      )
    console.log('')
  } finally {
    await from.remove()
    await to.remove()
    await rm(dir, { recursive: true, force: true })
  }
}
