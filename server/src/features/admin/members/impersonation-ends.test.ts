import type { Person } from '@rosella/testkit/person'
import { signUpSecondAdmin, twoAdmins } from '@rosella/testkit/second-admin'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
let admin: Person
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres', env: twoAdmins })
  admin = await signUpSecondAdmin(app)
})
afterAll(() => app.close())

/** Impersonates a member with the admin's session, with a stream and a socket open. */
async function actAs(member: Person) {
  const { token } = await admin.call('POST /api/admin/impersonate', {
    id: member.id,
    reason: 'They asked for help',
  })
  const impersonated = Object.assign(member.elsewhere(), { token })
  const [stream, socket] = [await impersonated.stream(), await impersonated.socket()]
  return { impersonated, stream, socket }
}

const password = 'Correct-Horse-10'

test.each([
  [
    'changes their password',
    () => admin.call('POST /api/change-password', { password, repeatPassword: password }),
  ],
  ['ends their other sessions', () => admin.call('DELETE /api/session', { others: true })],
] as const)('[D §3] impersonation ends everywhere when the admin %s', async (_what, change) => {
  const [anna] = (await app.members('Anna')) as [Person]
  const { impersonated, stream, socket } = await actAs(anna)
  expect((await impersonated.try('GET /api/user')).status).toBe(200)
  await change()
  expect((await impersonated.try('GET /api/user')).status).toBe(401)
  await stream.closed
  await expect.poll(() => socket.connected).toBe(false)
  // The admin's own session, which made the call, stays open.
  expect((await admin.try('GET /api/user')).status).toBe(200)
  expect((await anna.try('GET /api/user')).status).toBe(200)
})

test('[D §3] a password change ends all impersonation, even if a stolen session starts more concurrently', async () => {
  const crowd = await app.members(...Array.from({ length: 8 }, () => 'Anna'))
  for (let round = 0; round < 5; round++) {
    const thief = admin.elsewhere()
    thief.token = (await admin.call('POST /api/login', { email: admin.email, password })).token
    const started = crowd.map((member) =>
      thief.try('POST /api/admin/impersonate', { id: member.id, reason: 'They asked for help' }),
    )
    const changed = admin.call('POST /api/change-password', { password, repeatPassword: password })
    const answers = await Promise.all(started)
    await changed
    const alive = await Promise.all(
      answers.map(async ({ status, body }, n) =>
        status === 200
          ? (
              await Object.assign((crowd[n] as Person).elsewhere(), { token: body.token }).try(
                'GET /api/user',
              )
            ).status
          : status,
      ),
    )
    expect(alive).toEqual(crowd.map(() => 401))
  }
}, 60_000)
