import type { Person } from '@rosella/testkit/person'
import { assertChainWhole } from '@rosella/testkit/report-chain'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSigns } from '../../../domain/scam-signs/read-signs'
import { noteSigns } from './note-signs'

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

test('[issue 19] of 32 messages at once on two processes, to eight people, one case is raised', async () => {
  const [ben, ...others] = (await app.cast({ username: 'Ben', photos: 1 }, ...Array(8).fill('Anna'))) as [
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
  const found = { active: readSigns(TEXT), counting: [] }
  await Promise.all(
    stored.map(({ id, receiver_id }, n) =>
      noteSigns((n % 2 === 0 ? app : second).server.services, { id, sender_id: ben.id, receiver_id }, found),
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
