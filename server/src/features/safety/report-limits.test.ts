import type { Person } from '@rosella/testkit/person'
import { problemBody } from '@rosella/testkit/problem-body'
import { assertChainWhole } from '@rosella/testkit/report-chain'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

const DAY = 86_400
let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres' })
})
afterEach(() => assertChainWhole(app))
afterAll(() => app.close())

const report = (from: Person, to: Person, info: string, report_reason = 'Asking for money') =>
  from.try('POST /api/report-user', { recipient_id: to.id, report_reason, report_reason_info: info })

test('[D §8] accepts 30 reports a day from one reporter, also from concurrent requests', async () => {
  const [anna, ben, cara] = (await app.members('Anna', 'Ben', 'Cara')) as [Person, Person, Person]
  for (let n = 0; n < 26; n++) expect((await report(anna, ben, `No. ${n}`)).status).toBe(200)
  const sent = await Promise.all(Array.from({ length: 8 }, (_, n) => report(anna, cara, `No. ${n}`)))
  expect(sent.filter(({ status }) => status === 200)).toHaveLength(4)
  expect(sent.find(({ status }) => status !== 200)).toMatchObject({
    status: 429,
    body: problemBody('report.daily'),
  })
  // A report that is already stored is not refused.
  expect((await report(anna, ben, 'No. 25')).status).toBe(200)
  expect((await report(ben, cara, 'Mine')).status).toBe(200)
  app.clock.advance(DAY)
  expect((await report(anna, cara, 'The next day')).status).toBe(200)
})
