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
import { findUnlisted } from '../../../members/visible-members'
import { accept } from '../../../platform/problem'
import { factColumns, MemberIndex } from '../../../search-index/member-index'
import type { SearchResult } from '../../../search-index/request'
import { Towns } from '../../../search-index/towns'
import { findAmong, findMembers, skipFor } from '../find-members'
import { makeRequest } from './requests'

/** Runs on PostgreSQL. PGlite runs a tenth of them, because each statement takes ten times as long. */
const MOST = Number(process.env.SEARCH_RUNS ?? 500)

describe.each(['pglite', 'postgres'] as const)('the index and the SQL oracle, on %s', (on) => {
  let app: TestApp
  const towns = new Towns()
  let memberIndex: MemberIndex
  let ids: number[]
  const RUNS = on === 'pglite' ? Math.ceil(MOST / 10) : MOST
  const PATIENCE = 60_000 + MOST * 100
  const roll = dice(on === 'pglite' ? 11 : 17)
  beforeAll(async () => {
    app = await openTestApp({ on, withoutSchedule: true })
    ids = await insertRandomTown(app.db, roll, 400, app.clock.now())
    await insertRandomRelations(app.db, roll, ids)
    memberIndex = new MemberIndex({ ...app.server.services, towns })
    await memberIndex.rebuild()
  }, 120_000)
  afterAll(async () => {
    memberIndex.close()
    await app.close()
  })

  const deps = () => ({
    ...app.server.services,
    presence: { ...app.server.services.presence, online: async () => ids.filter((id) => id % 5 === 0) },
  })

  async function bothAgree(chance: Dice) {
    const written = randomFilters(chance)
    const viewer = ids[chance(ids.length)] as number
    const hidden = (await findUnlisted(app.db, [viewer])).get(viewer) ?? []
    const sort = searchSorts[chance(searchSorts.length)]
    const p = 1 + chance(4)
    const checked = filtersRule(written)
    if (!checked.ok) return 0
    const asked = accept(checked)
    const request = await makeRequest(deps(), { id: viewer, hidden: [...hidden] }, asked, {
      sort,
      countNearMisses: true,
    })
    // A third of the runs count like a saved search.
    if (chance(3) === 0) {
      request.countNearMisses = false
      request.changedAfter = app.clock.now() - chance(60 * 86_400)
    }
    const comparable = ({ total, withoutFilter, entries }: SearchResult, among: number[]) => ({
      total,
      entries,
      withoutFilter: [...withoutFilter].filter(([, more]) => more > 0).sort(),
      among: among.sort((a, b) => a - b),
    })
    const finder = { db: app.db, towns, memberIndex }
    const fromIndex = comparable(await findMembers(finder, request, p), await findAmong(finder, request, ids))
    const skip = (total: number) => skipFor(p, total)
    const fromSql = comparable(
      await searchInSql(app.db, towns, request, { skip, count: PAGE_SIZE }),
      await amongInSql(app.db, towns, request, ids),
    )
    expect(fromIndex, JSON.stringify({ viewer, sort, p, written })).toEqual(fromSql)
    expect(fromIndex.among).toHaveLength(fromIndex.total)
    return fromIndex.total
  }

  test(`${RUNS} random searches return the same members, order, total and near misses`, {
    timeout: PATIENCE,
  }, async () => {
    let [found, several] = [0, 0]
    for (let run = 0; run < RUNS; run++) {
      const total = await bothAgree(roll)
      if (total > 0) found++
      if (total > PAGE_SIZE) several++
    }
    // Make sure that enough searches find somebody.
    expect(found).toBeGreaterThan(RUNS / 3)
    expect(several).toBeGreaterThan(RUNS / 20)
  })

  test('[P3 §5] messages and searches agree on who matches whose preferences', {
    timeout: PATIENCE,
  }, async () => {
    const { rows } = await sql<Matchable & { shown: boolean }>`
      select ${factColumns}, t.latitude, t.longitude, f.status = 2 and not f.paused and f.approved_photos >= 3 as shown
      from ${memberFacts} f left join town t on t.id = f.town_id`.execute(app.db)
    const now = app.clock.now()
    let outside = 0
    for (let run = 0; run < RUNS / 10; run++) {
      const seeker = rows[roll(rows.length)] as Matchable
      const request = await makeRequest(deps(), { id: seeker.id, hidden: [] }, { any: true })
      const found = await findAmong({ db: app.db, towns, memberIndex }, request, ids)
      const mutual = rows.filter((row) => row.shown && row.id !== seeker.id && isMutual(row, seeker))
      const inside = mutual.filter((row) => matchesPreferences(row, seeker, now))
      outside += mutual.length - inside.length
      expect(found.sort((a, b) => a - b)).toEqual(inside.map(({ id }) => id).sort((a, b) => a - b))
    }
    expect(outside).toBeGreaterThan(RUNS / 10)
  })

  test('they agree after changes that were published to the index', { timeout: PATIENCE }, async () => {
    const { bus } = app.server.services
    for (let run = 0; run < RUNS / 20; run++) {
      const changed = Array.from({ length: 5 }, () => ids[roll(ids.length)] as number)
      for (const id of changed) await changeAtRandom(id)
      await bus.publish(changed.map((id) => ({ kind: 'member.changed', member_id: id })))
      for (let n = 0; n < 5; n++) await bothAgree(roll)
    }
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
