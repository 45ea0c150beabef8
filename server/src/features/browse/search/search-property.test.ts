import { filtersRule } from '@rosella/contract/browse/filters'
import { isMutual, PAGE_SIZE, searchSorts } from '@rosella/contract/browse/rules'
import {
  type Dice,
  dice,
  insertRandomRelations,
  insertRandomTown,
  randomFilters,
  randomPreferences,
} from '@rosella/testkit/random-town'
import { amongInSql, searchInSql } from '@rosella/testkit/search-in-sql'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type MemberFacts, memberFacts } from '../../../members/member-facts'
import { type FactsAtHome, matchesPreferences } from '../../../members/preferences'
import { IdSet, UnlistedMembers } from '../../../members/unlisted-members'
import { accept, Problem } from '../../../platform/problem'
import { factColumns, MemberIndex } from '../../../search-index/member-index'
import type { SearchResult } from '../../../search-index/request'
import { Towns } from '../../../search-index/towns'
import { findAmong, findMembers, skipFor } from '../find-members'
import { makeRequest } from './requests'

/** Searches on PostgreSQL, in all towns together. `SEARCH_RUNS=10000` runs more (results in bench/RESULTS.md). */
const MOST = Number(process.env.SEARCH_RUNS ?? 600)
const PATIENCE = 60_000 + MOST * 100
/** Searches that run concurrently. */
const BATCH = 10
const TOWN_SIZE = 200

/** PGlite runs few searches, because each statement takes ten times as long. It has one process. */
const databases = [
  { on: 'postgres', seeds: [17, 23, 29], runs: Math.ceil(MOST / 3) },
  { on: 'pglite', seeds: [11], runs: Math.ceil(MOST / 40) },
] as const

interface Process {
  services: TestApp['server']['services']
  finder: { db: TestApp['db']; towns: Towns; memberIndex: MemberIndex }
}

