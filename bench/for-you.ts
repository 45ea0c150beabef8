// npm run bench:for-you [-- MEMBERS]: opens For you with nobody to suggest and with 14 people (default: 100000 members).

import { memberStatus } from '@rosella/contract/member/status'
import { type ForYouDeps, forYou } from '@rosella/server/features/browse/suggestions/for-you'
import { UnlistedMembers } from '@rosella/server/members/unlisted-members'
import { openPostgres } from '@rosella/server/platform/adapters/database/postgres'
import { openMemoryBus } from '@rosella/server/platform/adapters/event-bus/memory'
import { openBundledPlaces } from '@rosella/server/platform/adapters/places/bundled'
import { MemberIndex } from '@rosella/server/search-index/member-index'
import { Towns } from '@rosella/server/search-index/towns'
import { freshPostgresDatabase } from '@rosella/testkit/services'
import pg from 'pg'
import { seedTown } from '../tools/seed-town'
import { sized } from './tiny'

const [members = 100_000] = process.argv.slice(2).map(Number)
const VIEWERS = sized(40, 4)
const AGAIN = 5

const { url, drop } = await freshPostgresDatabase()
console.log(`a town of ${members} members`)
await seedTown(url, members, () => {})
const client = new pg.Client({ connectionString: url })
await client.connect()
const { rows } = await client.query<{ id: number }>(
  `select id::int from member where status = ${memberStatus.active} order by hashint8extended(id, 47) limit ${2 * VIEWERS}`,
)
const ids = rows.map(({ id }) => id)
const [lonely, others] = [ids.slice(0, VIEWERS), ids.slice(VIEWERS)]
await client.query(
  `insert into preferences (member_id, age_min, age_max) select unnest($1::bigint[]), 99, 99
   on conflict (member_id) do update set age_min = 99, age_max = 99`,
  [lonely],
)
await client.end()

const database = await openPostgres(url)
const now = Math.floor(Date.now() / 1000)
const services = {
  db: database.db,
  bus: openMemoryBus<never>({ onError: () => {} }),
  clock: { now: () => now },
  settings: { current: async () => ({ photos_min: 3, pages_minute: 1e6, pages_day: 1e6 }) } as never,
  rateLimits: { hit: async () => ({ allowed: true }) } as never,
  places: await openBundledPlaces(),
  presence: { online: async () => [] } as never,
  impressions: { shown() {} } as never,
  log: console as never,
  towns: new Towns(),
}
const replica = { read: (work: (db: typeof database.db) => Promise<unknown>) => work(database.db) } as never
const memberIndex = new MemberIndex({ ...services, replica })
await memberIndex.rebuild()
const unlisted = new UnlistedMembers(services)
const deps: ForYouDeps = { ...services, memberIndex, unlisted, assigning: new Map() }

/** Milliseconds, the median, and the number of cards. */
async function open(viewers: readonly number[], times: number): Promise<{ ms: number; cards: number }> {
  const took: number[] = []
  let cards = 0
  for (let n = 0; n < times; n++)
    for (const id of viewers) {
      const began = performance.now()
      const { users } = await forYou(deps, { id, impersonator: null })
      took.push(performance.now() - began)
      cards += users.length
    }
  return { ms: took.sort((a, b) => a - b)[took.length >> 1] as number, cards: cards / took.length }
}
const full = await open(others, 1)
const fullAgain = await open(others, AGAIN)
const empty = await open(lonely, 1)
const emptyAgain = await open(lonely, AGAIN)
const show = ({ ms, cards }: typeof full) => `${ms.toFixed(1)} ms (${cards.toFixed(1)} cards)`
console.log(`first request of the day: ${show(full)}, with nobody to suggest ${show(empty)}`)
console.log(`later requests: ${show(fullAgain)}, with nobody to suggest ${show(emptyAgain)}`)
console.log(
  `nobody to suggest, compared with a full list: first ${(empty.ms / full.ms).toFixed(2)}, later ${(emptyAgain.ms / fullAgain.ms).toFixed(2)}`,
)
memberIndex.close()
await database.close()
await drop()
