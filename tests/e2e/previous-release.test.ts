import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endProcess } from '@rosella/testkit/child-process'
import { signUpPerson, testPhoto } from '@rosella/testkit/members'
import { Person } from '@rosella/testkit/person'
import { say } from '@rosella/testkit/received'
import { freshPostgresDatabase, redisUrl } from '@rosella/testkit/services'
import { totpAt } from '@rosella/testkit/two-step'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildPrevious, hasPrevious, PREVIOUS } from './previous-release/build'
import { openServer, type ServerProcess } from './server-process'

/** Calls the previous version by the route names of that time. */
const callPrevious = (person: Person, route: string, input: object = {}): Promise<Record<string, unknown>> =>
  person.call(route as never, input as never)

// Without the git history, the previous version cannot be built. The migration tests then cover the schema.
if (hasPrevious()) {
  describe(`an upgrade from ${PREVIOUS} keeps everything`, () => {
    let dir: string
    let env: Record<string, string>
    let database: Awaited<ReturnType<typeof freshPostgresDatabase>>
    let server: ServerProcess | undefined
    let anna: Person
    let ben: Person
    let secret: string
    let recoveryCodes: string[]
    let rowsBefore: Record<string, number>

    const query = async <Row extends pg.QueryResultRow>(text: string): Promise<Row[]> => {
      const client = new pg.Client({ connectionString: database.url })
      await client.connect()
      const { rows } = await client.query<Row>(text).finally(() => client.end())
      return rows
    }
    const countRows = async (): Promise<Record<string, number>> => {
      const tables = await query<{ name: string }>(
        "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
      )
      const counts = tables.map(
        ({ name }) => `select '${name}' as name, count(*)::int as rows from "${name}"`,
      )
      const counted = await query<{ name: string; rows: number }>(counts.join(' union all '))
      return Object.fromEntries(counted.map(({ name, rows }) => [name, rows]))
    }

    beforeAll(async () => {
      dir = await mkdtemp(join(tmpdir(), 'rosella-previous-'))
      const main = await buildPrevious(dir)
      database = await freshPostgresDatabase()
      env = {
        DATABASE_URL: database.url,
        REDIS_URL: redisUrl(),
        REDIS_PREFIX: `previous-${randomUUID().slice(0, 8)}`,
        DATA_DIR: join(dir, 'data'),
        TRUST_PROXY: '1',
      }
      const before = await openServer(env, main)
      const nobody = new Person(before.url)
      ;[anna, ben] = (await Promise.all(
        ['Anna', 'Ben'].map((username) =>
          signUpPerson(before.url, { username, email: `${username.toLowerCase()}@rosella.test` }, nobody),
        ),
      )) as [Person, Person]
      await anna.upload(await testPhoto(1))
      await anna.call('POST /api/profile-auto-save', { key: 'tagline', value: 'Before the upgrade' })
      await callPrevious(anna, 'POST /api/limits', { age_min: 20, smoking: ['-'], contact: 'limits' })
      await anna.call('POST /api/saved-search', { name: 'Mine', filters: { age_min: '30' } })
      await ben.call('POST /api/people-i-know', { addresses: ['cara@rosella.test'] })
      for (const [from, to] of [
        [anna, ben],
        [ben, anna],
      ] as const)
        for (const action of ['like', 'rose', 'fav'])
          await from.call('POST /api/user-action', { action, recipient_id: to.id })
      const socket = await anna.socket()
      await say(socket, ben, 'Hello before the upgrade')
      socket.disconnect()
      await ben.call('POST /api/report-user', { recipient_id: anna.id, report_reason: 'Something else' })
      secret = (await callPrevious(ben, 'POST /api/second-start')).secret as string
      const confirmed = await callPrevious(ben, 'POST /api/second-confirm', {
        code: totpAt(secret, Date.now()),
      })
      recoveryCodes = confirmed.recovery_codes as string[]
      await endProcess(before.child, 'SIGTERM')
      rowsBefore = await countRows()
      // As in a town that was seeded with its triggers switched off.
      await query(`update account set email_hash = null where member_id = ${anna.id}`)
      server = await openServer(env)
    }, 240_000)

    afterAll(async () => {
      if (server) await endProcess(server.child, 'SIGTERM')
      await database.drop()
      await rm(dir, { recursive: true, force: true })
    })

    const upgraded = (person: Person): Person => person.elsewhere(server?.url ?? '')

    test('no table loses a row that members wrote', async () => {
      const after = await countRows()
      const renamed: Record<string, string> = {
        limits: 'preferences',
        second_step: 'two_step',
        held_message: 'retained_message',
        held_key: 'retained_message_key',
        scam_hold: 'messaging_restriction',
        ticket: 'login_challenge',
        photo_hold: 'photo_lock',
        acting_change: 'impersonation_change',
        opening: 'first_message',
      }
      const dropped = ['saved_search_hit', 'member_change']
      const lost = Object.entries(rowsBefore).filter(
        ([name, rows]) =>
          rows > 0 && !dropped.includes(name) && (after[name] ?? after[renamed[name] ?? ''] ?? 0) < rows,
      )
      expect(lost).toEqual([])
    })

    test('sessions, profiles, photos, relations and messages are kept', async () => {
      expect(await upgraded(anna).call('GET /api/user')).toMatchObject({ user: { id: anna.id } })
      expect(await upgraded(ben).call('GET /api/view-profile', { url_hash: anna.url_hash })).toMatchObject({
        user: { tagline: 'Before the upgrade', sent_like: true, favourited: true, sent_roses: 1 },
      })
      expect(JSON.stringify(await upgraded(ben).call('GET /api/messages'))).toContain(
        'Hello before the upgrade',
      )
      expect(await upgraded(anna).call('GET /api/photos')).toHaveLength(1)
      const { users } = await upgraded(ben).call('GET /api/users', { filter: 'matched' })
      expect(users.map(({ id }) => id)).toEqual([anna.id])
    })

    test('preferences, the contact rule, saved searches and people I know are kept', async () => {
      expect(await upgraded(anna).call('GET /api/preferences')).toMatchObject({
        age_min: 20,
        smoking: ['-'],
        contact: 'preferences',
      })
      expect(await upgraded(anna).call('GET /api/saved-searches')).toMatchObject({
        items: [{ name: 'Mine', filters: { age_min: '30' } }],
      })
      expect(await upgraded(ben).call('GET /api/people-i-know')).toEqual({ count: 1 })
    })

    test('two-step verification that was set up before still protects the log-in', async () => {
      const stranger = new Person(server?.url ?? '')
      const first = await stranger.call('POST /api/login', { email: ben.email, password: ben.password })
      expect(first).toMatchObject({ two_step: true })
      const { ticket } = first as { ticket: string }
      expect((await stranger.try('POST /api/login-two-step', { ticket, code: '000000' })).status).toBe(400)
      expect(
        await stranger.call('POST /api/login-two-step', { ticket, code: recoveryCodes[0] ?? '' }),
      ).toMatchObject({ valid: true, id: ben.id })
    })

    test('the new version logs no error', () => {
      expect(`${server?.errors()}${server?.output()}`).not.toMatch(/"level":50/)
    })
  })
}
