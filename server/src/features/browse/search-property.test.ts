import { filtersRule } from '@rosella/contract/browse/filters'
import { PAGE_SIZE, searchSorts } from '@rosella/contract/browse/rules'
import { type Dice, dice, insertRandomTown, randomFilters, randomLimits } from '@rosella/testkit/random-town'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accept } from '../../domain/problem'
import { findAmong, findMembers } from './find-members'
import { Towns } from './index/towns'
import { makeRequest } from './make-request'
import { MemberIndex } from './member-index'

/** So many on PostgreSQL; PGlite, where a statement takes ten times as long, answers to fewer. */
const MOST = Number(process.env.SEARCH_RUNS ?? 500)

describe.each(['pglite', 'postgres'] as const)('the search in memory and the search in SQL, on %s', (on) => {
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
    const [first = 0, second = 0] = ids
    await sql`insert into relation (me, other, blocked_ts) values (${first}, ${second}, 1)`.execute(app.db)
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

  async function bothAnswer(chance: Dice) {
    const written = randomFilters(chance)
    const viewer = ids[chance(ids.length)] as number
    const hidden = [ids[chance(ids.length)] as number, ids[chance(ids.length)] as number]
    const sort = searchSorts[chance(searchSorts.length)]
    const p = 1 + chance(4)
    const checked = filtersRule(written)
    if (!checked.ok) return 0
    const asked = accept(checked)
    const request = await makeRequest(deps(), { id: viewer, hidden }, asked, { sort, relaxing: true })
    const told = async (index: MemberIndex | undefined) => {
      const finder = { db: app.db, towns, memberIndex: index }
      const { total, relax, entries } = await findMembers(finder, request, p)
      const among = await findAmong(finder, request, ids)
      return {
        total,
        entries,
        relax: [...relax].filter(([, more]) => more > 0).sort(),
        among: among.sort((a, b) => a - b),
      }
    }
    const inMemory = await told(memberIndex)
    expect(inMemory, JSON.stringify({ viewer, sort, p, written })).toEqual(await told(undefined))
    expect(inMemory.among).toHaveLength(inMemory.total)
    return inMemory.total
  }

  test(`[issue 17] ${RUNS} random searches: the same members, order, total and relax counts`, {
    timeout: PATIENCE,
  }, async () => {
    let [found, several] = [0, 0]
    for (let run = 0; run < RUNS; run++) {
      const total = await bothAnswer(roll)
      if (total > 0) found++
      if (total > PAGE_SIZE) several++
    }
    // Searches that find nobody would prove little.
    expect(found).toBeGreaterThan(RUNS / 3)
    expect(several).toBeGreaterThan(RUNS / 20)
  })

  test('the same after changes that the index has heard of', { timeout: PATIENCE }, async () => {
    const { bus } = app.server.services
    for (let run = 0; run < RUNS / 20; run++) {
      const changed = Array.from({ length: 5 }, () => ids[roll(ids.length)] as number)
      for (const id of changed) await changeAtRandom(id)
      await bus.publish(changed.map((id) => ({ kind: 'member.changed', member_id: id })))
      for (let n = 0; n < 5; n++) await bothAnswer(roll)
    }
  })

  async function changeAtRandom(id: number): Promise<void> {
    const change = roll(6)
    const limits = randomLimits(roll) as ReturnType<typeof randomLimits> & Record<'goals', string[]>
    if (change === 0)
      await sql`update member set status = 7 - status where id = ${id} and status in (2, 5)`.execute(app.db)
    if (change === 1)
      await sql`update member set town_hidden = not town_hidden where id = ${id}`.execute(app.db)
    if (change === 2)
      await sql`update member set city = 'Darwin, NT', country = 'AU', latitude = -12.46, longitude = 130.84 where id = ${id}`.execute(
        app.db,
      )
    if (change === 3)
      await sql`update profile set smoking = '+', tags = '{chess}' where member_id = ${id}`.execute(app.db)
    if (change === 4) await sql`delete from limits where member_id = ${id}`.execute(app.db)
    if (change === 5)
      await sql`
        insert into limits select * from jsonb_populate_record(null::limits, ${JSON.stringify({ member_id: id, ...limits })}::jsonb)
        on conflict (member_id) do update set age_min = excluded.age_min, age_max = excluded.age_max,
          distance = excluded.distance, smoking = excluded.smoking`.execute(app.db)
  }
})
