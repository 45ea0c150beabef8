import type { Person } from '@rosella/testkit/person'
import { problemBody } from '@rosella/testkit/problem-body'
import { say } from '@rosella/testkit/received'
import { assertChainWhole } from '@rosella/testkit/report-chain'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

const DAY = 86_400
let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres' })
})
afterEach(() => assertChainWhole(app))
afterAll(() => app.close())

const report = (from: Person, to: Person, info: string, report_reason = 'Asking for money') =>
  from.try('POST /api/report-user', { recipient_id: to.id, report_reason, report_reason_info: info })
const decide = (report_id: number, outcome: string) =>
  app.admin.call('POST /api/admin/report-decision', { report_id, outcome })
const openCases = async (about: Person) => {
  const { items, pages } = await app.admin.call('GET /api/admin/reports', { state: 'open' })
  for (let p = 2; p <= pages; p++)
    items.push(...(await app.admin.call('GET /api/admin/reports', { state: 'open', p })).items)
  return items.filter(({ member_id }) => member_id === about.id)
}
const read = (id: number) => app.admin.call('GET /api/admin/report', { id })

test('[D §8] a fourth report about one member is added to the open case with the same reason', async () => {
  const [anna, ben, cara] = (await app.members('Anna', 'Ben', 'Cara')) as [Person, Person, Person]
  for (const [n, reason] of ['Something else', 'Fake profile or scam', 'Asking for money'].entries())
    expect((await report(anna, ben, `No. ${n}`, reason)).status).toBe(200)
  await say(await ben.socket(), anna, 'I know where you live')
  expect((await report(anna, ben, 'Again', 'Something else')).status).toBe(200)
  expect((await report(anna, ben, 'Worse', 'Under 18')).status).toBe(200)

  const cases = await openCases(ben)
  expect(cases).toHaveLength(3)
  expect(cases[0]?.about_member).toEqual({ total: 3, open: 3 })
  const same = cases.find(({ reason }) => reason === 'Something else')?.id ?? 0
  const newest = Math.max(...cases.map(({ id }) => id))
  const { added } = await read(same)
  expect(added).toMatchObject([{ reason: 'Something else', state: 'closed', outcome: null }])
  // A new reason goes to the newest case and makes it as urgent.
  expect((await read(newest)).added).toMatchObject([{ reason: 'Under 18' }])
  expect((await read(newest)).report.severity).toBe(3)

  // The later report has its own evidence, and is decided with the case.
  const later = await read(added[0]?.id ?? 0)
  expect(later.report).toMatchObject({ added_to: same, info: 'Again' })
  expect(later.report.snapshot?.messages.map(({ text }) => text)).toEqual(['I know where you live'])
  const decision = { report_id: later.report.id, outcome: 'dismissed' }
  expect(await app.admin.try('POST /api/admin/report-decision', decision)).toMatchObject({
    status: 409,
    body: problemBody('report.closed'),
  })
  const hers = async () =>
    (await anna.call('GET /api/my-reports')).reports.map(({ reason, outcome }) => `${reason}: ${outcome}`)
  expect(await hers()).toHaveLength(5)
  await decide(same, 'warned')
  expect((await hers()).filter((line) => line === 'Something else: warned')).toHaveLength(2)
  const data = await fetch(`${app.url}/api/my-data`, {
    headers: { authorization: `Bearer ${anna.token}`, 'x-email': anna.email },
  })
  const file = unzipSync(new Uint8Array(await data.arrayBuffer()))['reports-you-made.json']
  const exported = JSON.parse(strFromU8(file ?? new Uint8Array())) as {
    info: string
    outcome: string | null
  }[]
  expect(exported.filter(({ outcome }) => outcome === 'warned').map(({ info }) => info)).toEqual([
    'No. 0',
    'Again',
  ])
  const closed = (await app.admin.call('GET /api/admin/reports', { state: 'closed' })).items
  expect(closed.map(({ id }) => id)).toContain(same)
  expect(closed.map(({ id }) => id)).not.toContain(later.report.id)

  // Another reporter, and the first one after a decision, get cases of their own.
  expect((await report(cara, ben, 'Me too')).status).toBe(200)
  expect((await report(anna, ben, 'Once more', 'Something else')).status).toBe(200)
  expect(await openCases(ben)).toHaveLength(4)
})

