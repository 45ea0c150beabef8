import type { Person } from '@rosella/testkit/person'
import { assertChainWhole } from '@rosella/testkit/report-chain'
import { isWarned, send, signsOf } from '@rosella/testkit/shield'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSigns } from '../scam-signs/read-signs'
import type { RuleKey } from '../scam-signs/rules'
import { recordSigns } from './record-signs'

/** On real PostgreSQL, with a second process of the same site. */
let app: TestApp
let second: Awaited<ReturnType<TestApp['second']>>
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres' })
  second = await app.second()
})
afterAll(async () => {
  await second?.close()
  await app.close()
})

const MESSAGES = 32
const TEXT = 'I was robbed and I am stuck at the airport. Could you lend me 600 dollars? I will pay you back'

test('32 concurrent messages to eight people on two processes raise one case', async () => {
  const [ben, ...others] = (await app.members({ username: 'Ben', photos: 1 }, ...Array(8).fill('Anna'))) as [
    Person,
    ...Person[],
  ]
  const rows = Array.from({ length: MESSAGES }, (_, n) => ({
    sender_id: ben.id,
    receiver_id: (others[n % others.length] as Person).id,
    text: TEXT,
    ts: app.clock.now(),
  }))
  const stored = await app.db.insertInto('message').values(rows).returning(['id', 'receiver_id']).execute()
  const onlyOn = async (signs: readonly RuleKey[]) => [...signs]
  const found = { active: readSigns(TEXT), counting: [], onlyOn }
  await Promise.all(
    stored.map(({ id, receiver_id }, n) =>
      recordSigns(
        (n % 2 === 0 ? app : second).server.services,
        { id, sender_id: ben.id, receiver_id },
        found,
      ),
    ),
  )
  const cases = await app.db.selectFrom('report').where('member_id', '=', ben.id).select('id').execute()
  expect(cases).toHaveLength(1)
  const warned = await app.db.selectFrom('scam_warning').where('sender_id', '=', ben.id).selectAll().execute()
  expect(warned).toHaveLength(others.length)
  const signs = await app.db.selectFrom('scam_sign').where('sender_id', '=', ben.id).selectAll().execute()
  expect(signs).toHaveLength(MESSAGES * found.active.length)
  await assertChainWhole(app)
}, 60_000)

test('signs that cannot be recorded while the database is unavailable are recorded later', async () => {
  const [ben, anna] = (await app.members('Ben', 'Anna')) as [Person, Person]
  const sent = await app.db.transaction().execute(async (tx) => {
    await sql`lock table scam_sign`.execute(tx)
    const sending = send(ben, anna, TEXT, true)
    const isCut = async () => {
      const { rows } = await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%scam_sign%'`.execute(
        app.db,
      )
      return rows.length > 0
    }
    await expect.poll(isCut, { timeout: 10_000 }).toBe(true)
    return sending
  })
  expect(sent).toEqual({ ok: true, id: expect.any(Number) })
  await expect.poll(async () => (await signsOf(app, ben)).length, { timeout: 10_000 }).toBeGreaterThan(0)
  expect(await isWarned(anna, ben)).toBe(true)
}, 60_000)
