import { testPhoto } from '@rosella/testkit/members'
import type { Person } from '@rosella/testkit/person'
import { problemBody } from '@rosella/testkit/problem-body'
import { signUpSecondAdmin, twoAdmins } from '@rosella/testkit/second-admin'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ env: twoAdmins })
})
afterAll(() => app.close())

let seed = 4000
const upload = async (person: Person) => person.upload(await testPhoto(seed++))
const decide = async (admin: Person, photo: string, approved: boolean | null) =>
  admin.try('POST /api/admin/photo-decision', { photo, approved })
const claimed = async (admin: Person) =>
  (await admin.call('POST /api/admin/photo-claim', { count: 10 })).items.map(({ photo }) => photo.filename)
const refused = { status: 403, body: problemBody('photo.own') }

test('[D §6] no moderator decides about their own photo, unless there is nobody else', async () => {
  // The other admin is configured but has not signed up, so the site has one admin.
  const early = await upload(app.admin)
  expect(await claimed(app.admin)).toContain(early)
  expect((await decide(app.admin, early, true)).status).toBe(200)

  const otherAdmin = await signUpSecondAdmin(app)
  for (const approved of [true, false, null]) {
    expect(await decide(app.admin, early, approved)).toEqual(refused)
  }
  const own = await upload(app.admin)
  expect(await claimed(app.admin)).not.toContain(own)
  for (const approved of [true, false]) expect(await decide(app.admin, own, approved)).toEqual(refused)
  expect(await claimed(otherAdmin)).toContain(own)
  expect((await decide(otherAdmin, own, true)).status).toBe(200)
  const photos = await app.admin.call('GET /api/photos')
  expect(photos.map(({ approved }) => approved)).toEqual([true, true])
  // Other members' photos are still theirs to decide.
  const [anna] = (await app.members('Anna')) as [Person]
  const hers = await upload(anna)
  expect(await claimed(app.admin)).toEqual([hers])
  expect((await decide(app.admin, hers, true)).status).toBe(200)

  await app.admin.call('POST /api/admin/member', { id: otherAdmin.id, status: 3, reason: 'Away' })
  const late = await upload(app.admin)
  expect(await claimed(app.admin)).toEqual([late])
  expect((await decide(app.admin, late, false)).status).toBe(200)
})
