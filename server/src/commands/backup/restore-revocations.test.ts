import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Authenticator } from '@rosella/testkit/authenticator'
import { addPasskey } from '@rosella/testkit/passkey'
import type { Person } from '@rosella/testkit/person'
import { photoFiles } from '@rosella/testkit/photos-in-order'
import { freshPostgresDatabase } from '@rosella/testkit/services'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../../app'
import { openPostgres } from '../../platform/adapters/database/postgres'
import type { Config } from '../../platform/config'
import { openPhotos } from '../../platform/open-services'
import { openBackup, photosIn, restoreBackup } from './restore-backup'
import { backUpSite } from './run-backup'

let app: TestApp
let dir: string
let erased: Person
let changed: Person
let left: Person
let photos: string[]
const NEW_PASSWORD = 'Quiet-wombats-79'
const cleanUp: (() => Promise<void>)[] = []

/** After the backup one member is erased, one changes the password and removes a passkey, and one logs out. */
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'rosella-revoked-'))
  app = await openTestApp({ on: 'postgres' })
  const people = await app.members({ username: 'Anna', photos: 2 }, 'Ben', { username: 'Cara', photos: 1 })
  ;[erased, changed, left] = people as [Person, Person, Person]
  photos = (await erased.call('GET /api/photos')).map(({ filename }) => filename)
  await app.server.jobs.runPeriodic('make-photo-sizes')
  await addPasskey(changed, new Authenticator(), 'Phone')
  await backUpSite(app.config, join(dir, 'backup'))
  await erased.call('DELETE /api/account')
  const [passkey] = (await changed.call('GET /api/passkeys')).passkeys
  await changed.call('POST /api/passkey-delete', { id: passkey?.id })
  await changed.call('POST /api/settings-change-password', { current: changed.password, new: NEW_PASSWORD })
  await left.elsewhere().call('POST /api/logout')
  await app.server.jobs.runPeriodic('log-revocations')
}, 60_000)
afterAll(async () => {
  for (const clean of cleanUp.reverse()) await clean()
  await app.close()
  await rm(dir, { recursive: true, force: true })
})

/** Restores the backup to another database with the same photo store, and starts the site there. */
async function restore(keepSessions: boolean) {
  const { url, drop } = await freshPostgresDatabase()
  const target = await openPostgres(url, { connections: 1 })
  const store = await openPhotos(app.config.photos)
  const backup = await openBackup(join(dir, 'backup'))
  const parts = { db: target.db, unlimited: target.unlimited, photos: store }
  const options = { replace: true, revoke: { keepSessions } }
  const applied = await restoreBackup(parts, backup, photosIn(backup), options)
  await target.close()
  const { log, clock, passwords } = app.server.services
  const database = {
    kind: 'postgres' as const,
    url,
    connections: 5,
    replicaUrl: undefined,
    keepStatements: true,
  }
  const config: Config = { ...app.config, events: { kind: 'memory' as const }, database }
  const server = await createApp(config, { log, clock, passwords, withoutPeriodicJobs: true })
  const address = (await server.listen()).replace('localhost', '127.0.0.1')
  cleanUp.push(drop, () => server.close())
  return { applied, server, at: (person: Person) => person.elsewhere(address) }
}
const logIn = async (person: Person, password: string) =>
  (await Object.assign(person, { token: '' }).try('POST /api/login', { email: person.email, password }))
    .status

test('[D §8] a restored backup brings back no erased member, removed passkey, old password or session', async () => {
  const { applied, server, at } = await restore(false)
  expect(applied).toMatchObject({ members: 1, photos: expect.arrayContaining(photos) })
  for (const person of [erased, changed, left, app.admin])
    expect((await at(person).try('GET /api/user')).status, person.username).toBe(401)
  expect(await logIn(at(erased), erased.password)).toBe(404)
  expect(await logIn(at(changed), changed.password)).not.toBe(200)
  expect(await logIn(at(left), left.password)).toBe(200)
  const passkeys = await server.services.db
    .selectFrom('passkey')
    .where('member_id', '=', changed.id)
    .select('ended_ts')
    .execute()
  expect(passkeys).toEqual([{ ended_ts: expect.any(Number) }])
  expect((await photoFiles(app)).filter((file) => photos.some((name) => file.includes(name)))).toEqual([])
  // A backup has no derived sizes, so the job makes them again.
  const sizes = () =>
    server.services.db.selectFrom('photo').where('member_id', '=', left.id).select('has_sizes').execute()
  expect(await sizes()).toEqual([{ has_sizes: false }])
  await server.jobs.runPeriodic('make-photo-sizes')
  expect(await sizes()).toEqual([{ has_sizes: true }])
  app.clock.advance(61)
  await expect
    .poll(() => server.services.db.selectFrom('member').where('id', '=', erased.id).select('id').execute(), {
      timeout: 15_000,
    })
    .toEqual([])
}, 60_000)

test('with --keep-sessions everyone stays logged in, except in sessions that ended since', async () => {
  const { at } = await restore(true)
  expect((await at(app.admin).try('GET /api/user')).status).toBe(200)
  expect((await at(left).try('GET /api/user')).status).toBe(401)
  expect((await at(erased).try('GET /api/user')).status).toBe(401)
}, 60_000)
