import type { PostgresServer } from '@rosella/testkit/postgres-server'
import pg from 'pg'

export interface StatementMetrics {
  /** Discards what was counted so far. */
  reset(): Promise<void>
  /** A table of the statements that took most of PostgreSQL's time. */
  table(): Promise<string>
  /** Of all statements but our own: round trips, 8-KB pages touched and read from disk, and bytes of WAL. */
  sums(): Promise<{ calls: number; touched: number; read: number; wal: number }>
  client: pg.Client
}

/** Counts statements with pg_stat_statements. Restarts the server, so nothing may be connected yet. */
export async function watchStatements(postgres: PostgresServer): Promise<StatementMetrics> {
  const asking = async (sql: string) => {
    const client = new pg.Client({ connectionString: postgres.url })
    await client.connect()
    await client.query(sql)
    return client
  }
  await (await asking(`alter system set shared_preload_libraries = 'pg_stat_statements'`)).end()
  await postgres.crash()
  await postgres.start()
  const client = await asking('create extension pg_stat_statements')
  await client.query('alter system set pg_stat_statements.track_planning = on')
  await client.query('select pg_reload_conf()')
  return {
    client,
    reset: async () => void (await client.query('select pg_stat_statements_reset()')),
    sums: async () => {
      const { rows } = await client.query(`
        select coalesce(sum(calls), 0)::float as calls, coalesce(sum(shared_blks_read), 0)::float as read,
          coalesce(sum(shared_blks_hit + shared_blks_read), 0)::float as touched,
          coalesce(sum(wal_bytes), 0)::float as wal
        from pg_stat_statements where query not like '%pg_stat%' and query not like 'checkpoint%'`)
      return rows[0]
    },
    table: async () => {
      const { rows } = await client.query(`
        select calls, plans, round(total_plan_time) as planning, round(total_exec_time) as total,
          round(mean_exec_time::numeric, 2) as mean, round(max_exec_time::numeric, 1) as max,
          left(regexp_replace(query, '\\s+', ' ', 'g'), 150) as query
        from pg_stat_statements where query not like '%pg_stat%' order by total_exec_time + total_plan_time desc limit 20`)
      const head =
        '| calls | planned | planning ms | total ms | mean ms | max ms | statement |\n|---|---|---|---|---|---|---|'
      return [head, ...rows.map((row) => `| ${Object.values(row).join(' | ')} |`)].join('\n')
    },
  }
}
