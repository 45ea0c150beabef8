import { mailedKey } from '@rosella/testkit/mailed-key'
import { Person } from '@rosella/testkit/person'
import { problemBody } from '@rosella/testkit/problem-body'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

const DAY = 86_400
const reader = () => new Person(app.url)

/** A member with two devices. */
async function twoDevices(username: string): Promise<[Person, Person]> {
  const [here] = (await app.members({ username, premium: true })) as [Person]
  const { email, password } = here
  const { token } = await reader().call('POST /api/login', { email, password })
  return [here, Object.assign(here.elsewhere(), { token })]
}

const ends: [why: string, (here: Person, there: Person) => Promise<unknown>][] = [
  ['ended', (here) => here.call('DELETE /api/session', { others: true })],
  [
    'password',
    (here) =>
      here.call('POST /api/settings-change-password', { current: here.password, new: 'Galah-River-77' }),
  ],
  [
    'address',
    (here) =>
      here.call('POST /api/change-email', {
        new_email: `moved-${here.id}@example.com`,
        password: here.password,
      }),
  ],
  [
    'confirmed',
    async (here) =>
      reader().call('POST /api/login', { email: here.email, hash: await mailedKey(app, here, 'link') }),
  ],
  [
    'status',
    (here) => app.admin.call('POST /api/admin/member', { id: here.id, status: 3, reason: 'Rude messages' }),
  ],
  ['closed', (here) => here.call('POST /api/deactivate-account', { password: here.password })],
]

test.each(ends)('[P3 §12] a call after the session ended says why: %s', async (why, end) => {
  const [here, there] = await twoDevices('Anna')
  await end(here, there)
  const { status, body } = await there.try('GET /api/user')
  expect([status, body]).toEqual([401, { ...problemBody('session.none'), values: { why } }])
})

test('[P3 §12] an expired session says so, before and after it is deleted, and a made-up token has no reason', async () => {
  const [here] = await twoDevices('Ben')
  app.clock.advance(31 * DAY)
  const expired = { status: 401, body: { ...problemBody('session.none'), values: { why: 'expired' } } }
  expect(await here.try('GET /api/user')).toEqual(expired)
  await app.server.jobs.runPeriodic('delete-expired')
  expect(await here.try('GET /api/user')).toEqual(expired)
  app.clock.advance(91 * DAY)
  await app.server.jobs.runPeriodic('delete-expired')
  expect((await here.try('GET /api/user')).body).toEqual(problemBody('session.none'))
  const stranger = Object.assign(here.elsewhere(), { token: 'f'.repeat(64) })
  expect((await stranger.try('GET /api/user')).body).toEqual(problemBody('session.none'))
})
