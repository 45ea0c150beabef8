import { memberStatus } from '@rosella/contract/member/status'
import type { Person } from '@rosella/testkit/person'
import { dice, insertRandomTown } from '@rosella/testkit/random-town'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockMember } from '../../../members/sessions'
import { withTransaction } from '../../../platform/database/transaction'
import { Towns } from '../../../search-index/towns'
import { matchChanged } from './match-changed'

let app: TestApp
let second: Awaited<ReturnType<TestApp['second']>>
const GATE = 42
const PATIENT = { timeout: 10_000 }

beforeAll(async () => {
  app = await openTestApp({ on: 'postgres' })
  second = await app.second()
  // Who commits waits at a gate while somebody keeps it shut.
  await sql`
    create function wait_at_gate() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock_shared(${sql.lit(GATE)}); return null; end $$`.execute(app.db)
  for (const [event, table] of [
    ['insert', 'saved_search_hit'],
    ['delete', 'saved_search'],
    ['delete', 'member'],
  ])
    await sql`
      create constraint trigger at_gate after ${sql.raw(event as string)} on ${sql.table(table as string)}
      deferrable initially deferred for each row execute function wait_at_gate()`.execute(app.db)
}, 60_000)
afterAll(async () => {
  await second.close()
  await app.close()
})

const woman = { gender: 'f', interested: 'm', photos: 3 } as const
const man = { gender: 'm', interested: 'w', photos: 3 } as const
const matchIn = ({ services }: TestApp['server'], places = services.places) =>
  matchChanged({ ...services, places, towns: new Towns() })(new AbortController().signal)

/** Of members or searches that are gone. */
async function strays(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from saved_search_hit h
    where not exists (select from member m where m.id = h.member_id)
      or not exists (select from saved_search s where s.id = h.search_id)`.execute(app.db)
  return rows[0]?.count ?? 0
}

async function waiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db)
  return rows[0]?.count ?? 0
}

const whileShut = (work: () => Promise<Promise<unknown>[]>) =>
  app.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(GATE)})`.execute(tx)
    // In a list, so that they are waited for only when the gate is open.
    return work()
  })
const comesToGate = () => expect.poll(waiting, PATIENT).toBe(1)

/** Gets as far as it can: to its end, or to where it waits beside the one at the gate. */
async function asFarAsItGoes(work: Promise<unknown>): Promise<void> {
  let isDone = false
  const ended = () => {
    isDone = true
  }
  work.then(ended, ended)
  await expect.poll(async () => isDone || (await waiting()) === 2, PATIENT).toBe(true)
}

/** Matches are found; before they are stored the other comes to the gate, and commits when they have been. */
async function beforeStored(other: () => Promise<unknown>): Promise<void> {
  const { places } = app.server.services
  const both = await whileShut(async () => {
    let others: Promise<unknown> | undefined
    // Where a search begins is asked in the midst of matching.
    const find: typeof places.find = async (...place) => {
      others ??= other()
      await comesToGate()
      return places.find(...place)
    }
    const matching = matchIn(app.server, { ...places, find })
    await asFarAsItGoes(matching)
    return [matching, others as Promise<unknown>]
  })
  await Promise.all(both)
}

/** Matches are stored and at the gate when the other begins. */
async function whileStored(other: () => Promise<unknown>): Promise<void> {
  const both = await whileShut(async () => {
    const matching = matchIn(app.server)
    await comesToGate()
    const others = other()
    await asFarAsItGoes(others)
    return [matching, others]
  })
  await Promise.all(both)
}

interface Scene {
  anna: Person
  dan: Person
  ids: number[]
}

/** Anna and Cara look for what Ben and Dan have just written. */
async function setScene(tag: string): Promise<Scene & { hits: () => Promise<unknown> }> {
  const [anna, cara, ben, dan] = (await app.members(
    { username: 'Anna', ...woman },
    { username: 'Cara', ...woman },
    { username: 'Ben', ...man },
    { username: 'Dan', ...man },
  )) as [Person, Person, Person, Person]
  await matchIn(app.server)
  await app.db.deleteFrom('saved_search_hit').execute()
  const ids: number[] = []
  const filters = { any: '1', tags: tag, place: 'Hobart|TAS|AU', distance: '100' }
  for (const seeker of [anna, cara])
    ids.push((await seeker.call('POST /api/saved-search', { name: 'Mine', filters })).id)
  for (const found of [ben, dan])
    await found.call('POST /api/profile-auto-save', { key: 'tags', value: [tag] })
  const names = new Map([...ids.entries()].map(([n, id]) => [id, n === 0 ? "Anna's" : "Cara's"]))
  const hits = async () => {
    const rows = await app.db
      .selectFrom('saved_search_hit')
      .where('search_id', 'in', ids)
      .orderBy('search_id')
      .orderBy('member_id')
      .select(['search_id', 'member_id'])
      .execute()
    return rows.map(
      ({ search_id, member_id }) => `${names.get(search_id)} ${member_id === ben.id ? 'Ben' : 'Dan'}`,
    )
  }
  return { anna, dan, ids, hits }
}

