import { giveRole } from '@rosella/testkit/give-role'
import type { Person } from '@rosella/testkit/person'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres' })
})
afterAll(() => app.close())

const changeRole = (by: Person, member: Person, role: string | null) =>
  by.try('POST /api/admin/member', { id: member.id, role })

test('[P3 §13] of two admins who demote each other concurrently one stays an admin', async () => {
  const [anna, ben] = (await app.members('Anna', 'Ben')) as [Person, Person]
  const outcomes: number[][] = []
  for (let round = 0; round < 32; round++) {
    await giveRole(app, anna, 'admin')
    await giveRole(app, ben, 'admin')
    const to = round % 2 ? null : 'moderator'
    const answers = await Promise.all([changeRole(anna, ben, to), changeRole(ben, anna, to)])
    outcomes.push(answers.map(({ status }) => status).sort())
    const roles = [anna, ben].map(async (person) => (await person.call('GET /api/user')).role)
    expect((await Promise.all(roles)).filter((role) => role === 'admin')).toHaveLength(1)
  }
  expect(new Set(outcomes.map(String))).toEqual(new Set(['200,403']))
})

test('[P3 §13] a moderator cannot ban a member who becomes an admin concurrently', async () => {
  const [mona] = (await app.members('Mona')) as [Person]
  await giveRole(app, mona, 'moderator')
  for (let round = 0; round < 32; round++) {
    const [anna] = (await app.members('Anna')) as [Person]
    await giveRole(app, anna, 'moderator')
    await changeRole(app.admin, anna, null)
    const [banned, named] = await Promise.all([
      mona.try('POST /api/admin/member', { id: anna.id, status: 4, reason: 'Spam' }),
      changeRole(app.admin, anna, 'admin'),
    ])
    // The later call is refused: a banned member gets no role, and a moderator can't ban an admin.
    expect([banned.status, named.status]).toEqual(banned.status === 200 ? [200, 400] : [403, 200])
  }
})