test('[D §8] sending an added report twice stores it once', async () => {
  const [anna, ben] = (await app.members('Anna', 'Ben')) as [Person, Person]
  for (let n = 0; n < 3; n++) await report(anna, ben, `No. ${n}`)
  for (let n = 0; n < 2; n++) expect((await report(anna, ben, 'Fourth')).status).toBe(200)
  expect((await anna.call('GET /api/my-reports')).reports).toHaveLength(4)
})

test('[D §8] concurrent reports open at most three cases, also about an erased member', async () => {
  const [anna, ben, dan] = (await app.members('Anna', 'Ben', 'Dan')) as [Person, Person, Person]
  await say(await dan.socket(), anna, 'Hello')
  await dan.call('DELETE /api/account')
  for (const accused of [ben, dan]) {
    const sent = await Promise.all(Array.from({ length: 8 }, (_, n) => report(anna, accused, `No. ${n}`)))
    expect(sent.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(await openCases(accused)).toHaveLength(3)
  }
  expect((await anna.call('GET /api/my-reports')).reports).toHaveLength(16)
})

test('[D §8] a report concurrent with the decision of a case is open or added to an open case', async () => {
  const [anna, ben] = (await app.members('Anna', 'Ben')) as [Person, Person]
  for (let n = 0; n < 3; n++) await report(anna, ben, `No. ${n}`)
  const [first] = await openCases(ben)
  await Promise.all([
    decide(first?.id ?? 0, 'dismissed'),
    ...Array.from({ length: 4 }, (_, n) => report(anna, ben, `Late ${n}`)),
  ])
  const rows = await app.db.selectFrom('report').where('member_id', '=', ben.id).selectAll().execute()
  expect(rows).toHaveLength(7)
  const open = rows.filter(({ state }) => state !== 'closed')
  expect(open.length).toBeLessThanOrEqual(3)
  const added = rows.filter(({ added_to }) => added_to !== null)
  expect(open.length + added.length).toBe(6)
})

test('[D §8] accepts 30 reports a day from one reporter, also from concurrent requests', async () => {
  const [anna, ben, cara] = (await app.members('Anna', 'Ben', 'Cara')) as [Person, Person, Person]
  for (let n = 0; n < 26; n++) expect((await report(anna, ben, `No. ${n}`)).status).toBe(200)
  const sent = await Promise.all(Array.from({ length: 8 }, (_, n) => report(anna, cara, `No. ${n}`)))
  expect(sent.filter(({ status }) => status === 200)).toHaveLength(4)
  expect(sent.find(({ status }) => status !== 200)).toMatchObject({
    status: 429,
    body: problemBody('report.daily'),
  })
  // A report that is already stored is not refused.
  expect((await report(anna, ben, 'No. 25')).status).toBe(200)
  expect((await report(ben, cara, 'Mine')).status).toBe(200)
  app.clock.advance(DAY)
  expect((await report(anna, cara, 'The next day')).status).toBe(200)
})

test('[D §8] a refused report leaves no copies of the photos, and one that is stored keeps them', async () => {
  const [anna, ben, cara] = (await app.members('Anna', 'Ben', { username: 'Cara', photos: 2 })) as [
    Person,
    Person,
    Person,
  ]
  for (let n = 0; n < 30; n++) await report(anna, ben, `No. ${n}`)
  const files = async () => {
    const names: string[] = []
    for await (const { name } of app.server.services.photos.listing()) names.push(name)
    return names.sort()
  }
  const before = await files()
  expect((await report(anna, cara, 'Too many')).status).toBe(429)
  expect(await files()).toEqual(before)
  expect((await report(ben, cara, 'Mine')).status).toBe(200)
  expect(await files()).toHaveLength(before.length + 2)
})
