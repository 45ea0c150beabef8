import type { Person } from '@rosella/testkit/person'
import { mailTo, signUpSecondAdmin, twoAdmins } from '@rosella/testkit/second-admin'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
let second: Person
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres', env: twoAdmins })
  second = await signUpSecondAdmin(app)
})
afterAll(() => app.close())

async function reported() {
  const [anna, ben] = (await app.members('Anna', 'Ben')) as [Person, Person]
  await anna.call('POST /api/report-user', { recipient_id: ben.id, report_reason: 'Under 18' })
  const report_id = (await anna.call('GET /api/my-reports')).reports[0]?.id ?? 0
  return { anna, ben, report_id }
}
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort()
const count = async (action: string, member: Person) =>
  (
    await app.db
      .selectFrom('audit')
      .where('action', '=', action)
      .where('member_id', '=', member.id)
      .select('id')
      .execute()
  ).length

test('[D §9] of two concurrent decisions about a case one succeeds, with one email to each side', async () => {
  for (let round = 0; round < 5; round++) {
    const { anna, ben, report_id } = await reported()
    const decide = (admin: Person, outcome: string) =>
      admin.try('POST /api/admin/report-decision', { report_id, outcome })
    const answers = await Promise.all([
      decide(app.admin, 'banned'),
      decide(second, 'suspended'),
      decide(app.admin, 'suspended'),
      decide(second, 'banned'),
    ])
    expect(statuses(answers)).toEqual([200, 409, 409, 409])
    expect(await count('report.decide', ben)).toBe(1)
    await mailTo(app, anna, 'Your report has been closed')
    await mailTo(app, ben, 'Your account')
    const emails = await app.mail()
    const to = ({ email }: Person) => emails.filter((mail) => mail.to?.[0]?.address === email).length
    // Sign-up sent the first one.
    expect([to(anna), to(ben)]).toEqual([2, 2])
  }
})

test('[D §9] of two moderators who take a case concurrently one gets it', async () => {
  const { ben, report_id } = await reported()
  const take = (admin: Person) => admin.try('POST /api/admin/report-take', { report_id, action: 'take' })
  expect(statuses(await Promise.all([take(app.admin), take(second)]))).toEqual([200, 409])
  expect(await count('report.take', ben)).toBe(1)
})

test('concurrent copies of an appeal are stored once and decided once', async () => {
  const { ben, report_id } = await reported()
  await app.admin.call('POST /api/admin/report-decision', { report_id, outcome: 'banned' })
  const { text = '' } = await mailTo(app, ben, 'Your account has been banned')
  const key = /key=([\w-]+)/.exec(text)?.[1]
  const visitor = Object.assign(ben.elsewhere(), { token: '' })
  const sent = await Promise.all(
    Array.from({ length: 6 }, () => visitor.try('POST /api/appeal', { report_id, key, text: 'Please' })),
  )
  expect(statuses(sent)).toEqual([200, 409, 409, 409, 409, 409])
  const decided = await Promise.all(
    [true, false, true].map((upheld) => second.try('POST /api/admin/appeal-decision', { report_id, upheld })),
  )
  expect(statuses(decided)).toEqual([200, 409, 409])
  expect(await count('appeal.decide', ben)).toBe(1)
})

test('[D §9] of two admins who ban each other concurrently one remains', async () => {
  const ban = (from: Person, to: Person) =>
    from.try('POST /api/admin/member', { id: to.id, status: 4, reason: 'Gone mad' })
  const answers = await Promise.all([ban(app.admin, second), ban(second, app.admin)])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const left = await app.db
    .selectFrom('member')
    .where('id', 'in', [app.admin.id, second.id])
    .where('status', '=', 2)
    .select('id')
    .execute()
  expect(left).toHaveLength(1)
})
