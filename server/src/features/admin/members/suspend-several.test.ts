import { randomUUID } from 'node:crypto'
import { giveRole } from '@rosella/testkit/give-role'
import type { Person } from '@rosella/testkit/person'
import { scene } from '@rosella/testkit/pictures'
import { problemBody } from '@rosella/testkit/problem-body'
import { reauthenticate } from '@rosella/testkit/reauthenticate'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
let mona: Person
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres' })
  mona = (await app.members('Mona'))[0] as Person
  await giveRole(app, mona, 'moderator')
})
afterAll(() => app.close())

let waves = 0
/** Members with addresses on one domain. */
async function wave(size: number): Promise<{ members: Person[]; address: string; ids: number[] }> {
  const domain = `wave${waves++}.example`
  const wishes = Array.from({ length: size }, (_, n) => ({ username: 'Wanda', email: `w${n}@${domain}` }))
  const members = await app.members(...wishes)
  return { members, address: `*@${domain}`, ids: members.map(({ id }) => id) }
}

type Conditions = Parameters<typeof find>[0]
const find = (input: { joined_from?: number; joined_to?: number; address?: string; photos_like?: number }) =>
  mona.call('GET /api/admin/bulk-candidates', input)
const foundIds = async (input: Conditions) => (await find(input)).items.map(({ id }) => id)
const suspend = (ids: number[], batch: string = randomUUID(), by = mona) =>
  by.call('POST /api/admin/bulk-suspend', { batch, ids, reason: ' Sent in bulk ' })
const statusOf = async (id: number) => (await app.admin.call('GET /api/admin/member', { id })).member.status
const entriesOf = async (id: number) =>
  (await app.admin.call('GET /api/admin/audit', { member_id: id })).items.map(({ after }) => after)

test('previews the members who fit the sign-up time, the address and shared photos, without staff and those already out', async () => {
  const since = app.clock.now()
  app.clock.advance(60)
  const { members, address, ids } = await wave(4)
  const [ada, bea, cat, dot] = members as [Person, Person, Person, Person]
  app.clock.advance(60)
  const picture = async (quality: number) => (await scene(815, 700, 500)).jpeg({ quality }).toBuffer()
  await ada.upload(await picture(90))
  const [eve] = (await app.members('Eve')) as [Person]
  await eve.upload(await picture(50))
  const newestFirst = [...ids].sort((a, b) => b - a)

  expect((await foundIds({ address })).sort((a, b) => b - a)).toEqual(newestFirst)
  expect(await foundIds({ address: address.toUpperCase() })).toHaveLength(4)
  expect(await foundIds({ address: address.replace('*', 'w1*') })).toEqual([bea.id])
  expect(await foundIds({ address: address.replace('*', 'w_') })).toEqual([])
  expect(await foundIds({ address: bea.email })).toEqual([bea.id])
  expect(await foundIds({ joined_from: since + 1, joined_to: since + 90 })).toEqual(newestFirst)
  expect(await foundIds({ joined_from: since + 90, address })).toEqual([])
  expect((await foundIds({ photos_like: eve.id })).sort()).toEqual([ada.id, eve.id].sort())
  expect(await foundIds({ photos_like: ada.id, address })).toEqual([ada.id])

  await app.admin.call('POST /api/admin/member', { id: cat.id, status: 4, reason: 'Scam' })
  await giveRole(app, dot, 'moderator')
  const left = await find({ address })
  expect([left.items.map(({ id }) => id).sort(), left.out, left.more]).toEqual([[ada.id, bea.id], 1, false])
  await app.admin.call('POST /api/admin/member', { id: dot.id, role: null })
})

test('refuses conditions that would scan every member, and a period that ends before it begins', async () => {
  const conditions = problemBody('bulk.conditions')
  const now = app.clock.now()
  for (const input of [
    {},
    { address: '*' },
    { address: '*scam*' },
    { address: 'ab*cd' },
    { joined_from: now - 40 * 86_400 },
    { joined_to: now },
  ])
    expect(await mona.try('GET /api/admin/bulk-candidates', input)).toEqual({ status: 400, body: conditions })
  expect(
    (await mona.try('GET /api/admin/bulk-candidates', { joined_from: now, joined_to: now })).body,
  ).toEqual(problemBody('period.invalid'))
  const bad = { batch: randomUUID(), ids: [1], reason: '  ' }
  expect((await mona.try('POST /api/admin/bulk-suspend', bad)).body).toEqual(problemBody('bulk.reason'))
})

