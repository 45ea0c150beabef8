import { cp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openBucket } from '@rosella/testkit/bucket'
import type { Person } from '@rosella/testkit/person'
import { problemBody } from '@rosella/testkit/problem-body'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { newPhotoName } from '../../platform/secret'

const DAY = 86_400
const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.close()
  vi.unstubAllEnvs()
})

type Kind = 'disk' | 'S3'

/** A site, and another one with an empty database on the same photo store. */
async function openSites(kind: Kind) {
  const bucket = kind === 'S3' ? await openBucket() : undefined
  if (bucket) opened.push(bucket)
  // The SDK reads its keys from the environment.
  for (const [key, value] of Object.entries(bucket?.env ?? {})) vi.stubEnv(key, value)
  const open = async () => {
    const app = await openTestApp({ env: bucket?.env })
    opened.push(app)
    return app
  }
  const first = await open()
  const openOther = async () => {
    const other = await open()
    // Test databases are copies of one template; a new database has a mark of its own.
    await other.db.deleteFrom('site_secret').where('name', '=', 'photo-store').execute()
    const folder = (app: TestApp) => join(app.dataDir, 'photos')
    if (!bucket) await cp(folder(first), folder(other), { recursive: true, preserveTimestamps: true })
    return other
  }
  return { first, openOther }
}

const cleanUp = (app: TestApp) => app.server.jobs.runPeriodic('delete-orphan-photos')
const stateOf = async (app: TestApp) => (await app.admin.call('GET /api/admin/system')).photo_cleanup
async function storedNames({ server }: TestApp): Promise<string[]> {
  const names: string[] = []
  for await (const { name } of server.services.photos.listing()) names.push(name)
  return names.sort()
}
const files = { tmb: Buffer.from('t'), lg: Buffer.from('l') }
async function putOrphans(app: TestApp, count: number): Promise<string[]> {
  const names = Array.from({ length: count }, newPhotoName)
  for (const name of names) await app.server.services.photos.put(name, files)
  return names
}
/** Runs the job as if on many days. */
async function cleanUpFor(app: TestApp, days: number): Promise<void> {
  for (let day = 0; day <= days; day++) {
    await cleanUp(app)
    app.clock.advance(DAY)
  }
}

describe.each(['disk', 'S3'] as const)('[D §11] photo cleanup in a store of kind %s', (kind) => {
  test.each(kind === 'disk' ? (['before', 'after'] as const) : (['after'] as const))(
    'an empty database deletes no photo of another one (started %s the first cleanup)',
    async (when) => {
      const { first, openOther } = await openSites(kind)
      await first.members({ username: 'Anna', photos: 3 }, { username: 'Ben', photos: 2 })
      if (when === 'after') await cleanUp(first)
      const photos = await storedNames(first)
      expect(photos).toHaveLength(5)
      const other = await openOther()
      await cleanUpFor(other, 20)
      expect(await storedNames(other)).toEqual(photos)
      expect(await stateOf(other)).toEqual({ state: 'foreign', photos: 5, orphans: 5 })
    },
  )

  test('deletes a photo without a row after 7 days, and none that got its row meanwhile', async () => {
    const { first: app } = await openSites(kind)
    const [anna] = (await app.members({ username: 'Anna', photos: 3 })) as [Person]
    const own = await storedNames(app)
    const [orphan] = (await putOrphans(app, 1)) as [string]
    app.clock.advance(2 * 3600)
    await cleanUpFor(app, 6)
    expect(await storedNames(app)).toContain(orphan)
    app.clock.advance(3600)
    await cleanUp(app)
    expect(await storedNames(app)).toEqual(own)
    expect(await stateOf(app)).toBeNull()
    expect(await anna.call('GET /api/photos')).toHaveLength(3)
  })

  test('never deletes sealed evidence, even if the database has lost its rows', async () => {
    const { first, openOther } = await openSites(kind)
    const [anna, ben] = (await first.members('Anna', { username: 'Ben', photos: 3 })) as [Person, Person]
    await anna.call('POST /api/report-user', { recipient_id: ben.id, report_reason: 'Something else' })
    const evidence = await first.db.selectFrom('evidence_photo').select('name').execute()
    expect(evidence).toHaveLength(3)
    const other = await openOther()
    await cleanUp(other)
    // An admin takes the store over and confirms everything.
    await other.admin.call('POST /api/admin/photo-cleanup', { state: 'foreign', orphans: 3 })
    await cleanUpFor(other, 8)
    await other.admin.call('POST /api/admin/photo-cleanup', { state: 'waiting', orphans: 3 })
    await cleanUpFor(other, 1)
    expect(await storedNames(other)).toEqual(evidence.map(({ name }) => name).sort())
  })
})

test('[D §11] photo cleanup deletes more than 5 % only after an admin’s confirmation', async () => {
  const { first: app } = await openSites('disk')
  await app.members({ username: 'Anna', photos: 3 })
  const own = await storedNames(app)
  await cleanUp(app)
  const lost = await putOrphans(app, 3)
  app.clock.advance(2 * 3600)
  await cleanUpFor(app, 20)
  expect(await storedNames(app)).toEqual([...own, ...lost].sort())
  const shown = { state: 'waiting', photos: 6, orphans: 3 } as const
  expect(await stateOf(app)).toEqual(shown)
  const confirm = (input: { state: string; orphans: number }) =>
    app.admin.try('POST /api/admin/photo-cleanup', input)
  for (const input of [
    { state: 'waiting', orphans: 2 },
    { state: 'foreign', orphans: 3 },
  ])
    expect(await confirm(input)).toEqual({ status: 409, body: problemBody('cleanup.changed') })
  // One that becomes an orphan later is not part of the confirmation.
  const [later] = (await putOrphans(app, 1)) as [string]
  expect((await confirm({ state: 'waiting', orphans: 3 })).status).toBe(200)
  expect((await confirm({ state: 'waiting', orphans: 3 })).status).toBe(409)
  await cleanUp(app)
  expect(await storedNames(app)).toEqual([...own, later].sort())
  const { items } = await app.admin.call('GET /api/admin/audit')
  expect(items[0]).toMatchObject({ action: 'photos.clean-up', after: { state: 'waiting', orphans: 3 } })
})

test('[D §9] only an admin confirms the cleanup of photos', async () => {
  const { first: app } = await openSites('disk')
  const [anna] = (await app.members('Anna')) as [Person]
  const input = { state: 'foreign', orphans: 0 } as const
  expect((await anna.try('POST /api/admin/photo-cleanup', input)).status).toBe(403)
  expect(await readdir(join(app.dataDir, 'photos'))).toEqual(['private', 'public'])
})
