import { sql } from 'kysely'
import type { Tx } from '../../platform/database/transaction'

export interface TableShape {
  name: string
  /** Those that are stored; what the database computes from others it computes again. */
  columns: { name: string; type: string }[]
}

/**
 * Not facts of the site: which backups were made here; who makes one holds the photos; login challenges last five
 * minutes; pictures of a camera are for one moderator's eyes and then destroyed, so no backup has them. And the keys of
 * retained messages: in a backup they would outlive their quarter.
 */
const PASSING = [
  'backup_run',
  'photo_lock',
  'retained_message_key',
  'login_challenge',
  'verification_challenge',
  'verification_frame',
]

/** What the tables are, from the database itself, each after those it refers to. */
export async function readShapes(tx: Tx): Promise<TableShape[]> {
  const { rows } = await sql<TableShape & { needs: string[] }>`
    select c.relname::text as name,
      (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod))
         order by a.attnum)
       from pg_attribute a
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      array(select distinct r.relname::text from pg_constraint k join pg_class r on r.oid = k.confrelid
        where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as needs
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by 1`.execute(tx)
  const sorted: typeof rows = []
  const waiting = new Set(rows.filter(({ name }) => !PASSING.includes(name)))
  while (waiting.size > 0) {
    const names = new Set([...waiting].map(({ name }) => name))
    const isFree = ({ needs }: (typeof rows)[number]) => !needs.some((need) => names.has(need))
    const free = [...waiting].filter(isFree)
    if (free.length === 0) throw new Error(`These tables refer to each other: ${[...names].join(', ')}.`)
    for (const table of free) waiting.delete(table)
    sorted.push(...free)
  }
  return sorted.map(({ name, columns }) => ({ name, columns }))
}

/** Where each sequence stands; one that was never asked has no number yet. */
export async function readSequences(tx: Tx): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string; at: string }>`
    select sequencename::text as name, last_value::text as at from pg_sequences
    where schemaname = current_schema() and last_value is not null order by 1`.execute(tx)
  const kept = rows.filter(({ name }) => !PASSING.some((table) => name.startsWith(`${table}_`)))
  return Object.fromEntries(kept.map(({ name, at }) => [name, at]))
}

/** Every value goes as PostgreSQL writes and reads it itself, the same on both sides whatever their settings. */
export async function dumpSettings(tx: Tx): Promise<void> {
  await sql`set local datestyle = 'ISO, YMD'`.execute(tx)
  await sql`set local timezone = 'UTC'`.execute(tx)
  await sql`set local intervalstyle = 'postgres'`.execute(tx)
  await sql`set local extra_float_digits = 1`.execute(tx)
  await sql`set local bytea_output = 'hex'`.execute(tx)
}
