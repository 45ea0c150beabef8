import type { Person } from '@rosella/testkit/person'
import { problemBody } from '@rosella/testkit/problem-body'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../../app'
import { isOlder, version } from './minimum-version'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres' })
})
afterAll(() => app.close())

const setMinimum = (minimum: string) =>
  sql`insert into setting (key, value) values ('minimum_version', to_jsonb(${minimum}::text))
    on conflict (key) do update set value = excluded.value`.execute(app.db)
const statusOf = async (path: string) => (await fetch(app.url + path)).status

test('compares versions by their numbers', () => {
  const pairs = [
    ['0.9.0', '0.10.0'],
    ['1.2.3', '1.2.4'],
    ['1.2', '1.2.1'],
    ['1.9.9', '2.0.0-beta'],
  ] as const
  for (const [older, newer] of pairs) {
    expect(isOlder(older, newer)).toBe(true)
    expect(isOlder(newer, older)).toBe(false)
    expect(isOlder(older, older)).toBe(false)
  }
})

test('a process whose version is enough starts and serves', async () => {
  await setMinimum(version)
  const { url, close } = await app.second()
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  await close()
  expect(await statusOf('/readyz')).toBe(200)
})

test('[D §11] an outdated process does not start, and a running one serves nothing more, not even a log-in', async () => {
  const [anna] = (await app.members('Anna')) as [Person]
  const [socket, stream] = [await anna.socket(), await anna.stream()]
  const disconnected = new Promise((resolve) => socket.once('disconnect', resolve))
  const other = await app.second()
  app.expectErrors()
  await setMinimum('99.0.0')
  await expect(createApp(app.config, { log: app.server.services.log })).rejects.toThrow(
    `This database needs version 99.0.0 or newer, and this is ${version}.`,
  )
  // The probe checks immediately.
  expect(await (await fetch(`${app.url}/readyz`)).json()).toMatchObject({
    ready: false,
    database: true,
    version: false,
  })
  const { email, password } = anna
  const logIn = await anna.elsewhere().try('POST /api/login', { email, password })
  expect(logIn).toEqual({ status: 503, body: problemBody('unavailable') })
  expect((await anna.try('GET /api/user')).status).toBe(503)
  expect(await statusOf('/')).toBe(503)
  expect(await statusOf('/healthz')).toBe(503)
  await Promise.all([disconnected, stream.closed])
  await expect(anna.socket()).rejects.toThrow()
  // Without a probe, a process notices within five seconds.
  await expect
    .poll(async () => (await anna.elsewhere(other.url).try('GET /api/user')).status, {
      timeout: 10_000,
      interval: 250,
    })
    .toBe(503)
  await other.close()
}, 30_000)
