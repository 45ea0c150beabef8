import { testPhoto } from '@rosella/testkit/members'
import { assertPhotosInOrder, photoFiles } from '@rosella/testkit/photos-in-order'
import { problemBody } from '@rosella/testkit/problem-body'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ on: 'pglite' })
})
afterEach(() => assertPhotosInOrder(app))
afterAll(() => app.close())

const decide = (photo: string, approved: boolean, reject_reason?: string) =>
  app.admin.call('POST /api/admin/photo-decision', { photo, approved, reject_reason })
const fetchFile = (path: string) => fetch(app.url + path)

async function castWithPhotos(username: string, count: number) {
  const [person] = await app.members(username)
  if (!person) throw new Error('no cast')
  const names: string[] = []
  for (let n = 0; n < count; n++) names.push(await person.upload(await testPhoto(person.id * 50 + n)))
  const photos = () => person.call('GET /api/photos')
  const main = async () => (await photos()).find((photo) => photo.main)?.filename
  return { person, names: names as [string, string, string], photos, main }
}

describe('[P2 §4] uploading', () => {
  test('[D §6] a photo awaits approval, and its owner gets signed URLs', async () => {
    const { person, names, photos } = await castWithPhotos('Anna', 1)
    const [photo, ...others] = await photos()
    expect(others).toEqual([])
    expect(photo).toMatchObject({ filename: names[0], approved: null, main: false })
    expect(photo).not.toHaveProperty('username')
    expect(names[0]).toMatch(/^[A-Za-z0-9_-]{22,}$/)
    const tmb = await fetchFile(photo?.tmb_url ?? '')
    expect(tmb.status).toBe(200)
    expect(tmb.headers.get('content-type')).toBe('image/jpeg')
    expect(tmb.headers.get('cache-control')).toBe('private, no-store')
    const { width, height, format } = await sharp(Buffer.from(await tmb.arrayBuffer())).metadata()
    expect({ width, height, format }).toEqual({ width: 400, height: 400, format: 'jpeg' })
    expect((await person.call('GET /api/user')).photo).toBeNull()
  })

  test('[D §1] a member of status 1 can upload, a stranger can’t', async () => {
    const [dora] = await app.members({ username: 'Dora', active: false })
    await dora?.upload(await testPhoto(7))
    const stranger = dora?.elsewhere()
    if (stranger) stranger.token = 'nonsense'
    expect(await stranger?.tryUpload(await testPhoto(8))).toEqual({
      status: 401,
      body: problemBody('session.none'),
    })
  })

  test('[D §6] the content decides, not the name: a PNG named notes.txt is a photo', async () => {
    const [ella] = await app.members('Ella')
    const png = await sharp(await testPhoto(9))
      .png()
      .toBuffer()
    await ella?.upload(png, 'notes.txt')
    expect(await ella?.call('GET /api/photos')).toHaveLength(1)
  })
})

test('photos uploaded in the same second keep their order, in the list, on the profile and as the next main photo', async () => {
  const { person, names, photos, main } = await castWithPhotos('Nora', 8)
  expect((await photos()).map((photo) => photo.filename)).toEqual(names)
  for (const name of names.toReversed()) await decide(name, true)
  const [viewer] = await app.members('Olga')
  const seen = await viewer?.call('GET /api/view-profile', { url_hash: person.url_hash })
  const [last] = names.slice(-1)
  expect(seen?.photos.map((photo) => photo.filename)).toEqual([last, ...names.slice(0, -1)])
  await person.call('DELETE /api/photo', { photo: last })
  for (const name of names.slice(0, -1)) {
    expect(await main()).toBe(name)
    await person.call('DELETE /api/photo', { photo: name })
  }
})

