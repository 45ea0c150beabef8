import { derivedSizes, photoPath } from '@rosella/contract/photos/sizes'
import type { Person } from '@rosella/testkit/person'
import { assertPhotosInOrder, photoFiles } from '@rosella/testkit/photos-in-order'
import { scene } from '@rosella/testkit/pictures'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { BadImage } from '../../platform/ports/image-processor'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterEach(() => assertPhotosInOrder(app))
afterAll(() => app.close())

const makeSizes = () => app.server.jobs.runPeriodic('make-photo-sizes')
const statusOf = async (path: string) => (await fetch(app.url + path)).status
const decide = (photo: string, approved: boolean) =>
  app.admin.call('POST /api/admin/photo-decision', { photo, approved, reject_reason: 'A test' })

/** A member with one approved photo of 1200 x 900 whose sizes are made. */
async function pictured(username = 'Ben'): Promise<{ person: Person; name: string }> {
  const [person] = (await app.members(username)) as [Person]
  const name = await person.upload(await (await scene(person.id)).jpeg().toBuffer())
  await decide(name, true)
  await makeSizes()
  return { person, name }
}

test('[D §6] photos are made at the sizes of the web client, as AVIF without metadata', async () => {
  const { person, name } = await pictured()
  const [anna] = (await app.members('Anna')) as [Person]
  const profile = await anna.call('GET /api/view-profile', { url_hash: person.url_hash })
  expect(profile.user).toMatchObject({ photo: name, photo_sizes: true })
  expect(profile.photos).toEqual([
    { filename: name, sizes: true, preview: expect.any(String), width: 1200, height: 900 },
  ])
  expect(await person.call('GET /api/user')).toMatchObject({ photo: name, photo_sizes: true })
  await anna.call('POST /api/user-action', { action: 'fav', recipient_id: person.id })
  const [card] = (await anna.call('GET /api/users', { filter: 'favorites' })).users
  expect(card).toMatchObject({ photo: name, photo_sizes: true, photo_preview: profile.photos[0]?.preview })
  const found = await Promise.all(
    derivedSizes.map(async (size) => {
      const response = await fetch(`${app.url}/media/${photoPath(size, name)}`)
      expect(response.headers.get('content-type')).toBe('image/avif')
      expect(response.headers.get('cache-control')).toBe('public, max-age=3600')
      const { width, height, exif, icc, xmp } = await sharp(
        Buffer.from(await response.arrayBuffer()),
      ).metadata()
      expect([exif, icc, xmp]).toEqual([undefined, undefined, undefined])
      return [size, width, height]
    }),
  )
  expect(found).toEqual([
    ['tmb.192', 192, 192],
    ['tmb.400', 320, 400],
    ['tmb.800', 640, 800],
    ['lg.1000', 1000, 750],
    ['lg.1600', 1200, 900],
  ])
})

test('[D §6] without a signature, the sizes of an awaiting or rejected photo are not found', async () => {
  const [cara] = (await app.members('Cara')) as [Person]
  const name = await cara.upload(await (await scene(1)).jpeg().toBuffer())
  await makeSizes()
  const statuses = () => Promise.all(derivedSizes.map((size) => statusOf(`/media/${photoPath(size, name)}`)))
  expect(new Set(await statuses())).toEqual(new Set([404]))
  const [photo] = await cara.call('GET /api/photos')
  // The signature of one file opens no other.
  const query = new URL(photo?.lg_url ?? '', app.url).search
  expect(await statusOf(`/media/${photoPath('lg.1000', name)}${query}`)).toBe(404)
  await decide(name, true)
  expect(new Set(await statuses())).toEqual(new Set([200]))
  await decide(name, false)
  expect(new Set(await statuses())).toEqual(new Set([404]))
})

test('[D §6] deleting a photo, and erasing its owner, deletes every size', async () => {
  const { person, name } = await pictured('Dora')
  const other = await person.upload(await (await scene(2)).jpeg().toBuffer())
  await makeSizes()
  const filesOf = async (photo: string) => (await photoFiles(app)).filter((file) => file.includes(photo))
  expect(await filesOf(name)).toHaveLength(2 + derivedSizes.length)
  await person.call('DELETE /api/photo', { photo: name })
  expect(await filesOf(name)).toEqual([])
  expect(await filesOf(other)).toHaveLength(2 + derivedSizes.length)
  await person.call('DELETE /api/account')
  expect(await filesOf(other)).toEqual([])
})

