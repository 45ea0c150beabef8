import { testPhoto } from '@rosella/testkit/members'
import type { Person } from '@rosella/testkit/person'
import { problemBody } from '@rosella/testkit/problem-body'
import { signUpSecondAdmin, twoAdmins } from '@rosella/testkit/second-admin'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
let other: Awaited<ReturnType<TestApp['second']>>
let second: Person
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres', env: twoAdmins })
  other = await app.second()
  second = (await signUpSecondAdmin(app)).elsewhere(other.url)
})
afterAll(async () => {
  await other.close()
  await app.close()
})

test('[decision 9] two moderators at once never get the same photo, from whichever process', async () => {
  const [anna] = (await app.members('Anna')) as [Person]
  const uploaded: string[] = []
  for (let n = 0; n < 12; n++) uploaded.push(await anna.upload(await testPhoto(n)))
  const claim = async (admin: Person, count: number, skip?: string[]) =>
    (await admin.call('POST /api/admin/photo-claim', { count, skip })).items.map(
      ({ photo }) => photo.filename,
    )
  const [mine, theirs] = (await Promise.all([claim(app.admin, 6), claim(second, 6)])) as [string[], string[]]
  expect([...mine, ...theirs].sort()).toEqual([...uploaded].sort())

  // Asking again brings one's own; what another holds can be neither claimed nor decided.
  expect((await claim(app.admin, 10)).sort()).toEqual([...mine].sort())
  const [taken = '', held = ''] = [theirs[0], mine[0]]
  const decide = (photo: string) => app.admin.try('POST /api/admin/photo-decision', { photo, approved: true })
  expect((await decide(taken)).status).toBe(409)
  expect((await decide(held)).status).toBe(200)
  // One skips a photo, and the other gets it; when a moderator goes home, the rest is free after five minutes.
  expect(await claim(second, 10, [taken])).not.toContain(taken)
  expect(await claim(app.admin, 10)).toContain(taken)
  app.clock.advance(301)
  const rest = await claim(second, 10)
  expect(rest).toHaveLength(10)

  // Who leaves the queue lets go at once and takes nothing.
  expect(await claim(app.admin, 10)).toHaveLength(1)
  expect(await claim(second, 0, rest)).toEqual([])
  expect((await claim(app.admin, 10)).length).toBe(10)
})

test('[decision 9] who decides late from the queue does not overrule a colleague; a change of decision does', async () => {
  const [ben] = (await app.members('Ben')) as [Person]
  const photo = await ben.upload(await testPhoto(99))
  await second.call('POST /api/admin/photo-decision', { photo, approved: true, from_queue: true })
  const late = { photo, approved: false, reject_reason: 'Blurred' }
  expect(await app.admin.try('POST /api/admin/photo-decision', { ...late, from_queue: true })).toEqual({
    status: 409,
    body: problemBody('photo.decided'),
  })
  expect(await ben.call('GET /api/photos')).toMatchObject([{ approved: true }])
  await app.admin.call('POST /api/admin/photo-decision', late)
  expect(await ben.call('GET /api/photos')).toMatchObject([{ approved: false }])
})

test('[decision 9] a setting takes effect in every process at once', async () => {
  await other.server.services.settings.current()
  await app.admin.call('POST /api/admin/settings', { key: 'photos_max', value: 12 })
  const elsewhere = async () => (await second.call('GET /api/settings')).photos_max
  await expect.poll(elsewhere, { timeout: 10_000, interval: 50 }).toBe(12)
})