test('the owner’s order applies to the list, the profile and the next main photo; later photos follow', async () => {
  const { person, names, photos, main } = await castWithPhotos('Pia', 3)
  for (const name of names) await decide(name, true)
  const [one, two, three] = names
  const order = (...wanted: string[]) => person.try('POST /api/photos-order', { photos: wanted })
  const listed = async () => (await photos()).map((photo) => photo.filename)
  expect((await order(three, `${one}.jpg`, two)).status).toBe(200)
  expect(await listed()).toEqual([three, one, two])
  const four = await person.upload(await testPhoto(person.id * 50 + 9))
  expect(await listed()).toEqual([three, one, two, four])
  const [viewer] = await app.members('Quin')
  const seen = await viewer?.call('GET /api/view-profile', { url_hash: person.url_hash })
  expect(seen?.photos.map((photo) => photo.filename)).toEqual([one, three, two])
  await person.call('DELETE /api/photo', { photo: one })
  expect(await main()).toBe(three)
  for (const [wanted, status, message] of [
    [[three, two], 409, 'Your photos have changed in the meantime. Please try again.'],
    [[three, two, two], 409, 'Your photos have changed in the meantime. Please try again.'],
    [[three, two, four, one], 404, "We couldn't find this photo."],
  ] as const) {
    expect(await order(...wanted)).toMatchObject({ status, body: { code: expect.any(String), message } })
  }
  expect(await listed()).toEqual([three, two, four])
})

describe('[P2 §4] the main photo', () => {
  test('[D §5] the first approved photo becomes main automatically, and the next one when it is removed', async () => {
    const { person, names, photos, main } = await castWithPhotos('Hana', 3)
    const [first, second, third] = names
    expect(await main()).toBeUndefined()
    await decide(second, true)
    expect(await main()).toBe(second)
    await decide(first, true)
    await decide(third, true)
    expect(await main()).toBe(second)
    await person.call('DELETE /api/photo', { photo: second })
    expect(await main()).toBe(first)
    await decide(first, false, 'Too dark')
    expect(await main()).toBe(third)
    expect((await person.call('GET /api/user')).photo).toBe(third)
    await person.call('DELETE /api/photo', { photo: third })
    expect(await main()).toBeUndefined()
    expect(await photos()).toHaveLength(1)
  })

  test('only approved photos can become main, named with or without .jpg', async () => {
    const { person, names, main } = await castWithPhotos('Iris', 3)
    const [first, second, third] = names
    for (const name of [first, second]) await decide(name, true)
    await decide(third, false, 'Not you')
    await person.call('POST /api/change-main-photo', { photo: `${second}.jpg` })
    expect(await main()).toBe(second)
    await person.call('POST /api/change-main-photo', { photo: first })
    expect(await main()).toBe(first)
    expect(await person.try('POST /api/change-main-photo', { photo: third })).toEqual({
      status: 400,
      body: problemBody('photo.not-approved'),
    })
    expect(await main()).toBe(first)
  })

  test("nobody can delete another member's photo or make it main", async () => {
    const { person, names } = await castWithPhotos('Jana', 1)
    await decide(names[0], true)
    const [mallory] = await app.members('Mallory')
    for (const route of ['DELETE /api/photo', 'POST /api/change-main-photo'] as const) {
      for (const photo of [names[0], 'x'.repeat(24), '../../etc/passwd', ''])
        expect(await mallory?.try(route, { photo })).toEqual({
          status: 404,
          body: problemBody('photo.unknown'),
        })
    }
    expect(await person.call('GET /api/photos')).toMatchObject([{ filename: names[0], main: true }])
    expect((await fetchFile(`/media/lg/${names[0]}.jpg`)).status).toBe(200)
  })
})

test('[D §6] deleting a photo removes its files immediately, and signed URLs stop working', async () => {
  const { person, names, photos } = await castWithPhotos('Kara', 2)
  const [shown, hidden] = names
  await decide(shown, true)
  const [, awaiting] = await photos()
  for (const photo of [`${shown}.jpg`, hidden]) await person.call('DELETE /api/photo', { photo })
  expect((await fetchFile(`/media/lg/${shown}.jpg`)).status).toBe(404)
  expect((await fetchFile(awaiting?.lg_url ?? '')).status).toBe(404)
  expect((await photoFiles(app)).filter((file) => file.includes(shown) || file.includes(hidden))).toEqual([])
  expect((await person.try('DELETE /api/photo', { photo: shown })).status).toBe(404)
})

test('[P2 §3] the session record shows when enough photos that are not rejected are uploaded', async () => {
  const { person, names } = await castWithPhotos('Lena', 3)
  const enough = async () => (await person.call('GET /api/user')).uploaded_min_photos
  expect(await enough()).toBe(true)
  await decide(names[0], false, 'Blurred')
  expect(await enough()).toBe(false)
  await decide(names[0], true)
  expect(await enough()).toBe(true)
})
