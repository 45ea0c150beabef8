import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/transaction'
import { dumpSettings } from './catalog'
import type { OpenBackup } from './restore-backup'
import { fileOf, linesOf, type TableInBackup } from './tables'

const FETCH = 2000
const BITS = 64n

/** A checksum of lines in any order, because table rows have none. */
class LineSum {
  #count = 0
  #sums: [bigint, bigint] = [0n, 0n]

  add(line: string): void {
    const digest = createHash('sha256').update(line).digest()
    const [a, b] = this.#sums
    this.#sums = [
      BigInt.asUintN(Number(BITS), a + digest.readBigUInt64LE(0)),
      BigInt.asUintN(Number(BITS), b + digest.readBigUInt64LE(8)),
    ]
    this.#count++
  }

  text(): string {
    return `${this.#count} rows, ${this.#sums.map((sum) => sum.toString(16)).join(' ')}`
  }
}

/** The tables whose rows differ from the backup after a restore. */
export async function differingTables(tx: Tx, { about, files }: OpenBackup): Promise<string[]> {
  await dumpSettings(tx)
  const different: string[] = []
  for (const table of about.tables) {
    const before = new LineSum()
    for await (const line of linesOf(files.read(fileOf(table.name)))) before.add(line)
    const after = await sumOf(tx, table)
    if (after.text() !== before.text()) different.push(table.name)
  }
  return different
}

/** Each row in the format of a backup. */
async function sumOf(tx: Tx, { name, columns }: TableInBackup): Promise<LineSum> {
  const sum = new LineSum()
  const texts = sql.join(columns.map((column) => sql`${sql.ref(column)}::text`))
  await sql`declare rehearsal no scroll cursor for
    select array_to_json(array[${texts}])::text as line from ${sql.table(name)}`.execute(tx)
  for (;;) {
    const { rows } = await sql<{ line: string }>`fetch ${sql.lit(FETCH)} from rehearsal`.execute(tx)
    if (rows.length === 0) break
    for (const { line } of rows) sum.add(line)
  }
  await sql`close rehearsal`.execute(tx)
  return sum
}