const leave = ({ dan }: Scene) => dan.call('DELETE /api/account')
const deleteSearch = ({ anna, ids }: Scene) =>
  anna.call('POST /api/saved-search-delete', { id: ids[0] as number })
const cases = [
  { what: 'a member who leaves', tag: 'chess', remove: leave, left: ["Anna's Ben", "Cara's Ben"] },
  { what: 'a search that is deleted', tag: 'jazz', remove: deleteSearch, left: ["Cara's Ben", "Cara's Dan"] },
]

for (const { what, tag, remove, left } of cases) {
  test(`${what} before matches with them are stored, and commits after it: none is left, none of the others is lost`, async () => {
    const scene = await setScene(tag)
    await beforeStored(() => remove(scene))
    expect(await strays()).toBe(0)
    expect(await scene.hits()).toEqual(left)
  })

  test(`${what} while matches with them are stored: none is left, none of the others is lost`, async () => {
    const scene = await setScene(tag)
    await whileStored(() => remove(scene))
    expect(await strays()).toBe(0)
    expect(await scene.hits()).toEqual(left)
  })
}

test('whoever is suspended while matches with them are stored does not wait for it', async () => {
  const scene = await setScene('yoga')
  let isSuspended = false
  await whileStored(async () => {
    await withTransaction(app.server.services, async (tx, emit) => {
      await lockMember(tx, scene.dan.id)
      const status = memberStatus.suspended
      await tx.updateTable('member').set({ status }).where('id', '=', scene.dan.id).execute()
      emit({ kind: 'member.changed', member_id: scene.dan.id })
    })
    isSuspended = (await waiting()) === 1
  })
  expect(isSuspended).toBe(true)
  const { items } = await scene.anna.call('GET /api/saved-searches')
  expect(items.map((item) => item.new)).toEqual([1])
})

test('two matchings at once while members leave and searches are deleted and changed: nobody fails, nothing is lost', async () => {
  const now = app.clock.now()
  const ids = await insertRandomTown(app.db, dice(5), 120, now)
  const filters = JSON.stringify({ any: '1', age_min: '19' })
  /** As if nobody could have been found before. */
  const changeAll = async () => {
    await app.db.deleteFrom('member_change').execute()
    await sql`insert into member_change (member_id) select id from member`.execute(app.db)
  }
  const count = () =>
    app.db
      .selectFrom('saved_search_hit')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  for (let n = 0; n < 12; n++) {
    await sql`delete from saved_search`.execute(app.db)
    expect(await count()).toEqual({ n: 0 })
    const { rows } = await sql<{ id: number }>`
      insert into saved_search (member_id, name, filters, created_ts)
      select id, 'Mine', ${filters}::jsonb, ${now} from member, generate_series(1, 3) returning id`.execute(
      app.db,
    )
    const searches = rows.map(({ id }) => id)
    await changeAll()
    const leaving = ids.splice(0, 4)
    await Promise.all([
      matchIn(app.server),
      matchIn(second.server),
      ...leaving.map((id) => app.db.deleteFrom('member').where('id', '=', id).execute()),
      ...searches
        .slice(n, n + 6)
        .map((id) => second.server.services.db.deleteFrom('saved_search').where('id', '=', id).execute()),
      app.db
        .updateTable('saved_search')
        .set({ name: 'Other' })
        .where('id', '=', searches[20] ?? 0)
        .execute(),
      app.db.updateTable('saved_search_hit').set({ seen: true }).execute(),
    ])
    expect(await strays()).toBe(0)
    const found = await count()
    expect(found.n).toBeGreaterThan(100)
    // All over again finds nobody else.
    await changeAll()
    await matchIn(app.server)
    expect(await count()).toEqual(found)
  }
}, 120_000)
