import { execFile } from 'node:child_process'
import { rename, rm, utimes, writeFile } from 'node:fs/promises'
import http from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { testPhoto } from '@rosella/testkit/members'
import type { Person } from '@rosella/testkit/person'
import { assertPhotosInOrder, photoFiles } from '@rosella/testkit/photos-in-order'
import { problemBody } from '@rosella/testkit/problem-body'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lockPhotos } from '../../platform/database/photo-lock'
import { deleteOrphanPhotos } from './delete-old-files'

const run = promisify(execFile)
const WEEK = 7 * 86_400
let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

/** Replaces a folder with a file, so that even root cannot write below it. */
async function whileBroken<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const path = join(app.dataDir, 'photos', folder)
  await rename(path, `${app.dataDir}/away`)
  await writeFile(path, 'in the way')
  try {
    return await work()
  } finally {
    await rm(path)
    await rename(`${app.dataDir}/away`, path)
  }
}
async function castOne(username: string) {
  const [person] = await app.members(username)
  if (!person) throw new Error('no cast')
  return person
}
const decide = (photo: string, approved: boolean) =>
  app.admin.try('POST /api/admin/photo-decision', { photo, approved })
const unavailable = { status: 503, body: problemBody('unavailable') }
/** Only the operator can fix a missing folder, so the reply doesn't suggest trying again soon. */
const misconfigured = { status: 500, body: problemBody('misconfigured') }

describe('a failing store', () => {
  test.each(['private/tmb', 'private/lg'])('leaves no row and no file of an upload (%s)', async (folder) => {
    const anna = await castOne('Anna')
    const photo = await testPhoto(1)
    expect(await whileBroken(folder, () => anna.tryUpload(photo))).toEqual(misconfigured)
    expect(await anna.call('GET /api/photos')).toEqual([])
    await assertPhotosInOrder(app)
    await anna.upload(photo)
    await assertPhotosInOrder(app)
  })

  test.each(['public/tmb', 'public/lg'])(
    'keeps a photo in the queue if it cannot be published (%s)',
    async (folder) => {
      const ben = await castOne('Ben')
      const name = await ben.upload(await testPhoto(2))
      const entries = () => app.db.selectFrom('audit').select('id').execute()
      const before = await entries()
      expect(await whileBroken(folder, () => decide(name, true))).toEqual(misconfigured)
      expect(await ben.call('GET /api/photos')).toMatchObject([{ approved: null, main: false }])
      expect(await entries()).toEqual(before)
      expect((await fetch(`${app.url}/media/tmb/${name}.jpg`)).status).toBe(404)
      await deleteOrphanPhotos(app.server.services)()
      await assertPhotosInOrder(app)
    },
  )

  test('doesn’t prevent a deletion: the photo is gone immediately, its files a week later', async () => {
    const cara = await castOne('Cara')
    const name = await cara.upload(await testPhoto(3))
    const cleanUp = deleteOrphanPhotos(app.server.services)
    const { status } = await whileBroken('public/tmb', () => cara.try('DELETE /api/photo', { photo: name }))
    expect(status).toBe(200)
    expect(await cara.call('GET /api/photos')).toEqual([])
    expect(await photoFiles(app)).toContain(`private/lg/${name}.jpg`)
    app.clock.advance(3601)
    expect(await cleanUp()).toEqual({ removed: 0, moved: 0 })
    app.clock.advance(WEEK)
    expect(await cleanUp()).toEqual({ removed: 1, moved: 0 })
    await assertPhotosInOrder(app)
  })

  test('doesn’t prevent a rejection: the photo is a 404 immediately, and the cleanup job hides its files', async () => {
    const dora = await castOne('Dora')
    const name = await dora.upload(await testPhoto(4))
    await decide(name, true)
    expect((await whileBroken('private/lg', () => decide(name, false))).status).toBe(200)
    expect((await fetch(`${app.url}/media/lg/${name}.jpg`)).status).toBe(404)
    expect(await deleteOrphanPhotos(app.server.services)()).toEqual({ removed: 0, moved: 1 })
    await assertPhotosInOrder(app)
  })
})

/** Needs permission to mount; otherwise the two tests above cover the same with another error. */
async function onFullDisk<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const path = join(app.dataDir, 'photos', folder)
  await run('mount', ['-t', 'tmpfs', '-o', 'size=8k', 'none', path])
  try {
    return await work()
  } finally {
    await run('umount', [path])
  }
}
const mayMount = await run('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'none', '/mnt']).then(
  () => true,
  () => false,
)

