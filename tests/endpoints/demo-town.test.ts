import { assertPhotosInOrder } from '@rosella/testkit/photos-in-order'
import { assertChainWhole } from '@rosella/testkit/report-chain'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Person } from '../../testkit/person'
import { fillDemoTown } from '../../tools/demo-town/fill'
import { demoPassword } from '../../tools/demo-town/log-ins'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({
    on: 'pglite',
    env: { ADMIN_EMAILS: 'admin@rosella.test,admin@rosella.example' },
  })
})
afterAll(() => app.close())

const fill = (members = 12) => fillDemoTown(app.server.services, () => {}, members)
const everyone = () =>
  app.db.selectFrom('member').select(['id', 'username', 'url_hash']).orderBy('id').execute()

test('is not built where real members live', async () => {
  const before = await everyone()
  expect(before.length).toBeGreaterThan(0)
  expect(await fill()).toBeUndefined()
  expect(await everyone()).toEqual(before)
})

test('is built once, with its accounts; a half-built one is built again', async () => {
  await app.db.deleteFrom('member').execute()
  expect(await fill(6)).toMatchObject({ members: 6 })
  const first = await everyone()
  expect(first).toHaveLength(6)
  expect(await fill()).toMatchObject({ members: 6 })
  expect(await everyone()).toEqual(first)

  await app.db
    .updateTable('setting')
    .set({ value: JSON.stringify('filling') })
    .where('key', '=', 'demo_town')
    .execute()
  expect(await fill()).toMatchObject({ members: 12 })
  const second = await everyone()
  expect(second).toHaveLength(12)
  const before = new Set(first.map(({ id }) => id))
  expect(second.filter(({ id }) => before.has(id))).toEqual([])
  await assertPhotosInOrder(app)
  // Two towns with their portraits, drawn while other tests use the CPU.
}, 120_000)

test('its three people can log in and find a lively site', async () => {
  const roles = { member: [false, false], premium: [true, false], admin: [undefined, true] } as const
  for (const [role, [premium, admin]] of Object.entries(roles)) {
    const person = new Person(app.url)
    const email = `${role}@rosella.example`
    const session = await person.call('POST /api/login', { email, password: demoPassword })
    expect(session).toMatchObject({
      status: 2,
      admin,
      uploaded_min_photos: true,
      ...(premium === undefined ? {} : { premium }),
    })
    Object.assign(person, { email, token: session.token, id: session.id })
    const { users } = await person.call('GET /api/users', { filter: 'viewed-me' })
    expect(users.length).toBeGreaterThan(0)
  }
  const admin = new Person(app.url)
  const email = 'admin@rosella.example'
  Object.assign(admin, await admin.call('POST /api/login', { email, password: demoPassword }))
  const { items } = await admin.call('GET /api/admin/reports')
  const living = items.filter(({ member, own }) => member.username !== null && !own)
  expect(living.length).toBeGreaterThan(2)
  expect(living.some(({ state, assignee_id }) => state === 'in review' && assignee_id === admin.id)).toBe(
    true,
  )
  expect(living.some(({ snapshot }) => (snapshot?.messages.length ?? 0) > 2)).toBe(true)
  await assertChainWhole(app)
  const messages = await app.db.selectFrom('message').select('id').execute()
  expect(messages.length).toBeGreaterThan(5)
})
