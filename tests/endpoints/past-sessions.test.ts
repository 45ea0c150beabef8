import { testPhoto } from '@rosella/testkit/members'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type Attempt, attempts } from './attempts'
import { send, sessionOf, write } from './http-request'
import { openPermissionMembers, type PermissionMembers, type Who } from './permission-members'

/**
 * Makes every call with a session that ends during the slow part of the call: hashing a password, reading an image or
 * storing a file. The call must not commit anything.
 */
let cast: PermissionMembers
let picture: Buffer
beforeAll(async () => {
  cast = await openPermissionMembers()
  picture = await testPhoto(1)
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => cast.close())

/** Returns the outcome if the call had a slow part, and whether anything but the session has changed. */
async function endedMeanwhile({ endpoint, input }: Attempt, who: Who) {
  const { app, snapshot } = cast
  const { passwords, images, photos } = app.server.services
  const person = cast.people[who]
  const mine = () => app.db.selectFrom('session').where('member_id', '=', person.id)
  const rows = await mine().selectAll().execute()
  const logged = await app.db.selectFrom('revocation').select('id').execute()
  let isReached = false
  const endFirst = async () => {
    if (isReached) return
    isReached = true
    await app.db.deleteFrom('session').where('member_id', '=', person.id).execute()
  }
  const [verify, hash, process, put] = [passwords.verify, passwords.hash, images.process, photos.put]
  vi.spyOn(passwords, 'verify').mockImplementation(async (...args) => {
    await endFirst()
    return verify(...args)
  })
  vi.spyOn(passwords, 'hash').mockImplementation(async (...args) => {
    await endFirst()
    return hash(...args)
  })
  vi.spyOn(images, 'process').mockImplementation(async (...args) => {
    await endFirst()
    return process(...args)
  })
  vi.spyOn(photos, 'put').mockImplementation(async (...args) => {
    await endFirst()
    return put(...args)
  })
  const fields = { ...sessionOf(person), ...input(cast.things(who, 'own')) }
  const sent = write(endpoint, fields, endpoint.carries === 'upload' ? picture : undefined)
  const { outcome } = await send(app, sent)
  vi.restoreAllMocks()
  if (isReached) {
    const left = await mine().selectAll().execute()
    for (const { id, ...row } of rows.filter((one) => !left.some(({ id }) => id === one.id)))
      await sql`insert into session (id, ${sql.join(Object.keys(row).map((key) => sql.ref(key)))})
        overriding system value values (${id}, ${sql.join(Object.values(row))})`.execute(app.db)
    // The end of the session was logged for a restored backup.
    await sql`delete from revocation where kind = 'session' and not id = any(${logged.map(({ id }) => id)})`.execute(
      app.db,
    )
  }
  const hasChanged = await snapshot.hasChanged()
  if (hasChanged) await snapshot.restore()
  return isReached ? { outcome, hasChanged } : undefined
}

test('a call whose session ends while it runs commits nothing', async () => {
  const outcomes: Record<string, unknown> = {}
  const guarded = attempts.filter(({ endpoint }) => endpoint.access !== 'public' && endpoint.method !== 'GET')
  for (const attempt of guarded) {
    for (const who of ['premium', 'admin'] as const) {
      const found = await endedMeanwhile(attempt, who)
      if (found) outcomes[attempt.name] = found
    }
  }
  const refused = { outcome: 'session.none', hasChanged: false }
  expect(outcomes).toEqual({
    'POST /api/change-email': refused,
    'POST /api/change-password': refused,
    'POST /api/photos': refused,
    'POST /api/reauthenticate': refused,
    'POST /api/settings-change-password': refused,
  })
}, 180_000)
