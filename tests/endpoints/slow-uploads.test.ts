import { testPhoto } from '@rosella/testkit/members'
import type { Person } from '@rosella/testkit/person'
import { type SlowUpload, slowUpload } from '@rosella/testkit/slow-upload'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'

let app: TestApp
let anna: Person
let ben: Person
const uploads: SlowUpload[] = []
beforeAll(async () => {
  app = await openTestApp()
  ;[anna, ben] = (await app.members('Anna', 'Ben')) as [Person, Person]
})
afterEach(() => {
  for (const upload of uploads.splice(0)) upload.close()
})
afterAll(() => app.close())

async function begin({ email, token, address }: Person, bytes: number, from = address): Promise<SlowUpload> {
  const upload = await slowUpload({ url: app.url, address: from, fields: { email, token } }, bytes)
  uploads.push(upload)
  return upload
}
/** Returns a function that waits until the server has identified the members of this many uploads. */
function counting(): (uploads: number) => Promise<void> {
  const { mock } = vi.spyOn(app.server.services.rateLimits, 'hit')
  const found = () => mock.calls.filter(([key]) => key.startsWith('POST /api/photos member')).length
  return (count) => expect.poll(found, { timeout: 20_000 }).toBe(count)
}
const photosOf = async (person: Person) => (await person.call('GET /api/photos')).length

test('stores a photo that takes 13 seconds to arrive, as from a slow phone', async () => {
  const photo = await testPhoto(1)
  const upload = await begin(anna, photo.length)
  await upload.spread(photo, 13_000)
  expect(await upload.end()).toMatch(/^HTTP\/1\.1 200 /)
  expect(await photosOf(anna)).toBe(1)
})

test('thirty stalled uploads of one member do not block others', async () => {
  const begun = counting()
  for (let n = 0; n < 30; n++) {
    const upload = await begin(anna, 20_000_000, `10.99.0.${n}`)
    upload.write(Buffer.alloc(100_000))
  }
  await begun(30)
  expect((await ben.tryUpload(await testPhoto(2))).status).toBe(200)
})

test('thirty members at one IP address do not block another address', async () => {
  const many = await app.members(...Array.from({ length: 10 }, (_, n) => `Cara${'abcdefghij'[n]}`))
  const begun = counting()
  for (const member of many) {
    for (let n = 0; n < 3; n++) (await begin(member, 20_000_000, '10.98.0.1')).write(Buffer.alloc(100_000))
  }
  await begun(30)
  expect((await ben.tryUpload(await testPhoto(3))).status).toBe(200)
})

test('a member’s own uploads wait for each other, and all arrive', async () => {
  const before = await photosOf(ben)
  const pictures = await Promise.all([4, 5, 6, 7, 8].map((n) => testPhoto(n)))
  const slow = await Promise.all(pictures.map((photo) => begin(ben, photo.length)))
  await Promise.all(slow.map((upload, n) => upload.spread(pictures[n] as Buffer, 500, 5)))
  const answers = await Promise.all(slow.map((upload) => upload.end()))
  for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 200 /)
  expect(await photosOf(ben)).toBe(before + 5)
})

test('a refused upload gets its reply after all of it was sent, because browsers send first and read later', async () => {
  const stranger = {
    url: app.url,
    address: '10.97.0.1',
    fields: { email: anna.email, token: 'A'.repeat(43) },
  }
  const upload = await slowUpload(stranger, 20_000_000)
  uploads.push(upload)
  upload.write(Buffer.alloc(20_000_000))
  expect(await upload.end()).toMatch(/^HTTP\/1\.1 401 /)
  await expect.poll(() => upload.unsent(), { timeout: 20_000 }).toBe(0)
})
