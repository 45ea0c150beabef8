import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Person } from '@rosella/testkit/person'
import { say } from '@rosella/testkit/received'
import { strictLog } from '@rosella/testkit/strict-log'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../../app'
import { newPhotoName } from '../../platform/secret'
import { deleteOrphanPhotos } from '../photos/delete-old-files'
import { demoSettings, removeDemoMembers } from './demo-members'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres' })
})
afterAll(() => app.close())

const photoFiles = async () =>
  (await readdir(join(app.dataDir, 'photos'), { recursive: true })).filter((name) => name.endsWith('.jpg'))

/** The same site, started in production mode. */
async function startInProduction(): Promise<string> {
  const site = await createApp({ ...app.config, production: true }, { log: strictLog().log, print: () => {} })
  const outcome = await site.listen().then(
    () => 'started',
    (error: Error) => error.message,
  )
  await site.close()
  return outcome
}

test('refuses to start in production until the demo members and their data are removed', async () => {
  const [anna, demo, moved] = (await app.members(
    { username: 'Anna', photos: 1 },
    { username: 'Bella', email: 'resident-7@rosella.example', photos: 2 },
    { username: 'Ben', photos: 1 },
  )) as [Person, Person, Person]
  // His address has changed, but the town recorded his id.
  const values = { key: demoSettings.members, value: JSON.stringify([demo.id, moved.id]) }
  await app.db.insertInto('setting').values(values).execute()
  for (const one of [demo, moved]) {
    await say(await one.socket(), anna, 'Hello')
    await one.call('POST /api/user-action', { action: 'like', recipient_id: anna.id })
  }
  await anna.call('POST /api/report-user', { recipient_id: demo.id, report_reason: 'Under 18' })
  // Anna's photo, and copies of the photos in the report, which stay.
  const sealed = await app.db.selectFrom('evidence_photo').select('name').execute()
  const kept = 2 + 2 * sealed.length
  expect(await photoFiles()).toHaveLength(kept + 6)

  const refusal = await startInProduction()
  expect(refusal).toContain('npm run remove-demo')
  expect(refusal).toContain('demo town')

  expect(await removeDemoMembers(app.server.services)).toBe(2)
  const left = await app.db.selectFrom('account').select('email').orderBy('member_id').execute()
  expect(left.map(({ email }) => email)).toEqual([app.admin.email, anna.email])
  for (const table of ['message', 'relation'] as const)
    expect(await app.db.selectFrom(table).selectAll().execute()).toEqual([])
  expect(await photoFiles()).toHaveLength(kept)
  // The report is closed, because nobody is left to decide about.
  expect(await app.db.selectFrom('report').select(['state', 'outcome']).execute()).toEqual([
    { state: 'closed', outcome: 'dismissed' },
  ])
  expect((await demo.try('GET /api/user')).status).toBe(401)
  expect((await anna.try('GET /api/user')).status).toBe(200)

  expect(await startInProduction()).toBe('started')
  expect(await removeDemoMembers(app.server.services)).toBe(0)
})

test('the cleanup job deletes upload files without a row after a week, as left by a killed demo town', async () => {
  const { photos } = app.server.services
  const before = await photoFiles()
  await photos.put(newPhotoName(), { tmb: Buffer.from('small'), lg: Buffer.from('large') })
  expect(await removeDemoMembers(app.server.services)).toBe(0)
  expect(await photoFiles()).toHaveLength(before.length + 2)
  const cleanUp = deleteOrphanPhotos(app.server.services)
  app.clock.advance(3601)
  expect(await cleanUp()).toEqual({ removed: 0, moved: 0 })
  app.clock.advance(7 * 86_400)
  expect(await cleanUp()).toEqual({ removed: 1, moved: 0 })
  expect(await photoFiles()).toEqual(before)
})
