import { testPhoto } from '@rosella/testkit/members'
import { assertPhotosInOrder } from '@rosella/testkit/photos-in-order'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'

let app: TestApp
let seed = 0
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres' })
})
afterEach(() => assertPhotosInOrder(app))
afterAll(() => app.close())

async function uploaded(username: string) {
  const [person] = await app.members(username)
  if (!person) throw new Error('no cast')
  const name = await person.upload(await testPhoto(++seed))
  const urls = async () => {
    const [photo] = await person.call('GET /api/photos')
    return { tmb: photo?.tmb_url ?? '', lg: photo?.lg_url ?? '' }
  }
  return { name, urls }
}
const decide = (photo: string, approved: boolean) =>
  app.admin.call('POST /api/admin/photo-decision', { photo, approved })
const statusOf = async (path: string) => (await fetch(app.url + path)).status
async function answerOf(path: string) {
  const response = await fetch(app.url + path)
  return [response.status, await response.text(), response.headers.get('cache-control')]
}

describe('[D §6] only approved photos are public', () => {
  test('a private photo and an unknown one get the same reply', async () => {
    const { name } = await uploaded('Anna')
    const unknown = await answerOf(`/media/lg/${'x'.repeat(24)}.jpg`)
    expect(unknown[0]).toBe(404)
    expect(await answerOf(`/media/lg/${name}.jpg`)).toEqual(unknown)
    expect(await answerOf(`/media/tmb/${name}.jpg?exp=99999999999&sig=AAAA`)).toEqual(unknown)
    await decide(name, false)
    expect(await answerOf(`/media/lg/${name}.jpg`)).toEqual(unknown)
  })

  test('approving publishes both sizes, rejecting hides them, and approving again publishes them', async () => {
    const { name, urls } = await uploaded('Bella')
    for (const approved of [true, false, true]) {
      await decide(name, approved)
      for (const size of ['tmb', 'lg'] as const) {
        expect(await statusOf(`/media/${size}/${name}.jpg`)).toBe(approved ? 200 : 404)
        expect(await statusOf((await urls())[size])).toBe(200)
      }
    }
    expect(await urls()).toEqual({ tmb: `/media/tmb/${name}.jpg`, lg: `/media/lg/${name}.jpg` })
  })

  test('a signed URL works for 15 minutes and not a second longer', async () => {
    const { urls } = await uploaded('Cara')
    const { lg } = await urls()
    const exp = Number(new URLSearchParams(lg.split('?')[1]).get('exp'))
    app.clock.advance(exp - app.clock.now() - 5)
    expect(await statusOf(lg)).toBe(200)
    app.clock.advance(10)
    expect(await statusOf(lg)).toBe(404)
    expect(await statusOf((await urls()).lg)).toBe(200)
  })

  test('a signature is valid for one file and one expiry time', async () => {
    const [{ name: other }, { name, urls }] = [await uploaded('Dora'), await uploaded('Ella')]
    const { lg, tmb } = await urls()
    const query = (url: string) => url.slice(url.indexOf('?'))
    const later = lg.replace(/exp=(\d+)/, (_, exp) => `exp=${Number(exp) + 60}`)
    for (const path of [
      `/media/lg/${name}.jpg${query(tmb)}`,
      `/media/lg/${other}.jpg${query(lg)}`,
      later,
      lg.replace('sig=', 'sig=A'),
      `${lg}&exp=1`,
      lg.replace(/&sig=.*/, ''),
    ])
      expect(await statusOf(path), path).toBe(404)
    expect(await statusOf(lg)).toBe(200)
  })

  test.each([
    'lg/..%2f..%2fdatabase',
    'lg/short.jpg',
    'private/aaaaaaaaaaaaaaaaaaaaaaaa.jpg',
    'lg/aaaaaaaaaaaaaaaaaaaaaaaa.svg',
    'lg/aaaaaaaaaaaaaaaaaaaaaaaa',
  ])('/media/%s is a 404', async (path) => {
    expect(await statusOf(`/media/${path}`)).toBe(404)
  })
})

test('revalidates a cached public photo without reading its file; a rejected one is a 404 again', async () => {
  const { name, urls } = await uploaded('Hetty')
  const ask = async (path: string, tag?: string) => {
    const headers: Record<string, string> = tag ? { 'if-none-match': tag } : {}
    const answer = await fetch(app.url + path, { headers })
    return [answer.status, answer.headers.get('etag'), (await answer.arrayBuffer()).byteLength > 0]
  }
  expect((await ask((await urls()).tmb)).slice(0, 2)).toEqual([200, null])
  await decide(name, true)
  const path = `/media/tmb/${name}.jpg`
  const etag = `"${name}-tmb"`
  expect(await ask(path)).toEqual([200, etag, true])
  const { photos } = app.server.services
  const read = vi.spyOn(photos, 'read')
  for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*'])
    expect(await ask(path, tag)).toEqual([304, etag, false])
  expect(read).not.toHaveBeenCalled()
  read.mockRestore()
  for (const tag of ['"other"', `"${name}-lg"`]) expect(await ask(path, tag)).toEqual([200, etag, true])
  await decide(name, false)
  expect((await ask(path, etag))[0]).toBe(404)
})

describe('after a crash', () => {
  test('an approved photo with private files is published on request', async () => {
    const { name } = await uploaded('Fay')
    await decide(name, true)
    await app.server.services.photos.hide(name)
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => statusOf(`/media/${n % 2 ? 'lg' : 'tmb'}/${name}.jpg`)),
    )
    expect(answers).toEqual(Array(8).fill(200))
  })

  test('an unapproved photo with public files stays a 404', async () => {
    const { name, urls } = await uploaded('Gina')
    const { photos } = app.server.services
    await photos.publish(name)
    expect(await statusOf(`/media/lg/${name}.jpg`)).toBe(404)
    expect(await statusOf((await urls()).lg)).toBe(200)
    await photos.hide(name)
  })
})
