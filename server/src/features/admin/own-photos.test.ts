import { wordsOf } from '@rosella/contract/problems'
import { testPhoto } from '@rosella/testkit/cast'
import type { Person } from '@rosella/testkit/person'
import { signUpSecondAdmin, twoAdmins } from '@rosella/testkit/second-admin'
import { openTestHouse, type TestHouse } from '@rosella/testkit/test-house'
import { afterAll, beforeAll, expect, test } from 'vitest'

let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse({ env: twoAdmins })
})
afterAll(() => house.close())

let seed = 4000
const upload = async (person: Person) => person.upload(await testPhoto(seed++))
const decide = async (admin: Person, photo: string, approved: boolean | null) =>
  admin.try('POST /api/admin/photo-decision', { photo, approved })
const claimed = async (admin: Person) =>
  (await admin.call('POST /api/admin/photo-claim', { count: 10 })).items.map(({ photo }) => photo.filename)
const refused = { status: 403, body: { message: wordsOf('photo.own') } }

test('[decision 0027] no moderator judges their own photo, unless there is nobody else who could', async () => {
  // Named in the configuration, but not here yet: the site has one admin.
  const early = await upload(house.admin)
  expect(await claimed(house.admin)).toContain(early)
  expect((await decide(house.admin, early, true)).status).toBe(200)

  const second = await signUpSecondAdmin(house)
  for (const approved of [true, false, null]) {
    expect(await decide(house.admin, early, approved)).toEqual(refused)
  }
  const own = await upload(house.admin)
  expect(await claimed(house.admin)).not.toContain(own)
  for (const approved of [true, false]) expect(await decide(house.admin, own, approved)).toEqual(refused)
  expect(await claimed(second)).toContain(own)
  expect((await decide(second, own, true)).status).toBe(200)
  const photos = await house.admin.call('GET /api/photos')
  expect(photos.map(({ approved }) => approved)).toEqual([true, true])
  // What is awaited by others is still theirs to decide.
  const [anna] = (await house.cast('Anna')) as [Person]
  const hers = await upload(anna)
  expect(await claimed(house.admin)).toEqual([hers])
  expect((await decide(house.admin, hers, true)).status).toBe(200)

  await house.admin.call('POST /api/admin/member', { id: second.id, status: 3, reason: 'Away' })
  const late = await upload(house.admin)
  expect(await claimed(house.admin)).toEqual([late])
  expect((await decide(house.admin, late, false)).status).toBe(200)
})
