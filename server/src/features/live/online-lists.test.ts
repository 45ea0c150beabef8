import { setTimeout as sleep } from 'node:timers/promises'
import type { Person } from '@rosella/testkit/person'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'

// A new app per test, because members who are still connecting or leaving would affect the next one.
let app: TestApp
beforeEach(async () => {
  app = await openTestApp({ on: 'postgres' })
})
afterEach(() => app.close())

/** Connects and disconnects as often as 600 calls a minute allow. */
async function flood(who: Person, until: AbortSignal): Promise<void> {
  for (; !until.aborted; await sleep(100)) (await who.stream()).close()
}

test('[D §10] online is sent on change, at most every 10 seconds, however often one member comes and goes', {
  timeout: 60_000,
}, async () => {
  const [anna, ben, mallory] = (await app.members('Anna', 'Ben', 'Mallory')) as [Person, Person, Person]
  const end = new AbortController()
  const flooding = flood(mallory, end.signal)
  const began = performance.now()
  const tab = await anna.stream()
  await tab.next('online')
  const bens = await ben.stream()
  await sleep(1500)
  expect(tab.waiting('online')).toEqual([])
  await sleep(7000)
  const list = await tab.next('online')
  expect(performance.now() - began).toBeGreaterThan(9900)
  expect(list.split(',')).toContain(String(ben.id))
  expect(list.split(',')).not.toContain(String(anna.id))
  bens.close()
  await sleep(8000)
  expect((await tab.next('online')).split(',')).not.toContain(String(ben.id))
  end.abort()
  await flooding
})

test('[D §10] a list that could not be sent is sent a moment later, even without another change', async () => {
  const [anna] = (await app.members('Anna')) as [Person]
  app.expectErrors()
  await sql`alter table activity rename to activity_away`.execute(app.db)
  const stream = await anna.stream()
  await stream.next('connections')
  await sleep(1500)
  expect(stream.waiting('online')).toEqual([])
  await sql`alter table activity_away rename to activity`.execute(app.db)
  await stream.next('online')
})
