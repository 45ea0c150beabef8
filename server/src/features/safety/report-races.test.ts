import type { Person } from '@rosella/testkit/person'
import { demandPhotosInOrder } from '@rosella/testkit/photos-in-order'
import { demandChainWhole } from '@rosella/testkit/report-chain'
import { openTestHouse, type TestHouse } from '@rosella/testkit/test-house'
import { afterAll, beforeAll, expect, test } from 'vitest'

const REPORTERS = 24
let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse({ on: 'postgres' })
})
afterAll(() => house.close())

const report = (from: Person, to: Person, info = '') =>
  from.try('POST /api/report-user', {
    recipient_id: to.id,
    report_reason: 'Fake profile or scam',
    report_reason_info: info,
  })
const cases = async () => (await house.db.selectFrom('report').select('id').execute()).length

test('many who report one member at once file one case each, in one chain, with one copy of each photo', async () => {
  const [ben] = (await house.cast({ username: 'Ben', photos: 3 })) as [Person]
  const crowd = await house.cast(...Array.from({ length: REPORTERS }, () => 'Anna'))
  const answers = await Promise.all([
    ...crowd.map((one) => report(one, ben)),
    // Whom he reports meanwhile, and who blocks him, takes the same rows from the other side.
    ...crowd.slice(0, 8).map((one) => report(ben, one)),
    ...crowd
      .slice(8, 16)
      .map((one) => one.try('POST /api/user-action', { action: 'like', recipient_id: ben.id })),
  ])
  expect(answers.map(({ status }) => status)).toEqual(Array(REPORTERS + 16).fill(200))
  expect(await cases()).toBe(REPORTERS + 8)
  await demandChainWhole(house)
  await demandPhotosInOrder(house)
  expect(await house.db.selectFrom('evidence_photo').select('name').execute()).toHaveLength(3)
})

test('the same report sent many times at once is one case', async () => {
  const [anna, ben] = (await house.cast('Anna', { username: 'Ben', photos: 1 })) as [Person, Person]
  const before = await cases()
  const answers = await Promise.all(Array.from({ length: REPORTERS }, () => report(anna, ben, 'Scam')))
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  expect(await cases()).toBe(before + 1)
  await demandChainWhole(house)
  await demandPhotosInOrder(house)
})