describe.each(databases)('the index and the SQL oracle, on $on', ({ on, seeds, runs }) => {
  let app: TestApp
  let second: Awaited<ReturnType<TestApp['second']>> | undefined
  let processes: Process[]
  let unlisted: UnlistedMembers
  let ids: number[]
  let roll: Dice
  beforeAll(async () => {
    app = await openTestApp({ on, withoutSchedule: true })
    second = on === 'postgres' ? await app.second() : undefined
    processes = [app.server, ...(second ? [second.server] : [])].map(({ services }) => {
      const towns = new Towns()
      const memberIndex = new MemberIndex({ ...services, towns })
      return { services, finder: { db: services.db, towns, memberIndex } }
    })
    unlisted = new UnlistedMembers(app.server.services)
  }, 120_000)
  afterAll(async () => {
    unlisted.close()
    for (const { finder } of processes) finder.memberIndex.close()
    await second?.close()
    await app.close()
  })

  const deps = () => ({
    ...app.server.services,
    unlisted,
    presence: { ...app.server.services.presence, online: async () => ids.filter((id) => id % 5 === 0) },
  })

  /** Compares every process with the oracle, and returns the total; undefined if the filters are refused. */
  async function allAgree(): Promise<number | undefined> {
    // Everything random is drawn before the first await, because searches run concurrently.
    const written = randomFilters(roll)
    const viewer = ids[roll(ids.length)] as number
    const sort = searchSorts[roll(searchSorts.length)]
    const p = 1 + roll(4)
    // A third of the runs count like a saved search, and a quarter also look for given members.
    const changedAfter = roll(3) === 0 ? app.clock.now() - roll(60 * 86_400) : undefined
    const among = roll(4) === 0 ? ids : []
    const checked = filtersRule(written)
    if (!checked.ok) return undefined
    const options = { sort, countNearMisses: changedAfter === undefined }
    const made = await makeRequest(deps(), { id: viewer }, accept(checked), options).catch((err) => {
      if (err instanceof Problem) return undefined
      throw err
    })
    if (!made) return undefined
    const request = changedAfter === undefined ? made : { ...made, changedAfter }
    const comparable = ({ total, withoutFilter, entries }: SearchResult, found: number[]) => ({
      total,
      entries,
      withoutFilter: [...withoutFilter].filter(([, more]) => more > 0).sort(),
      among: found.sort((a, b) => a - b),
    })
    const [{ finder: first }] = processes as [Process]
    const skip = (total: number) => skipFor(p, total)
    const fromSql = comparable(
      await searchInSql(app.db, first.towns, request, { skip, count: PAGE_SIZE }),
      among.length > 0 ? await amongInSql(app.db, first.towns, request, among) : [],
    )
    for (const { finder } of processes) {
      const fromIndex = comparable(
        await findMembers(finder, request, p),
        await findAmong(finder, request, among),
      )
      expect(fromIndex, JSON.stringify({ viewer, sort, p, written })).toEqual(fromSql)
    }
    if (among.length > 0) expect(fromSql.among).toHaveLength(fromSql.total)
    return fromSql.total
  }

  /** Runs searches concurrently until `count` were not refused, and returns their totals. */
  async function search(count: number): Promise<number[]> {
    const totals: number[] = []
    while (totals.length < count) {
      const size = Math.min(BATCH, count - totals.length)
      const batch = await Promise.all(Array.from({ length: size }, allAgree))
      totals.push(...batch.filter((total) => total !== undefined))
    }
    return totals
  }

  describe.each(seeds)('in town %i', (seed) => {
    beforeAll(async () => {
      roll = dice(seed)
      ids = await insertRandomTown(app.db, roll, TOWN_SIZE, app.clock.now())
      await insertRandomRelations(app.db, roll, ids)
      for (const { finder } of processes) await finder.memberIndex.rebuild()
    })
    afterAll(async () => {
      await sql`delete from member where id = any(${ids}::bigint[])`.execute(app.db)
    })

    test(`${runs} random searches return the same members, order, total and near misses in every process`, {
      timeout: PATIENCE,
    }, async () => {
      const totals = await search(runs)
      // Make sure that enough searches find somebody.
      expect(totals.filter((total) => total > 0).length).toBeGreaterThan(runs / 4)
      expect(totals.filter((total) => total > PAGE_SIZE).length).toBeGreaterThanOrEqual(Math.floor(runs / 50))
    })

    test('[P3 §5] messages and searches agree on who matches whose preferences', {
      timeout: PATIENCE,
    }, async () => {
      const { rows } = await sql<Matchable & { shown: boolean }>`
      select ${factColumns}, t.latitude, t.longitude, f.status = 2 and not f.paused and f.approved_photos >= 3 as shown
      from ${memberFacts} f left join town t on t.id = f.town_id`.execute(app.db)
      const now = app.clock.now()
      let outside = 0
      for (let run = 0; run < runs / 10; run++) {
        const seeker = rows[roll(rows.length)] as Matchable
        const request = await makeRequest(deps(), { id: seeker.id }, { any: true })
        request.hidden = new IdSet([seeker.id])
        const found = await findAmong((processes[0] as Process).finder, request, ids)
        const mutual = rows.filter((row) => row.shown && row.id !== seeker.id && isMutual(row, seeker))
        const inside = mutual.filter((row) => matchesPreferences(row, seeker, now))
        outside += mutual.length - inside.length
        expect(found.sort((a, b) => a - b)).toEqual(inside.map(({ id }) => id).sort((a, b) => a - b))
      }
      expect(outside).toBeGreaterThan(runs / 10)
    })

    test('they agree after changes that one process published', { timeout: PATIENCE }, async () => {
      for (let run = 0; run < runs / 50; run++) {
        const changed = Array.from({ length: 5 }, () => ids[roll(ids.length)] as number)
        for (const id of changed) await changeAtRandom(id)
        const received = processes.map(({ services }) => receives(services, changed.at(-1) as number))
        await app.server.services.bus.publish(
          changed.map((id) => ({ kind: 'member.changed', member_id: id })),
        )
        await Promise.all(received)
        await search(10)
      }
    })
  })

  /** Resolves after the index of a process, which subscribed earlier, has received the change. */
  const receives = ({ bus }: Process['services'], memberId: number): Promise<void> =>
    new Promise((resolve) => {
      const stop = bus.subscribe((event) => {
        if (event.kind !== 'member.changed' || event.member_id !== memberId) return
        stop()
        resolve()
      })
    })

  async function changeAtRandom(id: number): Promise<void> {
    const change = roll(7)
    const preferences = randomPreferences(roll) as ReturnType<typeof randomPreferences> &
      Record<'goals', string[]>
    if (change === 0)
      await sql`update member set status = 7 - status where id = ${id} and status in (2, 5)`.execute(app.db)
    if (change === 6) await sql`update member set paused = not paused where id = ${id}`.execute(app.db)
    if (change === 1)
      await sql`update member set town_hidden = not town_hidden where id = ${id}`.execute(app.db)
    if (change === 2)
      await sql`update member set city = 'Darwin, NT', country = 'AU', latitude = -12.46, longitude = 130.84 where id = ${id}`.execute(
        app.db,
      )
    if (change === 3)
      await sql`update profile set smoking = '+', tags = '{chess}' where member_id = ${id}`.execute(app.db)
    if (change === 4) await sql`delete from preferences where member_id = ${id}`.execute(app.db)
    if (change === 5)
      await sql`
        insert into preferences select * from jsonb_populate_record(null::preferences, ${JSON.stringify({ member_id: id, ...preferences })}::jsonb)
        on conflict (member_id) do update set age_min = excluded.age_min, age_max = excluded.age_max,
          distance = excluded.distance, smoking = excluded.smoking`.execute(app.db)
  }
})

type Matchable = FactsAtHome & Pick<MemberFacts, 'gender' | 'interested'>