test('[P3 §13] suspends a wave once, with one audit entry each, and never staff, oneself or those already out', async () => {
  const { members, ids } = await wave(5)
  const [ada, bea, cat, dot, eve] = members as [Person, Person, Person, Person, Person]
  await app.admin.call('POST /api/admin/member', { id: cat.id, status: 4, reason: 'Scam' })
  await app.admin.call('POST /api/admin/member', { id: bea.id, status: 3, reason: 'Rude' })
  await giveRole(app, dot, 'moderator')
  await eve.call('DELETE /api/account', { password: eve.password })
  const batch = randomUUID()
  const all = [...ids, ada.id, mona.id, app.admin.id, 999_999]
  expect(await suspend(all, batch)).toEqual({ suspended: 1 })
  expect(await suspend(all, batch)).toEqual({ suspended: 0 })
  expect(await entriesOf(ada.id)).toEqual([
    { status: 3, status_reason: 'Sent in bulk', status_until_ts: null, status_report_id: null, batch },
  ])
  expect([await statusOf(bea.id), await statusOf(cat.id), await statusOf(dot.id)]).toEqual([3, 4, 2])
  expect((await mona.try('GET /api/admin/members')).status).toBe(200)
  // The suspension explains itself at the log-in, and ends the session.
  expect((await ada.try('GET /api/user')).status).toBe(401)
  const login = await ada.try('POST /api/login', { email: ada.email, password: ada.password })
  expect([login.status, login.body.message]).toEqual([
    400,
    expect.stringContaining('Your account is suspended. Reason: Sent in bulk.'),
  ])
  await app.admin.call('POST /api/admin/member', { id: dot.id, role: null })
})

test('an undo restores exactly the members that the action suspended and nobody has changed since', async () => {
  const { members, ids } = await wave(6)
  const [ada, bea, cat, dot, eve, flo] = members as [Person, Person, Person, Person, Person, Person]
  await app.admin.call('POST /api/admin/member', { id: flo.id, status: 3, reason: 'Rude' })
  await app.admin.call('POST /api/admin/member', { id: eve.id, premium: true })
  await eve.call('POST /api/deactivate-account')
  const batch = randomUUID()
  const until_ts = app.clock.now() + 10 * 86_400
  const reason = 'A wave'
  expect(await mona.call('POST /api/admin/bulk-suspend', { batch, ids, reason, until_ts })).toEqual({
    suspended: 5,
  })
  await reauthenticate(app.admin)
  await app.admin.call('POST /api/admin/member', { id: bea.id, status: 4, reason: 'Scam' })
  // Lifted and suspended again in the same words, by a decision of its own.
  await app.admin.call('POST /api/admin/member', { id: cat.id, status: 2 })
  await app.admin.call('POST /api/admin/member', { id: cat.id, status: 3, reason, until_ts })
  // Notes are no change of status.
  await app.admin.call('POST /api/admin/member', { id: dot.id, notes: 'Looked at' })
  const listed = async () =>
    (await mona.call('GET /api/admin/bulk-suspensions')).items.find((one) => one.batch === batch)
  expect(await listed()).toMatchObject({
    moderator: 'Mona',
    reason,
    until_ts,
    suspended: 5,
    restored: 0,
    left: 3,
  })
  const statuses = () => Promise.all([ada, bea, cat, dot, eve, flo].map(({ id }) => statusOf(id)))
  expect(await mona.call('POST /api/admin/bulk-undo', { batch })).toEqual({
    restored: 3,
    more: false,
  })
  expect(await statuses()).toEqual([2, 4, 3, 2, 5, 3])
  expect(await mona.call('POST /api/admin/bulk-undo', { batch })).toEqual({ restored: 0, more: false })
  expect(await listed()).toMatchObject({ suspended: 5, restored: 3, left: 0 })
  expect(await entriesOf(ada.id)).toMatchObject([
    { status: 2, batch },
    { status: 3, batch },
  ])
  const login = await ada.elsewhere().call('POST /api/login', { email: ada.email, password: ada.password })
  expect(login.id).toBe(ada.id)
})

