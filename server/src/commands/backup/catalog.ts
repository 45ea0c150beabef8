import { sql } from 'kysely'
import type { Tx } from '../../platform/database/transaction'

export interface TableShape {
  name: string
  /** Stored columns only; generated ones are computed again. */
  columns: { name: string; type: string }[]
}

/**
 * Not part of a backup: past backups, photo locks, orphaned photos and unsent revocations of this installation; login and verification challenges, which
 * last minutes; selfies, which only one moderator sees before they are destroyed; and the keys of retained
 * messages, which must not outlive their quarter.
 */
const EXCLUDED = [
  'backup_run',
  'orphan_photo',
  'photo_cleanup',
  'revocation',
  'photo_lock',
  'retained_message_key',
  'login_challenge',
  'verification_challenge',
  'verification_frame',
]

/** The tables of the database, each after those that it refers to. */
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
  const waiting = new Set(rows.filter(({ name }) => !EXCLUDED.includes(name)))
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

/** The current value of each sequence; unused ones have none. */
export async function readSequences(tx: Tx): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string; at: string }>`
    select sequencename::text as name, last_value::text as at from pg_sequences
    where schemaname = current_schema() and last_value is not null order by 1`.execute(tx)
  const kept = rows.filter(({ name }) => !EXCLUDED.some((table) => name.startsWith(`${table}_`)))
  return Object.fromEntries(kept.map(({ name, at }) => [name, at]))
}

/** Values are written as PostgreSQL's own text, independent of the settings on either side. */
export async function dumpSettings(tx: Tx): Promise<void> {
  await sql`set local datestyle = 'ISO, YMD'`.execute(tx)
  await sql`set local timezone = 'UTC'`.execute(tx)
  await sql`set local intervalstyle = 'postgres'`.execute(tx)
  await sql`set local extra_float_digits = 1`.execute(tx)
  await sql`set local bytea_output = 'hex'`.execute(tx)
}
