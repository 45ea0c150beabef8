import pg from 'pg'
import type { TestApp } from './test-app'

/** The state of a test app, to compare with and to come back to, so that trials share one cast. */
export interface KeptDatabase {
  /** Whether anything but the times of activity differs from what was kept. */
  hasChanged(): Promise<boolean>
  /** Puts every row back as it was kept, in the tables that `hasChanged` has found changed. */
  restore(): Promise<void>
  close(): Promise<void>
}

/** Written in batches a moment after any call, whoever makes it. */
const PASSING = { table: 'activity', columns: ['last_used_ts', 'expires_ts'] }

/** Keeps a copy of every table beside it (PostgreSQL only: the triggers that guard the records are put aside). */
export async function keepDatabase({ config, jobsDone }: TestApp): Promise<KeptDatabase> {
  if (config.database.kind !== 'postgres') throw new Error('Only PostgreSQL can be put back as it was.')
  const client = new pg.Client({ connectionString: config.database.url })
  await client.connect()
  await jobsDone()
  const { rows } = await client.query<{ table: string; columns: string[] }>(`
    select table_name as table, array_agg(column_name::text order by ordinal_position) as columns
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER' group by table_name`)
  const copies = rows.map(({ table, columns }) => ({
    table,
    list: columns.map((name) => `"${name}"`).join(', '),
    lasting: columns.filter((name) => !PASSING.columns.includes(name)).map((name) => `"${name}"`),
  }))
  await client.query(
    `create schema kept; ${copies.map(({ table, list }) => `create table kept.${table} as select ${list} from public.${table}`).join(';')}`,
  )
  const state = copies
    .filter(({ table }) => table !== PASSING.table)
    .map(
      ({ table, lasting }) =>
        `select '${table}' as name, md5(string_agg(md5(row(${lasting.join(', ')})::text), '' order by row(${lasting.join(', ')})::text)) as hash from public.${table}`,
    )
    .join(' union all ')
  const read = async () => {
    const { rows } = await client.query<{ name: string; hash: string | null }>(state)
    return new Map(rows.map(({ name, hash }) => [name, hash]))
  }
  const kept = await read()
  /** Tables that the last look found different; those that refer to them are never touched by putting them back. */
  let changed: string[] = []
  // Where no transaction has written since the last look, there is nothing to look at.
  let quietAt = ''
  const writers = async () => {
    const { rows } = await client.query<{ low: string; high: string }>(
      'select pg_snapshot_xmin(s)::text as low, pg_snapshot_xmax(s)::text as high from pg_current_snapshot() s',
    )
    return rows[0]?.low === rows[0]?.high ? (rows[0]?.high ?? '') : ''
  }
  const putBack = () =>
    copies
      .filter(({ table }) => table === PASSING.table || changed.includes(table))
      .map(
        ({ table, list }) =>
          `delete from public.${table}; insert into public.${table} (${list}) overriding system value select * from kept.${table}`,
      )
      .join(';')
  return {
    async hasChanged() {
      await jobsDone()
      const now = await writers()
      if (now !== '' && now === quietAt) return false
      const found = await read()
      changed = [...found.keys()].filter((table) => found.get(table) !== kept.get(table))
      quietAt = changed.length > 0 ? '' : now
      return changed.length > 0
    },
    async restore() {
      for (let left = 5; ; left--) {
        try {
          await client.query(`begin; set local session_replication_role = replica; ${putBack()}; commit`)
          return
        } catch (error) {
          await client.query('rollback')
          // What the last call still writes a moment later may wait for us and we for it.
          if (left === 0 || (error as { code?: string }).code !== '40P01') throw error
        }
      }
    },
    close: () => client.end(),
  }
}
