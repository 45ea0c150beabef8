// npm run bench:index [-- 5000000]: the search index of a country with this many members, without PostgreSQL: the time
// to build it, its memory, and twenty kinds of searches, one after another in this process.
import { loadavg } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { filtersRule, type WrittenFilters } from '@rosella/contract/browse/filters'
import { choiceFilterNames, choiceFilters, labels } from '@rosella/contract/profile/fields'
import { filtersFor, findOrigin } from '@rosella/server/features/browse/search/requests'
import { type Orientation, orientations } from '@rosella/server/members/member-facts'
import { IdSet } from '@rosella/server/members/unlisted-members'
import { openBundledPlaces } from '@rosella/server/platform/adapters/places/bundled'
import { type IndexedFacts, MemberColumns } from '@rosella/server/search-index/columns'
import { compileQuery } from '@rosella/server/search-index/compile-query'
import type { Seeker } from '@rosella/server/search-index/request'
import { scan } from '@rosella/server/search-index/scan'
import { Towns } from '@rosella/server/search-index/towns'
import { createYielder } from '@rosella/server/search-index/yield-to-event-loop'
import { dice } from '@rosella/testkit/random-town'
import { quantiles, searchTypes } from './search-types'
import { sized } from './tiny'

const [members = 5_000_000] = process.argv.slice(2).map(Number)
const EACH = sized(200, 4)
const WARM_UP = sized(20, 1)
const SEEKERS = sized(1000, 20)
const PAGE = 24
const DAY = 86_400
const now = Math.floor(Date.now() / 1000)

const places = await openBundledPlaces()
const cities = await places.cities('AU')
const towns = new Towns()
towns.fill(
  cities.map(({ stateCode, latitude, longitude }, n) => ({
    id: n + 1,
    country: 'AU',
    state: stateCode,
    latitude,
    longitude,
  })),
)

/** The share of members, in the order of the towns: few large cities and many small towns, as in tools/seed-town.ts. */
const upTo = (town: number) => (town / cities.length) ** 0.25
const roll = dice(5)
const pick = <T>(from: readonly T[]): T => from[roll(from.length)] as T
const maybe = <T>(odds: number, value: T): T | null => (roll(odds) === 0 ? null : value)
const codes = choiceFilterNames.map((name) => Object.keys(labels[choiceFilters[name]]))

let lastId = 0
function randomMember(orientation: Orientation, town: number): IndexedFacts {
  const created_ts = now - roll(700 * DAY)
  const hasPreferences = roll(3) === 0
  const year = 1960 + roll(44)
  return {
    id: ++lastId,
    ...orientation,
    town_id: town,
    town_hidden: false,
    birthday: `${year}-${String(1 + roll(12)).padStart(2, '0')}-${String(1 + roll(28)).padStart(2, '0')}`,
    created_ts,
    active_ts: Math.max(created_ts, now - roll(30 * DAY)),
    changed_ts: created_ts,
    ndp: roll(3),
    verified_ts: maybe(3, now),
    choices: codes.map((some) => (roll(5) === 0 ? ' ' : pick(some))).join(''),
    height: roll(5) === 0 ? null : 150 + roll(50),
    spoken: `en,${pick(['de', 'vi', 'zh', 'it', 'el'])}`,
    tags: `${pick(['coffee', 'surfing', 'dogs'])},${pick(['jazz', 'chess', 'camping', 'wine', 'yoga'])}`,
    age_min: hasPreferences ? 18 + roll(15) : null,
    age_max: hasPreferences ? 50 + roll(50) : null,
    distance: hasPreferences ? pick([0, 0, 0, 100, 250]) : null,
    answered_only: hasPreferences ? false : null,
    accepts: hasPreferences ? ','.repeat(20) : null,
  }
}

/** Town by town, as the index is built from the database. */
async function build(): Promise<{ columns: MemberColumns; seekers: Seeker[] }> {
  const columns = new MemberColumns(3)
  const seekers: Seeker[] = []
  const yieldToEventLoop = createYielder()
  // One member in ten is interested in both, and one in twelve of the others in their own gender.
  const share = ({ gender, interested }: Orientation) =>
    interested === 'b' ? 0.05 : (interested === 'm') === (gender === 'm') ? 0.0375 : 0.4125
  for (const orientation of orientations)
    for (const [n, { latitude, longitude }] of cities.entries()) {
      const size = Math.round(members * share(orientation) * (upTo(n + 1) - upTo(n)))
      for (let count = 0; count < size; count++) {
        const facts = randomMember(orientation, n + 1)
        columns.put(facts)
        if (roll(Math.ceil(members / SEEKERS)) === 0)
          seekers.push({ ...facts, country: 'AU', home: { latitude, longitude } })
        await yieldToEventLoop()
      }
    }
  return { columns, seekers }
}

const began = performance.now()
const { columns, seekers } = await build()
console.log(
  `${columns.size} members in ${cities.length} towns: built in ${((performance.now() - began) / 1000).toFixed(1)} s, ` +
    `with the time to invent them; ${(columns.bytes / columns.size).toFixed(1)} bytes each, ` +
    `${(columns.bytes / 1e6).toFixed(0)} MB; load ${loadavg()[0]?.toFixed(1)}\n`,
)
console.log('| search | found, median | p50 / p99 ms | CPU ms |\n|---|---|---|---|')
const loop = monitorEventLoopDelay({ resolution: 1 })
const all: number[] = []
let cpuMs = 0
for (const [name, written] of Object.entries(searchTypes)) {
  const filters = filtersRule(Object.fromEntries(new URLSearchParams(written)) as WrittenFilters)
  if (!filters.ok) throw new Error(`${name}: ${filters.code}`)
  const times: number[] = []
  const totals: number[] = []
  let before = process.cpuUsage()
  for (let n = -WARM_UP; n < EACH; n++) {
    if (n === 0) {
      loop.enable()
      before = process.cpuUsage()
    }
    const seeker = pick(seekers)
    const sort = new URLSearchParams(written).get('sort') as 'distance' | 'newest' | null
    const wanted = filtersFor(seeker, filters.value)
    const start = performance.now()
    const request = {
      seeker,
      hidden: new IdSet([seeker.id]),
      filters: wanted,
      origin: await findOrigin({ places }, seeker, wanted),
      online: undefined,
      sort: sort ?? 'active',
      photosMin: 3,
      now,
      countNearMisses: true,
    } as const
    const matches = await scan(columns, compileQuery(request, towns), { ranks: PAGE })
    matches.entries(0, PAGE)
    matches.withoutFilter()
    if (n < 0) continue
    times.push(performance.now() - start)
    totals.push(matches.total)
  }
  loop.disable()
  const { user, system } = process.cpuUsage(before)
  cpuMs += (user + system) / 1000
  all.push(...times)
  const { p50, p99 } = quantiles(times)
  const cpu = ((user + system) / 1000 / EACH).toFixed(1)
  console.log(`| ${name} | ${quantiles(totals).p50} | ${p50.toFixed(1)} / ${p99.toFixed(1)} | ${cpu} |`)
}
const { p50, p99 } = quantiles(all)
console.log(
  `\nall: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, CPU ${(cpuMs / all.length).toFixed(1)} ms; ` +
    `event-loop delay p99 ${(loop.percentile(99) / 1e6).toFixed(1)} ms; load ${loadavg()[0]?.toFixed(1)}`,
)
