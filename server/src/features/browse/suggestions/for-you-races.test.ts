import { siteDay } from '@rosella/contract/site-day'
import type { Person } from '@rosella/testkit/person'
import { dice, insertRandomTown } from '@rosella/testkit/random-town'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Answers } from '../../../search-index/answers'
import { Towns } from '../../../search-index/towns'
import { assignSuggestions } from './assign-suggestions'

let app: TestApp
let second: Awaited<ReturnType<TestApp['second']>>
let ids: number[]
const TRIES = 16

beforeAll(async () => {
  app = await openTestApp({ on: 'postgres' })
  ids = await insertRandomTown(app.db, dice(3), 80, app.clock.now())
  second = await app.second()
  // Inserted without events, so the index of the first process does not know them yet.
  await app.server.services.bus.publish(ids.map((id) => ({ kind: 'member.changed', member_id: id })))
}, 60_000)
afterAll(async () => {
  await second.close()
  await app.close()
})

const assignIn = ({ services }: { services: TestApp['server']['services'] }) =>
  assignSuggestions({ ...services, towns: new Towns(), memberIndex: { answers: new Answers() } })(
    new AbortController().signal,
  )

test('two concurrent assignments, a page load and an account deletion leave one list per member', async () => {
  const [anna] = (await app.members({ username: 'Anna', photos: 3 })) as [Person]
  const day = siteDay(app.clock.now())
  for (let n = 0; n < TRIES; n++) {
    for (const table of ['suggestion', 'impression', 'suggestion_day'])
      await sql`delete from ${sql.table(table)}`.execute(app.db)
    const leaving = ids.pop() as number
    const open = (person: Person) =>
      person.call('GET /api/for-you').then(({ users }) => users.map(({ id }) => id))
    const [here, there] = await Promise.all([
      open(anna),
      open(anna.elsewhere(second.url)),
      assignIn(app.server),
      assignIn(second.server),
      app.db.deleteFrom('member').where('id', '=', leaving).execute(),
      app.server.impressions.flush(),
    ])
    expect(here.filter((id) => id !== leaving)).toEqual(there.filter((id) => id !== leaving))
    const { rows } = await sql<{ picked: number; stored: number; gone: number }>`
      select (select coalesce(sum(picked), 0) from impression where day = ${day}::date)::int as picked,
        (select coalesce(sum(cardinality(array_remove(others, 0))), 0) from suggestion where day = ${day}::date)::int as stored,
        (select count(*) from suggestion where others @> array[${leaving}::bigint])::int as gone`.execute(
      app.db,
    )
    expect(rows[0]?.gone).toBe(0)
    // Each stored list is counted once. The list of the deleted member was counted and then removed.
    const [picked, stored] = [rows[0]?.picked ?? 0, rows[0]?.stored ?? 0]
    expect(stored).toBeGreaterThan(100)
    expect(picked).toBeGreaterThanOrEqual(stored)
    expect(picked).toBeLessThanOrEqual(stored + 14)
  }
}, 300_000)
