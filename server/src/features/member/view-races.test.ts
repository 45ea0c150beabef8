import type { Person } from '@rosella/testkit/person'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

const ROUNDS = 4
let app: TestApp
let crowd: Person[]
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres' })
  crowd = await app.members(...Array.from({ length: 12 }, () => 'Anna'))
})
afterAll(() => app.close())

const view = (viewer: Person, member: Person) =>
  viewer.try('GET /api/view-profile', { url_hash: member.url_hash })

/** Everyone views Ben and Ben views everyone, several times, while something happens to him half-way. */
async function viewWhile(ben: Person, happens: () => Promise<{ status: number }>): Promise<Set<number>> {
  const views = () => crowd.flatMap((one) => [view(one, ben), view(ben, one)])
  const before = [...views(), ...views()]
  const event = happens()
  const answers = await Promise.all([...before, ...views(), ...views()])
  expect((await event).status).toBe(200)
  for (const one of crowd) expect((await view(one, ben)).status).toBe(404)
  return new Set(answers.map(({ status }) => status))
}

const inconsistentPairs = async () =>
  (
    await sql`
      select a.me, a.other from relation a left join relation b on b.me = a.other and b.other = a.me
      where b.me is null or (a.viewed_ts is null) <> (b.viewed_me_ts is null)`.execute(app.db)
  ).rows

test('[D §8] a member who erases their account while being viewed leaves no rows, and no view fails', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const [ben] = (await app.members('Ben')) as [Person]
    const statuses = await viewWhile(ben, () => ben.try('DELETE /api/account'))
    expect([...statuses].filter((status) => ![200, 401, 404].includes(status))).toEqual([])
    const { rows } = await sql`select from relation where me = ${ben.id} or other = ${ben.id}`.execute(app.db)
    expect(rows).toEqual([])
  }
  expect(await inconsistentPairs()).toEqual([])
}, 60_000)

test('[D §1] a member who is banned or deactivates while being viewed disappears immediately, and no view fails', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const [ben] = (await app.members({ username: 'Ben', premium: true })) as [Person]
    const leave =
      round % 2
        ? () => ben.try('POST /api/deactivate-account')
        : () => app.admin.try('POST /api/admin/member', { id: ben.id, status: 4, reason: 'A test' })
    const statuses = await viewWhile(ben, leave)
    expect([...statuses].filter((status) => ![200, 401, 404].includes(status))).toEqual([])
  }
  expect(await inconsistentPairs()).toEqual([])
}, 60_000)