test('needs a recent authentication', async () => {
  const { ids } = await wave(1)
  app.clock.advance(16 * 60)
  const refused = await mona.try('POST /api/admin/bulk-suspend', { batch: randomUUID(), ids, reason: 'Spam' })
  expect([refused.status, refused.body]).toMatchObject([403, { code: 'access.reauthenticate' }])
  await reauthenticate(mona)
  expect(await suspend(ids)).toEqual({ suspended: 1 })
})

test('concurrent runs suspend each member once, and concurrent undos restore each once', async () => {
  await reauthenticate(app.admin)
  await reauthenticate(mona)
  const { ids } = await wave(12)
  const reversedIds = [...ids].reverse()
  const [one, two] = [randomUUID(), randomUUID()]
  const runs = await Promise.all([
    suspend(ids, one),
    suspend(reversedIds, two, app.admin),
    suspend(reversedIds, one),
    suspend(ids, two, app.admin),
    ...ids.map((id) => app.admin.try('POST /api/admin/member', { id, notes: 'Meanwhile' })),
  ])
  const suspended = runs.slice(0, 4).map((run) => ('suspended' in run ? run.suspended : 0))
  expect(suspended.reduce((sum, n) => sum + n)).toBe(12)
  const batches = (entries: unknown[]) => entries.filter((after) => (after as { batch?: string }).batch)
  for (const id of ids) expect(batches(await entriesOf(id))).toHaveLength(1)
  const undone = await Promise.all(
    [one, two, one, two].map((batch, n) =>
      (n % 2 ? mona : app.admin).call('POST /api/admin/bulk-undo', { batch }),
    ),
  )
  expect(undone.reduce((sum, { restored }) => sum + restored, 0)).toBe(12)
  for (const id of ids) {
    expect(await statusOf(id)).toBe(2)
    expect(batches(await entriesOf(id))).toHaveLength(2)
  }
})

test('a member who is banned, erased or appointed while a run or an undo is under way keeps that', async () => {
  await reauthenticate(app.admin)
  await reauthenticate(mona)
  for (let round = 0; round < 8; round++) {
    const { members, ids } = await wave(3)
    const [ada, bea, cat] = members as [Person, Person, Person]
    const batch = randomUUID()
    await giveRole(app, cat, 'moderator')
    await app.admin.call('POST /api/admin/member', { id: cat.id, role: null })
    const [, , , role] = await Promise.all([
      suspend(ids, batch).catch(() => {}),
      app.admin.try('POST /api/admin/member', { id: ada.id, status: 4, reason: 'Scam' }),
      bea.try('DELETE /api/account', { password: bea.password }),
      app.admin.try('POST /api/admin/member', { id: cat.id, role: 'moderator' }),
    ])
    expect(await statusOf(ada.id)).toBe(4)
    // The later one is refused: a suspended member gets no role, and staff are not suspended.
    expect(await statusOf(cat.id)).toBe(role.status === 200 ? 2 : 3)
    await suspend([cat.id], batch).catch(() => {})
    await Promise.all([
      mona.try('POST /api/admin/bulk-undo', { batch }),
      app.admin.try('POST /api/admin/member', { id: cat.id, status: 4, reason: 'Scam' }),
    ])
    expect([await statusOf(ada.id), await statusOf(cat.id)]).toEqual([4, 4])
  }
}, 60_000)

test('after 30 days a bulk suspension can no longer be undone together', async () => {
  await reauthenticate(mona)
  const { ids } = await wave(1)
  const batch = randomUUID()
  await suspend(ids, batch)
  app.clock.advance(31 * 86_400)
  const { email, password } = mona
  const { token } = await mona.elsewhere().call('POST /api/login', { email, password })
  Object.assign(mona, { token })
  expect(await mona.call('POST /api/admin/bulk-undo', { batch })).toEqual({ restored: 0, more: false })
  expect((await mona.call('GET /api/admin/bulk-suspensions')).items).toEqual([])
})
