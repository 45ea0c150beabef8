import { sql } from 'kysely'
import type { Tx } from '../../platform/database/transaction'

interface Part {
  /** Primary key, unique, exclusion or foreign key constraint; an index without a constraint. */
  kind: 'p' | 'u' | 'x' | 'f' | 'index'
  table: string
  name: string
  definition: string
}

/**
 * Removes everything that acts on single rows: triggers, which would treat loaded rows as news, and indexes and keys,
 * which are faster to build afterwards. Returns a function that restores them and verifies every key.
 */
export async function stripTables(tx: Tx): Promise<(onPart: (name: string) => void) => Promise<void>> {
  const parts = await readParts(tx)
  await setTriggers(tx, 'disable')
  // Foreign keys depend on the keys that they refer to.
  for (const part of parts.filter(({ kind }) => kind === 'f')) await drop(tx, part)
  for (const part of parts.filter(({ kind }) => kind !== 'f')) await drop(tx, part)
  return async (onPart) => {
    // Enough to sort most indexes in memory.
    await sql`set local maintenance_work_mem = '256MB'`.execute(tx)
    for (const part of parts.filter(({ kind }) => kind !== 'f')) {
      onPart(part.name)
      await create(tx, part)
    }
    // Foreign keys are verified with good plans only if the tables have statistics.
    await sql`analyze`.execute(tx)
    for (const part of parts.filter(({ kind }) => kind === 'f')) {
      onPart(part.name)
      await create(tx, part)
    }
    await setTriggers(tx, 'enable')
  }
}

/** Partitions get those of their tables. */
async function readParts(tx: Tx): Promise<Part[]> {
  const { rows } = await sql<Part>`
    select k.contype::text as kind, c.relname::text as "table", k.conname::text as name,
      pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where c.relnamespace = current_schema()::regnamespace and k.contype in ('p', 'u', 'x', 'f') and k.conparentid = 0
    union all
    select 'index', t.relname::text, c.relname::text, pg_get_indexdef(i.indexrelid)
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
    where t.relnamespace = current_schema()::regnamespace and t.relkind in ('r', 'p') and not t.relispartition
      and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
    order by 1, 2, 3`.execute(tx)
  return rows
}

async function drop(tx: Tx, { kind, table, name }: Part): Promise<void> {
  if (kind === 'index') await sql`drop index ${sql.table(name)}`.execute(tx)
  else await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(tx)
}

async function create(tx: Tx, { kind, table, name, definition }: Part): Promise<void> {
  if (kind === 'index') await sql.raw(definition).execute(tx)
  else
    await sql`alter table ${sql.table(table)} add constraint ${sql.ref(name)} ${sql.raw(definition)}`.execute(
      tx,
    )
}

/** Our own triggers; only a superuser may disable those of foreign keys. */
async function setTriggers(tx: Tx, what: 'enable' | 'disable'): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select distinct c.relname::text as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = current_schema()::regnamespace and not t.tgisinternal and t.tgparentid = 0`.execute(
    tx,
  )
  for (const { name } of rows)
    await sql`alter table ${sql.table(name)} ${sql.raw(what)} trigger user`.execute(tx)
}
