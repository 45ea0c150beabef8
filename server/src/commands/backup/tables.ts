import { Readable } from 'node:stream'
import { createGunzip, createGzip } from 'node:zlib'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/transaction'
import type { TableShape } from './catalog'
import type { SummedFiles } from './summed-files'

export interface TableInBackup {
  name: string
  columns: string[]
  rows: number
}

const FETCH = 2000
/** A batch is inserted when it has this many characters. */
const BATCH = 500_000
export const fileOf = (name: string) => `tables/${name}.ndjson.gz`

/** One row per line: a JSON array of PostgreSQL's own text, so that numbers never become JavaScript numbers. */
export async function dumpTable(tx: Tx, table: TableShape, files: SummedFiles): Promise<TableInBackup> {
  const columns = table.columns.map(({ name }) => name)
  const texts = sql.join(columns.map((column) => sql`${sql.ref(column)}::text`))
  let rows = 0
  async function* lines() {
    await sql`declare backup no scroll cursor for
      select array_to_json(array[${texts}])::text as line from ${sql.table(table.name)}`.execute(tx)
    for (;;) {
      const fetched = await sql<{ line: string }>`fetch ${sql.lit(FETCH)} from backup`.execute(tx)
      if (fetched.rows.length === 0) break
      rows += fetched.rows.length
      yield fetched.rows.map(({ line }) => `${line}\n`).join('')
    }
    await sql`close backup`.execute(tx)
  }
  await files.write(fileOf(table.name), Readable.from(lines()), createGzip())
  return { name: table.name, columns, rows }
}

export const checkTable = (files: SummedFiles, { name }: TableInBackup): Promise<void> =>
  files.check(fileOf(name))

export async function loadTable(
  tx: Tx,
  table: TableInBackup,
  shape: TableShape,
  files: SummedFiles,
  onBatch: (rows: number) => void = () => {},
): Promise<void> {
  const types = new Map(shape.columns.map(({ name, type }) => [name, type]))
  const values = table.columns.map((name, at) => {
    const type = types.get(name)
    if (!type)
      throw new Error(`The backup has a column ${table.name}.${name}, which its version did not have.`)
    return sql`(line ->> ${sql.lit(at)})::${sql.raw(type)}`
  })
  const insert = async (lines: string[]) => {
    await sql`insert into ${sql.table(table.name)} (${sql.join(table.columns.map((name) => sql.ref(name)))})
      overriding system value
      select ${sql.join(values)} from json_array_elements(${`[${lines.join(',')}]`}::json) line`.execute(tx)
  }
  let batch: string[] = []
  let [length, rows] = [0, 0]
  for await (const line of linesOf(files.read(fileOf(table.name)))) {
    batch.push(line)
    length += line.length
    rows++
    if (length < BATCH) continue
    await insert(batch)
    onBatch(rows)
    batch = []
    length = 0
  }
  if (batch.length > 0) await insert(batch)
  if (rows !== table.rows) throw new Error(`The backup has ${rows} rows of ${table.name}, not ${table.rows}.`)
}

/** Splits at line feeds only: node:readline also splits at U+2028, which texts may contain. */
export async function* linesOf(packed: Readable): AsyncGenerator<string> {
  const text = createGunzip()
  packed.once('error', (error) => text.destroy(error))
  packed.pipe(text).setEncoding('utf8')
  let rest = ''
  for await (const chunk of text) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}
