import type { Person } from '@rosella/testkit/person'
import { signUpSecondAdmin, twoAdmins } from '@rosella/testkit/second-admin'
import { openTestHouse, type TestHouse } from '@rosella/testkit/test-house'
import { afterAll, beforeAll, expect, test } from 'vitest'

let house: TestHouse
let admin: Person
beforeAll(async () => {
  house = await openTestHouse({ env: twoAdmins })
  admin = await signUpSecondAdmin(house)
})
afterAll(() => house.close())

/** As someone would who has the admin's session: acting as a member, with a stream and a socket open. */
async function actAs(member: Person) {
  const { token } = await admin.call('POST /api/admin/impersonate', { id: member.id })
  const guise = Object.assign(member.elsewhere(), { token })
  const [stream, socket] = [await guise.stream(), await guise.socket()]
  return { guise, stream, socket }
}

const password = 'Correct-Horse-10'

test.each([
  [
    'changes their password',
    () => admin.call('POST /api/change-password', { password, repeatPassword: password }),
  ],
  ['ends their other sessions', () => admin.call('DELETE /api/session', { others: true })],
] as const)('[D3] an admin who %s is no longer acting as anybody anywhere', async (_what, change) => {
  const [anna] = (await house.cast('Anna')) as [Person]
  const { guise, stream, socket } = await actAs(anna)
  expect((await guise.try('GET /api/user')).status).toBe(200)
  await change()
  expect((await guise.try('GET /api/user')).status).toBe(401)
  await stream.closed
  await expect.poll(() => socket.connected).toBe(false)
  // Their own session, in which they asked for it, goes on.
  expect((await admin.try('GET /api/user')).status).toBe(200)
  expect((await anna.try('GET /api/user')).status).toBe(200)
})
