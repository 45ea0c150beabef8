import { testPhoto } from '@rosella/testkit/members'
import type { Person } from '@rosella/testkit/person'
import { problemBody } from '@rosella/testkit/problem-body'
import { signUpSecondAdmin, twoAdmins } from '@rosella/testkit/second-admin'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
let other: Awaited<ReturnType<TestApp['second']>>
let otherAdmin: Person
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres', env: twoAdmins })
  other = await app.second()
  otherAdmin = (await signUpSecondAdmin(app)).elsewhere(other.url)
})
afterAll(async () => {
  await other.close()
  await app.close()
})

test('[D §9] two concurrent moderators never get the same photo, from any process', async () => {
  const [anna] = (await app.members('Anna')) as [Person]
  const uploaded: string[] = []
  for (let n = 0; n < 12; n++) uploaded.push(await anna.upload(await testPhoto(n)))
  const claim = async (admin: Person, count: number, skip?: string[]) =>
    (await admin.call('POST /api/admin/photo-claim', { count, skip })).items.map(
      ({ photo }) => photo.filename,
    )
  const [mine, theirs] = (await Promise.all([claim(app.admin, 6), claim(otherAdmin, 6)])) as [
    string[],
    string[],
  ]
  expect([...mine, ...theirs].sort()).toEqual([...uploaded].sort())

  // Claiming again returns one's own photos; those claimed by others can be neither claimed nor decided.
  expect((await claim(app.admin, 10)).sort()).toEqual([...mine].sort())
  const [taken = '', ownPhoto = ''] = [theirs[0], mine[0]]
  const decide = (photo: string) => app.admin.try('POST /api/admin/photo-decision', { photo, approved: true })
  expect((await decide(taken)).status).toBe(409)
  expect((await decide(ownPhoto)).status).toBe(200)
  // A skipped photo goes to the other moderator; the rest is free again after five minutes.
  expect(await claim(otherAdmin, 10, [taken])).not.toContain(taken)
  expect(await claim(app.admin, 10)).toContain(taken)
  app.clock.advance(301)
  const rest = await claim(otherAdmin, 10)
  expect(rest).toHaveLength(10)

  // Leaving the queue releases the claims immediately and claims nothing.
  expect(await claim(app.admin, 10)).toHaveLength(1)
  expect(await claim(otherAdmin, 0, rest)).toEqual([])
  expect((await claim(app.admin, 10)).length).toBe(10)
})

test('[D §9] a late decision from the queue does not overrule a colleague; a deliberate change does', async () => {
  const [ben] = (await app.members('Ben')) as [Person]
  const photo = await ben.upload(await testPhoto(99))
  await otherAdmin.call('POST /api/admin/photo-decision', { photo, approved: true, from_queue: true })
  const late = { photo, approved: false, reject_reason: 'Blurred' }
  expect(await app.admin.try('POST /api/admin/photo-decision', { ...late, from_queue: true })).toEqual({
    status: 409,
    body: problemBody('photo.decided'),
  })
  expect(await ben.call('GET /api/photos')).toMatchObject([{ approved: true }])
  await app.admin.call('POST /api/admin/photo-decision', late)
  expect(await ben.call('GET /api/photos')).toMatchObject([{ approved: false }])
})

test('[D §9] a setting takes effect in every process immediately', async () => {
  await other.server.services.settings.current()
  await app.admin.call('POST /api/admin/settings', { key: 'photos_max', value: 12 })
  const elsewhere = async () => (await otherAdmin.call('GET /api/settings')).photos_max
  await expect.poll(elsewhere, { timeout: 10_000, interval: 50 }).toBe(12)
})
