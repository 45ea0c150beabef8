import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signUpPerson, testPhoto } from '@rosella/testkit/cast'
import { endProcess } from '@rosella/testkit/child-process'
import { Person } from '@rosella/testkit/person'
import { say } from '@rosella/testkit/received'
import { freshPostgresDatabase, redisUrl } from '@rosella/testkit/services'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildPrevious, hasPrevious, PREVIOUS } from './previous-release/build'
import { withoutNewerNames } from './previous-release/newer-names'
import { openServer, type ServerProcess } from './server-process'

/**
 * What people do, through the release before: everything that writes into the common tables. Answers who they are, for
 * another process to be asked about them.
 */
async function live(url: string, round: string): Promise<[Person, Person]> {
  const nobody = new Person(url)
  const wishes = [
    { username: 'Anna', email: `anna-${round}@rosella.test` },
    { username: 'Ben', email: `ben-${round}@rosella.test` },
  ]
  const [anna, ben] = (await Promise.all(wishes.map((wish) => signUpPerson(url, wish, nobody)))) as [
    Person,
    Person,
  ]
  await anna.upload(await testPhoto(round.length))
  await anna.call('POST /api/profile-auto-save', { key: 'tagline', value: `Round ${round}` })
  await anna.call('POST /api/preferences', { age_min: 20 })
  await anna.call('POST /api/saved-search', { name: 'Mine', filters: { age_min: '30' } })
  for (const [from, to] of [
    [anna, ben],
    [ben, anna],
  ] as const) {
    for (const action of ['like', 'rose', 'fav'])
      await from.call('POST /api/user-action', { action, recipient_id: to.id })
    await from.call('GET /api/view-profile', { url_hash: to.url_hash })
  }
  const socket = await anna.socket()
  await say(socket, ben, `Hello in round ${round}`)
  socket.disconnect()
  await ben.call('POST /api/report-user', { recipient_id: anna.id, report_reason: 'Something else' })
  await anna.call('GET /api/users', { filter: 'newest' })
  await anna.call('GET /api/search', {})
  return [anna, ben]
}

/** All that was done is there through another process, also by logging in anew. */
async function assertThere(
  url: string,
  [anna, ben]: readonly [Person, Person],
  round: string,
): Promise<void> {
  const there = ben.elsewhere(url)
  Object.assign(there, await there.call('POST /api/login', { email: ben.email, password: ben.password }))
  expect(await there.call('GET /api/view-profile', { url_hash: anna.url_hash })).toMatchObject({
    user: { tagline: `Round ${round}` },
  })
  expect(JSON.stringify(await there.call('GET /api/messages'))).toContain(`Hello in round ${round}`)
  expect((await there.call('GET /api/users', { filter: 'matched' })).users.map(({ id }) => id)).toEqual([
    anna.id,
  ])
  expect(await anna.elsewhere(url).call('GET /api/photos')).toHaveLength(1)
}

// A checkout without history has no release before; there the schema is held by the tests of migrations alone (0054).
if (hasPrevious()) {
  describe(`[issue 23] the release before (${PREVIOUS}) and this one on one database`, () => {
    let dir: string
    let main: string
    let env: Record<string, string>
    let database: Awaited<ReturnType<typeof freshPostgresDatabase>>
    const running: ServerProcess[] = []
    const open = async (program?: string) => {
      const server = await openServer(env, program)
      running.push(server)
      return server
    }
    const stop = (server: ServerProcess) => endProcess(server.child, 'SIGTERM')

    beforeAll(async () => {
      dir = await mkdtemp(join(tmpdir(), 'rosella-previous-'))
      main = await buildPrevious(dir)
    })
    beforeEach(async () => {
      database = await freshPostgresDatabase()
      env = {
        DATABASE_URL: database.url,
        REDIS_URL: redisUrl(),
        REDIS_PREFIX: `previous-${randomUUID().slice(0, 8)}`,
        DATA_DIR: join(dir, 'data'),
        TRUST_PROXY: '1',
      }
    })
    afterEach(async () => {
      for (const { child } of running.splice(0)) await endProcess(child, 'SIGKILL')
      await database.drop()
    })
    afterAll(() => rm(dir, { recursive: true, force: true }))

    test('upgraded while it runs, both serve; and it starts again on the newest schema', async () => {
      const before = await open(main)
      const first = await live(before.url, 'before')
      const now = await open()
      await assertThere(now.url, first, 'before')
      // It has not been stopped: it writes into the schema of the next.
      const second = await live(before.url, 'beside')
      await assertThere(now.url, second, 'beside')
      await assertThere(before.url, await live(now.url, 'new'), 'new')
      await stop(before)
      const again = await withoutNewerNames(database.url, main, () => open(main))
      await assertThere(again.url, second, 'beside')
      await assertThere(now.url, await live(again.url, 'back'), 'back')
      for (const server of [before, now, again])
        expect(`${server.errors()}${server.output()}`).not.toMatch(/"level":50/)
    }, 240_000)
  })
}
