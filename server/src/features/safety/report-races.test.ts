import type { Person } from '@rosella/testkit/person'
import { assertPhotosInOrder } from '@rosella/testkit/photos-in-order'
import { assertChainWhole } from '@rosella/testkit/report-chain'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'

const REPORTERS = 24
let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres' })
})
afterAll(() => app.close())

const report = (from: Person, to: Person, info = '') =>
  from.try('POST /api/report-user', {
    recipient_id: to.id,
    report_reason: 'Fake profile or scam',
    report_reason_info: info,
  })
const cases = async () => (await app.db.selectFrom('report').select('id').execute()).length

test('many concurrent reports about one member file one case each, in one chain, with one copy of each photo', async () => {
  const [ben] = (await app.members({ username: 'Ben', photos: 3 })) as [Person]
  const crowd = await app.members(...Array.from({ length: REPORTERS }, () => 'Anna'))
  const answers = await Promise.all([
    ...crowd.map((one) => report(one, ben)),
    // His own reports and blocks lock the same rows from the other side.
    ...crowd.slice(0, 8).map((one) => report(ben, one)),
    ...crowd
      .slice(8, 16)
      .map((one) => one.try('POST /api/user-action', { action: 'like', recipient_id: ben.id })),
  ])
  expect(answers.map(({ status }) => status)).toEqual(Array(REPORTERS + 16).fill(200))
  expect(await cases()).toBe(REPORTERS + 8)
  await assertChainWhole(app)
  await assertPhotosInOrder(app)
  expect(await app.db.selectFrom('evidence_photo').select('name').execute()).toHaveLength(3)
})

test('the same report sent many times concurrently files one case', async () => {
  const [anna, ben] = (await app.members('Anna', { username: 'Ben', photos: 1 })) as [Person, Person]
  const before = await cases()
  const answers = await Promise.all(Array.from({ length: REPORTERS }, () => report(anna, ben, 'Scam')))
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  expect(await cases()).toBe(before + 1)
  await assertChainWhole(app)
  await assertPhotosInOrder(app)
})
