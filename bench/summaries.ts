import { loadavg } from 'node:os'
import { latestDue, PLAN, planSummaries } from '@rosella/server/features/settings/summary'
import { openPostgres } from '@rosella/server/platform/adapters/database/postgres'
import { noReplica } from '@rosella/server/platform/adapters/database/replica'
import { openMemoryBus } from '@rosella/server/platform/adapters/event-bus/memory'
import { freshTemplatePostgres } from '@rosella/testkit/template-database'
import pg from 'pg'
import { postgresProcesses } from './cpu-time'

// npm run bench:summaries [-- 1000000]: plans the weekly emails of this many members, in batches.

const [members = 1_000_000] = process.argv.slice(2).map(Number)
const due = latestDue(Math.floor(Date.now() / 1000))
const now = due + 60

const { url, drop } = await freshTemplatePostgres()
const client = new pg.Client({ connectionString: url })
await client.connect()
// Without triggers, because the data they maintain for other features would take most of an hour.
await client.query('set session_replication_role = replica')
await client.query(
  `insert into member (url_hash, username, gender, interested, birthday, country, status, created_ts)
   select lpad(to_hex(n), 9, '0'), 'Member', 'f', 'b', '1990-01-01', 'AU', 2, $2
   from generate_series(1, $1::int) n`,
  [members, due - 86_400 * 100],
)
await client.query(
  `insert into account (member_id, email, email_confirmed, email_hash, ban_hash)
   select id, 'm' || id || '@rosella.test', id % 10 <> 0, sha256(id::text::bytea), sha256(id::text::bytea) from member`,
)
// A third of the members got a like this week, a third before, each from another member of the town.
await client.query(
  `insert into relation (me, other, received_like_ts)
   select id, 1 + (id * 7919) % $1, case id % 3 when 0 then $2::bigint - 3600 else $2::bigint - 86400 * 30 end
   from member where id % 3 <> 2 and 1 + (id * 7919) % $1 <> id`,
  [members, due],
)
await client.query(
  `insert into job (kind, dedupe_key, run_ts, created_ts, periodic) values ($1, 'periodic ' || $1, 0, 0, true)`,
  [PLAN],
)
await client.query('vacuum analyze member, account, relation')
const counted = async (what: string) =>
  Number((await client.query(`select count(*) from ${what}`)).rows[0].count)
console.log(`${await counted('account')} accounts`)

const database = await openPostgres(url)
const transactions: number[] = []
const { db } = database
const transaction = db.transaction.bind(db)
db.transaction = () => {
  const started = performance.now()
  const builder = transaction()
  const execute = builder.execute.bind(builder)
  builder.execute = (work) => execute(work).finally(() => transactions.push(performance.now() - started))
  return builder
}
const databaseCpu = await postgresProcesses(url)
const [before, began, own] = [databaseCpu(), performance.now(), process.cpuUsage()]
const bus = openMemoryBus<never>({ onError: () => {} })
await planSummaries({ db, replica: noReplica(db), bus, clock: { now: () => now } } as never)()
const seconds = (performance.now() - began) / 1000
const { user, system } = process.cpuUsage(own)
transactions.sort((a, b) => a - b)
const ms = (share: number) => Math.round(transactions[Math.floor((transactions.length - 1) * share)] ?? 0)
console.log(
  `${await counted(`job where kind = 'summary-mail'`)} emails planned in ${seconds.toFixed(1)} s, ${transactions.length} transactions: ` +
    `p50 ${ms(0.5)} ms, longest ${ms(1)} ms; processor: Node ${((user + system) / 1e6).toFixed(1)} s, PostgreSQL ${((databaseCpu() - before) / 1000).toFixed(1)} s; ` +
    `load ${loadavg()[0]?.toFixed(1)}`,
)
await database.close()
await client.end()
await drop()
