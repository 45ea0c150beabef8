import pg from 'pg'
import type { TestApp } from './test-app'

/** A snapshot of a test app's state, to compare with and to restore, so that cases can share members. */
export interface SnapshotDatabase {
  /** Whether anything except activity times differs from the snapshot. */
  hasChanged(): Promise<boolean>
  /** Restores every row of the tables that `hasChanged` has found changed. */
  restore(): Promise<void>
  close(): Promise<void>
}

/** Written in batches shortly after any call. */
const IGNORED = { table: 'activity', columns: ['last_used_ts', 'expires_ts'] }

/** Copies every table (PostgreSQL only, because the triggers that protect records must be bypassed). */
export async function snapshotDatabase({ config, jobsDone, server }: TestApp): Promise<SnapshotDatabase> {
  if (config.database.kind !== 'postgres') throw new Error('Only a PostgreSQL database can be restored.')
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
    lasting: columns.filter((name) => !IGNORED.columns.includes(name)).map((name) => `"${name}"`),
  }))
  const compared = copies.filter(({ table }) => table !== IGNORED.table)
  await client.query(`
    create schema kept;
    ${copies.map(({ table, list }) => `create table kept.${table} as select ${list} from public.${table}`).join(';')};
    create unlogged table kept.touched (name text);
    create function kept.touch() returns trigger language plpgsql as $$
      begin insert into kept.touched values (tg_table_name); return null; end $$;
    ${compared.map(({ table }) => `create trigger kept after insert or update or delete or truncate on public.${table} execute function kept.touch()`).join(';')}`)
  const hashes = new Map(
    compared.map(({ table, lasting }) => {
      const row = `row(${lasting.join(', ')})::text`
      const hash = `md5(string_agg(md5(${row}), '' order by ${row}))`
      return [table, `select '${table}' as name, ${hash} as hash from public.${table}`]
    }),
  )
  const read = async (tables: Iterable<string>) => {
    const { rows } = await client.query<{ name: string; hash: string | null }>(
      [...tables].map((table) => hashes.get(table)).join(' union all '),
    )
    return new Map(rows.map(({ name, hash }) => [name, hash]))
  }
  const kept = await read(hashes.keys())
  /** Tables written to since the snapshot; restoring them leaves the tables that refer to them untouched. */
  const touched = new Set<string>()
  const putBack = () =>
    copies
      .filter(({ table }) => table === IGNORED.table || touched.has(table))
      .map(
        ({ table, list }) =>
          `delete from public.${table}; insert into public.${table} (${list}) overriding system value select * from kept.${table}`,
      )
      .join(';')
  /** The search index learns of changes only from events, and restored rows publish none. */
  const refreshIndex = async () => {
    const { rows } = await client.query<{ id: string }>('select id from member')
    await server.services.bus.publish(
      rows.map(({ id }) => ({ kind: 'member.changed', member_id: Number(id) })),
    )
  }
  const findTouched = async () => {
    const { rows } = await client.query<{ name: string }>('delete from kept.touched returning name')
    for (const { name } of rows) touched.add(name)
    return touched.size > 0
  }
  return {
    async hasChanged() {
      // A new job is a written row as well, so without one there is no job to wait for.
      if (!(await findTouched())) return false
      await jobsDone()
      await findTouched()
      for (const [table, hash] of await read(touched)) if (hash === kept.get(table)) touched.delete(table)
      return touched.size > 0
    },
    async restore() {
      for (let left = 5; ; left--) {
        try {
          await client.query(`begin; set local session_replication_role = replica; ${putBack()}; commit`)
          touched.clear()
          return await refreshIndex()
        } catch (error) {
          await client.query('rollback')
          // The last call may still be writing, which can cause a deadlock.
          if (left === 0 || (error as { code?: string }).code !== '40P01') throw error
        }
      }
    },
    close: () => client.end(),
  }
}