describe('a failed upload', () => {
  test.skipIf(!mayMount).each(['private/tmb', 'private/lg'])(
    'because of a full disk leaves nothing (%s)',
    async (folder) => {
      const fay = await castOne('Fay')
      const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
      const large = sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#fff', noise } })
      const bytes = await large.jpeg({ quality: 95 }).toBuffer()
      expect(await onFullDisk(folder, () => fay.tryUpload(bytes))).toEqual(unavailable)
      expect(await fay.call('GET /api/photos')).toEqual([])
      await assertPhotosInOrder(app)
      await fay.upload(bytes)
      await assertPhotosInOrder(app)
    },
  )

  test('that is cut off leaves nothing', async () => {
    const gina = await castOne('Gina')
    const bytes = await testPhoto(20)
    await cutUpload(gina, bytes.subarray(0, bytes.length / 2))
    await gina.upload(bytes)
    expect(await gina.call('GET /api/photos')).toHaveLength(1)
    await assertPhotosInOrder(app)
  })
})

/** A connection that closes before the form is complete. */
async function cutUpload({ email, token }: Person, bytes: Buffer): Promise<void> {
  const field = (name: string, value: string) =>
    `--cut\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const file = '--cut\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n'
  const request = http.request(`${app.url}/api/photos`, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=cut', 'content-length': 100_000 },
  })
  const ended = new Promise((resolve) => request.on('error', resolve).on('close', resolve))
  const half = Buffer.concat([Buffer.from(field('email', email) + field('token', token) + file), bytes])
  await new Promise((resolve) => request.write(half, resolve))
  request.destroy()
  await ended
}

describe('the cleanup job', () => {
  test('deletes files without a row after a week, and nothing younger', async () => {
    const { photos } = app.server.services
    const cleanUp = deleteOrphanPhotos(app.server.services)
    const files = { tmb: Buffer.from('t'), lg: Buffer.from('l') }
    const [old, young] = ['o'.repeat(24), 'y'.repeat(24)] as const
    /** By the site's clock, which earlier tests have moved. */
    const put = async (name: string) => {
      await photos.put(name, files)
      for (const size of ['tmb', 'lg']) {
        const file = join(app.dataDir, 'photos/private', size, `${name}.jpg`)
        await utimes(file, app.clock.now(), app.clock.now())
      }
    }
    await put(old)
    app.clock.advance(3600)
    await put(young)
    expect(await cleanUp()).toEqual({ removed: 0, moved: 0 })
    app.clock.advance(WEEK - 60)
    expect(await cleanUp()).toEqual({ removed: 0, moved: 0 })
    app.clock.advance(60)
    expect(await cleanUp()).toEqual({ removed: 1, moved: 0 })
    expect((await photoFiles(app)).filter((file) => /ooo|yyy/.test(file))).toEqual([
      `private/lg/${young}.jpg`,
      `private/tmb/${young}.jpg`,
    ])
    await photos.remove(young)
    await assertPhotosInOrder(app)
  })

  test('keeps the files of photos deleted during a backup until the backup ends', async () => {
    const hana = await castOne('Hana')
    const cleanUp = deleteOrphanPhotos(app.server.services)
    const name = await hana.upload(await testPhoto(5))
    const letGo = await lockPhotos(app.db)
    await hana.call('DELETE /api/photo', { photo: name })
    expect(await hana.call('GET /api/photos')).toEqual([])
    app.clock.advance(3601)
    await cleanUp()
    app.clock.advance(WEEK)
    expect(await cleanUp()).toEqual({ removed: 0, moved: 0 })
    expect(await photoFiles(app)).toContain(`private/lg/${name}.jpg`)
    await letGo()
    expect(await cleanUp()).toEqual({ removed: 1, moved: 0 })
    await assertPhotosInOrder(app)
  })

  test('a dead backup does not keep files for long', async () => {
    const ida = await castOne('Ida')
    const name = await ida.upload(await testPhoto(6))
    await lockPhotos(app.db)
    await app.db.updateTable('photo_lock').set({ until_ts: 1 }).execute()
    await ida.call('DELETE /api/photo', { photo: name })
    await assertPhotosInOrder(app)
    await (await lockPhotos(app.db))()
    expect(await app.db.selectFrom('photo_lock').selectAll().execute()).toEqual([])
  })

  test('moves photos that a crash left in the wrong area, even half moved ones', async () => {
    const ella = await castOne('Ella')
    const names = []
    for (let n = 0; n < 4; n++) names.push(await ella.upload(await testPhoto(10 + n)))
    const [shown, waiting, half, right] = names as [string, string, string, string]
    for (const name of [shown, half, right]) await decide(name, true)
    const { photos } = app.server.services
    await photos.hide(shown)
    await photos.publish(waiting)
    const home = join(app.dataDir, 'photos')
    await rename(join(home, `public/tmb/${half}.jpg`), join(home, `private/tmb/${half}.jpg`))
    const cleanUp = deleteOrphanPhotos(app.server.services)
    expect(await cleanUp()).toEqual({ removed: 0, moved: 3 })
    await assertPhotosInOrder(app)
    expect(await cleanUp()).toEqual({ removed: 0, moved: 0 })
  })
})
