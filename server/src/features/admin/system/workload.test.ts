import { giveRole } from '@rosella/testkit/give-role'
import { testPhoto } from '@rosella/testkit/members'
import type { Person } from '@rosella/testkit/person'
import { mailTo, signUpSecondAdmin, twoAdmins } from '@rosella/testkit/second-admin'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'

const HOUR = 3600
let app: TestApp
let second: Person
let moderator: Person
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres', env: { ...twoAdmins, METRICS_TOKEN: 'metrics-token' } })
  second = await signUpSecondAdmin(app)
  const [mona] = (await app.members('Mona')) as [Person]
  moderator = await giveRole(app, mona, 'moderator')
})
afterAll(() => app.close())

async function report(from: Person, to: Person, report_reason = 'Something else'): Promise<number> {
  await from.call('POST /api/report-user', { recipient_id: to.id, report_reason })
  return (await from.call('GET /api/my-reports')).reports[0]?.id ?? 0
}
const decide = (staff: Person, report_id: number, outcome = 'dismissed') =>
  staff.call('POST /api/admin/report-decision', { report_id, outcome: outcome as 'dismissed' })
const workload = (staff: Person) => staff.call('GET /api/admin/workload')

test('the workload counts what arrives and is decided, how long it waits, and who decides, without names', async () => {
  const [anna, ben, carl, dora] = (await app.members('Anna', 'Ben', 'Carl', 'Dora')) as [
    Person,
    Person,
    Person,
    Person,
  ]
  const before = await workload(app.admin)
  const cases = [await report(anna, ben), await report(anna, carl), await report(anna, dora)] as const
  await anna.upload(await testPhoto(3))
  app.clock.advance(HOUR)
  await decide(app.admin, cases[0])
  await decide(second, cases[1], 'warned')
  app.clock.advance(3 * HOUR)
  await decide(second, cases[2])
  const photo =
    (await app.admin.call('GET /api/admin/photos', { state: 'awaiting' })).items[0]?.filename ?? ''
  await app.admin.call('POST /api/admin/photo-decision', { photo, approved: true })
  const text = (await mailTo(app, carl, 'A warning')).text ?? ''
  const key = /key=([\w-]+)/.exec(text)?.[1]
  await carl.call('POST /api/appeal', { report_id: cases[1], key, text: 'It was not me' } as never)
  app.clock.advance(2 * HOUR)
  await app.admin.call('POST /api/admin/appeal-decision', { report_id: cases[1], upheld: true })

  const seen = await workload(app.admin)
  expect(seen.days).toHaveLength(14)
  const sum = (read: typeof seen, what: 'arrived' | 'decided', queue: 'photos' | 'reports' | 'appeals') =>
    read.days.reduce((total, day) => total + day[what][queue], 0)
  const grown = (what: 'arrived' | 'decided', queue: 'photos' | 'reports' | 'appeals') =>
    sum(seen, what, queue) - sum(before, what, queue)
  expect([grown('arrived', 'reports'), grown('decided', 'reports')]).toEqual([3, 3])
  expect([grown('arrived', 'photos'), grown('decided', 'photos')]).toEqual([1, 1])
  expect([grown('arrived', 'appeals'), grown('decided', 'appeals')]).toEqual([1, 1])
  // The clock also runs while the test does.
  const hours = (seconds: number | null) => seconds && Math.round((seconds / HOUR) * 10) / 10
  const waits = seen.queues.map((one) => [
    one.queue,
    hours(one.median_seconds),
    hours(one.slowest_tenth_seconds),
  ])
  expect(waits).toEqual([
    ['photos', 4, 4],
    ['verifications', null, null],
    ['reports', 1, 4],
    ['appeals', 2, 2],
  ])
  const own = seen.staff.filter((one) => one.own)
  expect(own).toMatchObject([{ decided: { reports: 1, appeals: 1 } }])
  expect(seen.staff.filter((one) => !one.own)).toMatchObject([{ decided: { reports: 2, appeals: 0 } }])
  for (const person of [app.admin, second])
    expect(JSON.stringify(seen)).not.toContain(person.username || '""')
  // The same numbers, from the other side.
  expect((await workload(second)).staff.filter((one) => one.own)).toMatchObject([{ decided: { reports: 2 } }])
})

test('[P3 §13] staff find no case about themselves in the workload, and moderators none about staff', async () => {
  const [rita] = (await app.members('Rita')) as [Person]
  const arrived = async (staff: Person) =>
    (await workload(staff)).days.reduce((total, day) => total + day.arrived.reports, 0)
  const before = await Promise.all([app.admin, second, moderator].map(arrived))
  const id = await report(rita, app.admin)
  await decide(second, id)
  const after = await Promise.all([app.admin, second, moderator].map(arrived))
  expect(after.map((count, at) => count - (before[at] ?? 0))).toEqual([0, 1, 0])
  expect((await workload(moderator)).staff.find((one) => one.own)).toBeUndefined()
})

test('the metrics have the age of the oldest urgent case that is open', async () => {
  const [anna, ben] = (await app.members('Una', 'Vic')) as [Person, Person]
  const oldest = async () => {
    const headers = { authorization: 'Bearer metrics-token' }
    const text = await (await fetch(`${app.url}/metrics`, { headers })).text()
    return Number(/^rosella_queue_oldest_seconds\{queue="urgent_reports"\} (\d+)/m.exec(text)?.[1])
  }
  await report(anna, ben)
  app.clock.advance(9 * HOUR)
  expect(await oldest()).toBe(0)
  const id = await report(anna, ben, 'Under 18')
  app.clock.advance(25 * HOUR)
  expect(await oldest()).toBeGreaterThan(24 * HOUR)
  await decide(second, id)
  expect(await oldest()).toBe(0)
})