test('the cleanup publishes and hides sizes that the previous version of the site left in the wrong area', async () => {
  const { name } = await pictured('Ella')
  const { photos } = app.server.services
  const size = Buffer.from('a size that was not moved')
  await photos.add(name, { 'tmb.192': size })
  await app.server.jobs.runPeriodic('delete-orphan-photos')
  expect((await photoFiles(app)).filter((file) => file.startsWith('private') && file.includes(name))).toEqual(
    [],
  )
})

test('a photo deleted while its sizes are made leaves no file', async () => {
  const [fay] = (await app.members('Fay')) as [Person]
  const name = await fay.upload(await (await scene(3)).jpeg().toBuffer())
  const { images } = app.server.services
  const derive = images.derive
  images.derive = async (lg) => {
    const sizes = await derive(lg)
    await fay.call('DELETE /api/photo', { photo: name })
    return sizes
  }
  await makeSizes()
  images.derive = derive
  expect((await photoFiles(app)).filter((file) => file.includes(name))).toEqual([])
})

test('a photo whose sizes can’t be made keeps its JPEG files and does not stop the others', async () => {
  const [gus] = (await app.members('Gus')) as [Person]
  const names: string[] = []
  for (const seed of [4, 5]) names.push(await gus.upload(await (await scene(seed)).jpeg().toBuffer()))
  const { images } = app.server.services
  const derive = images.derive
  // Of new ones, the oldest comes first.
  images.derive = async () => {
    images.derive = derive
    throw new BadImage('damaged')
  }
  await makeSizes()
  expect(app.logLines.join()).toContain('making photo sizes failed')
  const rows = await app.db
    .selectFrom('photo')
    .where('name', 'in', names)
    .orderBy('seq')
    .select('has_sizes')
    .execute()
  expect(rows).toEqual([{ has_sizes: null }, { has_sizes: true }])
})

test('photos without files cost one visit an hour each, however many there are', async () => {
  const [hal] = (await app.members('Hal')) as [Person]
  const LOST = 2000
  await sql`insert into photo (name, member_id, width, height, dhash, thumbhash, created_ts)
    select lpad(n::text, 24, 'x'), ${hal.id}, 9, 9, '', '', 1 from generate_series(1, ${LOST}) n`.execute(
    app.db,
  )
  const { photos } = app.server.services
  const read = photos.read.bind(photos)
  const visits: string[] = []
  photos.read = (area, name, size) => {
    if (area === 'private') visits.push(name)
    return read(area, name, size)
  }
  const rowsRead = async () => {
    const { rows } = await sql<{ n: number }>`select idx_tup_read::int as n from pg_stat_user_indexes
      where indexrelname = 'photo_without_sizes'`.execute(app.db)
    return rows[0]?.n ?? 0
  }
  const before = await rowsRead()
  await makeSizes()
  expect([visits.length, new Set(visits).size]).toEqual([LOST, LOST])
  // PostgreSQL counts when a connection is idle.
  await expect.poll(async () => (await rowsRead()) - before, { timeout: 15_000 }).toBeGreaterThanOrEqual(LOST)
  expect((await rowsRead()) - before).toBeLessThan(2 * LOST)

  // A new photo comes first, and only the latest of the others are visited again.
  visits.length = 0
  const name = await hal.upload(await (await scene(7)).jpeg().toBuffer())
  await makeSizes()
  expect(visits).toContain(name)
  expect(visits.length).toBeLessThanOrEqual(101)
  app.clock.advance(3600)
  visits.length = 0
  await makeSizes()
  expect(visits).toHaveLength(LOST)
  photos.read = read
  await app.db.deleteFrom('photo').where('member_id', '=', hal.id).where('name', '<>', name).execute()
})

test('[D §6] a card for a phone with three pixels per point has no more bytes than the thumbnail that it replaces', async () => {
  const grain = await sharp({
    create: {
      width: 1200,
      height: 1500,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 12 },
    },
  })
    .png()
    .toBuffer()
  const photo = await (await scene(6, 1200, 1500))
    .composite([{ input: grain, blend: 'soft-light' }])
    .jpeg({ quality: 95 })
    .toBuffer()
  const { images } = app.server.services
  const { tmb, lg } = await images.process(photo)
  expect((await images.derive(lg))['tmb.800'].length).toBeLessThanOrEqual(tmb.length)
})
