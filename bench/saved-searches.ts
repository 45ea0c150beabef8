// npm run bench:saved [-- 100000 5000]: the hourly matching of so many saved searches against so many changed members.

import { loadavg } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { memberStatus } from '@rosella/contract/member/status'
import { matchChanged } from '@rosella/server/features/browse/search/match-changed'
import { openPostgres } from '@rosella/server/platform/adapters/database/postgres'
import { openMemoryBus } from '@rosella/server/platform/adapters/event-bus/memory'
import { openBundledPlaces } from '@rosella/server/platform/adapters/places/bundled'
import { Towns } from '@rosella/server/search-index/towns'
import { freshPostgresDatabase } from '@rosella/testkit/services'
import pg from 'pg'
import { seedTown } from '../tools/seed-town'
import { cpuOf, postgresProcesses } from './cpu-time'

const [searches = 100_000, changed = 5000] = process.argv.slice(2).map(Number)
/** Somebody in 25 has left and looks for nobody. */
const members = Math.round(searches * 1.1)

/** As people save them: near, of an age, with a wish or two; one in eleven nationwide. */
const kinds: Record<string, string>[] = [
  { any: '1', distance: '25' },
  { any: '1', distance: '50', age_min: '25', age_max: '35' },
  { any: '1', distance: '100', age_min: '30', age_max: '45', smoking: '-' },
  { any: '1', distance: '50', goals: 's', wants_kids: '+,~' },
  { any: '1', distance: '250', tags: 'chess,jazz', age_min: '40' },
  { any: '1', distance: '10', place: 'Sydney|NSW|AU', age_max: '40' },
  { any: '1', distance: '50', place: 'Melbourne|VIC|AU', spoken: 'vi,zh' },
  { any: '1', state: 'TAS' },
  { any: '1', state: 'WA', age_min: '50', kids: '-' },
  { age_min: '28', age_max: '38' },
  { any: '1', tags: 'yoga', smoking: '-', drinking: '-', height_min: '175', answered_only: '1' },
]

const { url, drop } = await freshPostgresDatabase()
console.log(`a town of ${members} members`)
await seedTown(url, members, () => {}, { pairs: 1 })
const client = new pg.Client({ connectionString: url })
await client.connect()
const now = Math.floor(Date.now() / 1000)
await client.query(
  `insert into saved_search (member_id, name, filters, created_ts)
   select id, 'Mine', ($1::jsonb[])[1 + abs(hashint8extended(id, 41)) % ${kinds.length}], ${now}
   from member where status = ${memberStatus.active} order by id limit ${searches}`,
  [kinds.map((kind) => JSON.stringify(kind))],
)
// One in ten can be found for the first time; the others, who were found already, answered anew.
await client.query(
  `update member set approved_photos = 3 where id in (
     select id from member where status = ${memberStatus.active} and approved_photos = 2 order by hashint8extended(id, 42) limit ${changed / 10})`,
)
await client.query(
  `update profile set height = height - 1, smoking = case smoking when '-' then '~' when '~' then '-' else '-' end
   where member_id in (
     select id from member where status = ${memberStatus.active} and approved_photos = 3
     order by hashint8extended(id, 43) limit ${(changed * 9) / 10})`,
)
await client.query('vacuum analyze saved_search, member_change')
const count = async (table: string) =>
  Number((await client.query(`select count(*) from ${table}`)).rows[0].count)
console.log(`${await count('saved_search')} saved searches, ${await count('member_change')} changed members`)

const database = await openPostgres(url)
const databaseCpu = await postgresProcesses(url)
const match = matchChanged({
  db: database.db,
  bus: openMemoryBus({ onError: () => {} }),
  clock: { now: () => now },
  settings: { current: async () => ({ photos_min: 3 }) as never } as never,
  places: await openBundledPlaces(),
  towns: new Towns(),
})
const delay = monitorEventLoopDelay({ resolution: 1 })
const before = { ours: cpuOf(process.pid), database: databaseCpu(), at: performance.now() }
delay.enable()
await match(new AbortController().signal)
delay.disable()
const seconds = (ms: number) => (ms / 1000).toFixed(1)
console.log(
  `${seconds(performance.now() - before.at)} s for ${await count('saved_search_hit')} new matches, ` +
    `${await count('member_change')} left; processor: ours ${seconds(cpuOf(process.pid) - before.ours)} s, ` +
    `PostgreSQL ${seconds(databaseCpu() - before.database)} s; loop p99 ${(delay.percentile(99) / 1e6).toFixed(1)} ms, ` +
    `max ${(delay.max / 1e6).toFixed(1)} ms; load ${loadavg()[0]?.toFixed(1)}`,
)
await database.close()
await client.end()
await drop()
