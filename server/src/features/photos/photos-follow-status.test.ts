import { openBucket } from '@rosella/testkit/bucket'
import { testPhoto } from '@rosella/testkit/members'
import type { Person } from '@rosella/testkit/person'
import { photoFiles } from '@rosella/testkit/photos-in-order'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { deleteOrphanPhotos } from './delete-old-files'

/** A photo's files leave the public area when its owner's status hides photos, and return with it. */

const HOUR = 3600
type Bucket = Awaited<ReturnType<typeof openBucket>>

describe.each(['disk', 'bucket'] as const)('photos on a %s', (kind) => {
  let app: TestApp
  let bucket: Bucket | undefined
  beforeAll(async () => {
    bucket = kind === 'bucket' ? await openBucket() : undefined
    // The SDK reads its keys from the environment.
    for (const [key, value] of Object.entries(bucket?.env ?? {})) vi.stubEnv(key, value)
    app = await openTestApp({ on: 'postgres', env: bucket?.env })
  })
  afterAll(async () => {
    await app.close()
    await bucket?.close()
    vi.unstubAllEnvs()
  })

  const files = async (name: string): Promise<string[]> => {
    const all = bucket ? Object.keys(await bucket.everyPhoto()) : await photoFiles(app)
    return all
      .filter((file) => file.includes(name))
      .map((file) => file.replace(/^\//, '').split('/').slice(0, 2).join('/'))
      .sort()
  }
  const OPEN = ['public/lg', 'public/tmb']
  const SHUT = ['private/lg', 'private/tmb']
  const statusOf = async (path: string) => (await fetch(new URL(path, app.url))).status
  const pictured = async (username = 'Ben') => {
    const [person] = (await app.members({ username, photos: 1, premium: true })) as [Person]
    const [photo] = await person.call('GET /api/photos')
    return { person, name: photo?.filename ?? '' }
  }
  const setStatus = ({ id }: Person, status: number) =>
    app.admin.call('POST /api/admin/member', { id, status, reason: 'A test' })
  const logIn = (person: Person) =>
    Object.assign(person, { token: '' }).call('POST /api/login', {
      email: person.email,
      password: person.password,
    })

  const ways: Record<
    string,
    { go(person: Person): Promise<unknown>; back(person: Person): Promise<unknown> }
  > = {
    suspended: { go: (person) => setStatus(person, 3), back: (person) => setStatus(person, 2) },
    banned: { go: (person) => setStatus(person, 4), back: (person) => setStatus(person, 2) },
    deactivated: { go: (person) => person.call('POST /api/deactivate-account'), back: logIn },
  }
  test.each(Object.keys(ways))('%s, and back', async (way) => {
    const { person, name } = await pictured()
    expect([await files(name), await statusOf(`/media/lg/${name}.jpg`)]).toEqual([OPEN, 200])

    await ways[way]?.go(person)
    // The URL is a 404 immediately; the files follow.
    expect(await statusOf(`/media/lg/${name}.jpg`)).toBe(404)
    expect(await statusOf(`/media/tmb/${name}.jpg`)).toBe(404)
    await app.jobsDone()
    expect(await files(name)).toEqual(SHUT)
    expect(await statusOf(`/media/lg/${name}.jpg`)).toBe(404)
    // Moderators still see the photos.
    const { member, photos } = await app.admin.call('GET /api/admin/member', { id: person.id })
    for (const url of [member.photo_url ?? '', photos[0]?.lg_url ?? '', photos[0]?.tmb_url ?? '']) {
      expect(url).toContain('sig=')
      expect(await statusOf(url)).toBe(200)
    }

    await ways[way]?.back(person)
    await app.jobsDone()
    expect([await files(name), await statusOf(`/media/lg/${name}.jpg`)]).toEqual([OPEN, 200])
  })

  test('a photo approved meanwhile stays private too', async () => {
    const { person } = await pictured()
    const later = await person.upload(await testPhoto(person.id + 7))
    await setStatus(person, 3)
    await app.admin.call('POST /api/admin/photo-decision', { photo: later, approved: true })
    await app.jobsDone()
    expect([await files(later), await statusOf(`/media/lg/${later}.jpg`)]).toEqual([SHUT, 404])
    await setStatus(person, 2)
    await app.jobsDone()
    expect([await files(later), await statusOf(`/media/lg/${later}.jpg`)]).toEqual([OPEN, 200])
  })

  test('quick successive changes end in the last state, with every file present', async () => {
    const { person, name } = await pictured()
    for (const status of [3, 2, 4, 2, 3, 2, 4]) await setStatus(person, status)
    await app.jobsDone()
    expect(await files(name)).toEqual(SHUT)
  })

  test('the cleanup job keeps private files private and hides files that an older version left public', async () => {
    const { person, name } = await pictured()
    await app.db.updateTable('member').set({ status: 4 }).where('id', '=', person.id).execute()
    expect(await files(name)).toEqual(OPEN)
    const cleanUp = deleteOrphanPhotos(app.server.services)
    expect((await cleanUp()).moved).toBe(1)
    app.clock.advance(2 * HOUR)
    expect(await cleanUp()).toEqual({ moved: 0, removed: 0 })
    expect(await files(name)).toEqual(SHUT)
  })

  if (kind === 'disk') return

  test('an unavailable bucket does not prevent a ban; the files follow later', async () => {
    const { person, name } = await pictured()
    bucket?.be('failing')
    await setStatus(person, 4)
    await expect
      .poll(
        async () => {
          const jobs = await app.db
            .selectFrom('job')
            .where('kind', '=', 'photo-visibility')
            .selectAll()
            .execute()
          return jobs.map(({ last_error, died_ts }) => last_error !== null && died_ts === null)
        },
        { timeout: 30_000 },
      )
      .toEqual([true])
    bucket?.be('well')
    expect(await statusOf(`/media/lg/${name}.jpg`)).toBe(404)
    app.clock.advance(60)
    await app.jobsDone()
    expect(await files(name)).toEqual(SHUT)
  })
})
