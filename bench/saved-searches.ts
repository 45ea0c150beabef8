// npm run bench:saved [-- MEMBERS SEARCHES]: counts new people in saved searches (default: 100000 members, 1000 searches).

import { loadavg } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { memberStatus } from '@rosella/contract/member/status'
import { countNew, readWritten } from '@rosella/server/features/browse/search/saved-searches'
import { UnlistedMembers } from '@rosella/server/members/unlisted-members'
import { openPostgres } from '@rosella/server/platform/adapters/database/postgres'
import { openMemoryBus } from '@rosella/server/platform/adapters/event-bus/memory'
import { openBundledPlaces } from '@rosella/server/platform/adapters/places/bundled'
import { MemberIndex } from '@rosella/server/search-index/member-index'
import { Towns } from '@rosella/server/search-index/towns'
import { freshPostgresDatabase } from '@rosella/testkit/services'
import pg from 'pg'
import { seedTown } from '../tools/seed-town'

const [members = 100_000, searches = 1000] = process.argv.slice(2).map(Number)

/** Typical saved searches: nearby, an age range, one or two other filters; one in eleven nationwide. */
const searchTypes: Record<string, string>[] = [
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
const opened = Date.now() / 1000
// One in twenty members has changed a field since the searches were opened.
await client.query(
  `update profile set height = coalesce(height, 170) - 1 where abs(hashint8extended(member_id, 43)) % 20 = 0`,
)
const { rows: seekers } = await client.query(
  `select id::int from member where status = ${memberStatus.active} order by hashint8extended(id, 41) limit ${searches}`,
)
await client.query('vacuum analyze member_change')

const database = await openPostgres(url)
const now = Math.floor(Date.now() / 1000)
const towns = new Towns()
const deps = {
  db: database.db,
  clock: { now: () => now },
  settings: { current: async () => ({ photos_min: 3 }) as never } as never,
  places: await openBundledPlaces(),
  presence: { online: async () => [] } as never,
  towns,
  unlisted: new UnlistedMembers({ db: database.db, bus: openMemoryBus() }),
  memberIndex: new MemberIndex({
    db: database.db,
    replica: { read: (work: (db: typeof database.db) => Promise<unknown>) => work(database.db) } as never,
    bus: openMemoryBus({ onError: () => {} }),
    clock: { now: () => now },
    settings: { current: async () => ({ photos_min: 3 }) as never } as never,
    log: console as never,
    towns,
  }),
}
await deps.memberIndex.rebuild()
const delay = monitorEventLoopDelay({ resolution: 1 })
const times: number[] = []
let found = 0
delay.enable()
for (const [n, { id }] of seekers.entries()) {
  const began = performance.now()
  found += await countNew(deps, { id }, readWritten(searchTypes[n % searchTypes.length]), opened)
  times.push(performance.now() - began)
}
delay.disable()
times.sort((a, b) => a - b)
const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(2)
console.log(
  `${times.length} searches, ${found} new people; a count takes p50 ${at(0.5)} ms, p99 ${at(0.99)} ms; ` +
    `loop max ${(delay.max / 1e6).toFixed(1)} ms; load ${loadavg()[0]?.toFixed(1)}`,
)
deps.memberIndex.close()
await database.close()
await client.end()
await drop()
