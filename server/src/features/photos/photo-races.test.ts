import { testPhoto } from '@rosella/testkit/members'
import type { Person } from '@rosella/testkit/person'
import { assertPhotosInOrder } from '@rosella/testkit/photos-in-order'
import { problemBody } from '@rosella/testkit/problem-body'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

// Two processes on one PostgreSQL, so that no lock inside a process can make these pass.
let app: TestApp
let second: Awaited<ReturnType<TestApp['second']>>
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres' })
  second = await app.second()
})
afterEach(() => assertPhotosInOrder(app))
afterAll(async () => {
  await second.close()
  await app.close()
})

/** 32 concurrent callers, every other one on the second process. */
function callConcurrently<T>(person: Person, call: (caller: Person, n: number) => Promise<T>): Promise<T[]> {
  const callers = Array.from({ length: 32 }, (_, n) => person.elsewhere(n % 2 ? second.url : app.url))
  return Promise.all(callers.map(call))
}
async function castWithPhotos(username: string, count: number) {
  const [person] = await app.members({ username, photos: count })
  if (!person) throw new Error('no cast')
  const names = (await person.call('GET /api/photos')).map((photo) => photo.filename)
  return { person, names: names as [string, string, string] }
}
const count = (answers: { status: number }[], status: number) =>
  answers.filter((answer) => answer.status === status).length
const decide = (admin: Person, photo: string, approved: boolean) =>
  admin.try('POST /api/admin/photo-decision', { photo, approved })

test('[P2 §5] photos_max holds under 32 concurrent uploads, from zero and for the last slot', async () => {
  const [anna] = await app.members('Anna')
  if (!anna) throw new Error('no cast')
  const pictures = await Promise.all(Array.from({ length: 32 }, (_, n) => testPhoto(n)))
  const uploadAll = () => callConcurrently(anna, (caller, n) => caller.tryUpload(pictures[n] as Buffer))
  const full = { status: 400, body: problemBody('photo.limit', { n: 0 }) }

  const many = await uploadAll()
  expect([count(many, 200), count(many, 400)]).toEqual([20, 12])
  expect(many.filter((answer) => answer.status === 400)).toEqual(Array(12).fill(full))
  const photos = await anna.call('GET /api/photos')
  expect(photos).toHaveLength(20)

  await anna.call('DELETE /api/photo', { photo: photos[0]?.filename ?? '' })
  const last = await uploadAll()
  expect([count(last, 200), count(last, 400)]).toEqual([1, 31])
  expect(await anna.call('GET /api/photos')).toHaveLength(20)
})

test('[D §6] of concurrent decisions the last one wins, and each is in the audit log', async () => {
  const { person, names } = await castWithPhotos('Bella', 1)
  const [name] = names
  const answers = await callConcurrently(app.admin, (admin, n) => decide(admin, name, n % 4 < 2))
  expect(count(answers, 200)).toBe(32)
  const entries = await app.db
    .selectFrom('audit')
    .where('member_id', '=', person.id)
    .orderBy('id')
    .select(['action', 'before', 'after'])
    .execute()
  expect(entries).toHaveLength(33)
  for (const [n, entry] of entries.entries()) if (n > 0) expect(entry.before).toEqual(entries[n - 1]?.after)
  const [photo] = await person.call('GET /api/photos')
  expect(entries.at(-1)?.after).toEqual({ photo: name, approved: photo?.approved, reject_reason: null })
})

test('one of 32 concurrent deletions succeeds', async () => {
  const { person, names } = await castWithPhotos('Cara', 2)
  const answers = await callConcurrently(person, (caller) =>
    caller.try('DELETE /api/photo', { photo: names[0] }),
  )
  expect([count(answers, 200), count(answers, 404)]).toEqual([1, 31])
})

test('a photo deleted during decisions is gone with its files', async () => {
  const { person, names } = await castWithPhotos('Dora', 2)
  const answers = await callConcurrently(app.admin, (admin, n) =>
    n === 16 ? person.try('DELETE /api/photo', { photo: names[0] }) : decide(admin, names[0], n % 4 < 2),
  )
  expect(answers[16]?.status).toBe(200)
  expect(count(answers, 200) + count(answers, 404)).toBe(32)
  expect((await person.call('GET /api/photos')).map((photo) => photo.filename)).toEqual([names[1]])
})

test('the main photo is always approved, whatever changes concurrently', async () => {
  const { person, names } = await castWithPhotos('Ella', 3)
  const answers = await callConcurrently(person, (caller, n) => {
    const photo = names[n % 3] as string
    if (n % 5 === 0) return decide(app.admin, photo, n % 2 === 0)
    if (n === 17) return caller.try('DELETE /api/photo', { photo })
    return caller.try('POST /api/change-main-photo', { photo })
  })
  expect(answers.filter(({ status }) => ![200, 400, 404].includes(status))).toEqual([])
  await assertPhotosInOrder(app)
})

test('a photo left private by a crash is served to 32 concurrent requests', async () => {
  const { names } = await castWithPhotos('Fay', 1)
  await app.server.services.photos.hide(names[0])
  const answers = await callConcurrently(app.admin, (caller) =>
    fetch(`${caller.url}/media/lg/${names[0]}.jpg`),
  )
  expect(count(answers, 200)).toBe(32)
})
