import type { Person } from '@rosella/testkit/person'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** [P3 §6] Severity belongs to a reason's identity, not to its wording. */
let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

const settings = async () => {
  const { items } = await app.admin.call('GET /api/admin/settings')
  const { value, keys = [] } = items.find(({ key }) => key === 'report_reasons') ?? {}
  return { labels: value as string[], keys }
}
const save = (value: string[], keys?: (string | null)[]) =>
  app.admin.try('POST /api/admin/settings', { key: 'report_reasons', value, ...(keys ? { keys } : {}) })
const offered = async () => (await app.admin.call('GET /api/settings')).report_reasons

async function severityOf(report_reason: string) {
  await expect.poll(offered).toContain(report_reason)
  const [anna, ben] = (await app.members('Anna', 'Ben')) as [Person, Person]
  await anna.call('POST /api/report-user', { recipient_id: ben.id, report_reason })
  const [report] = (await anna.call('GET /api/my-reports')).reports
  const { report: asAdmin } = await app.admin.call('GET /api/admin/report', { id: report?.id })
  return { severity: asAdmin.severity, reason: asAdmin.reason, id: asAdmin.id }
}

test('renaming a reason does not change the severity of its reports', async () => {
  const before = await severityOf('Under 18')
  expect(before.severity).toBe(3)
  const { labels, keys } = await settings()
  expect(keys).toHaveLength(labels.length)

  // As the admin page sends it: renamed, moved to the front, and with a new reason after it.
  const at = labels.indexOf('Under 18')
  const [others, otherKeys] = [labels.toSpliced(at, 1), keys.toSpliced(at, 1)]
  expect((await save(['A child', 'Spam', ...others], [keys[at] ?? null, null, ...otherKeys])).status).toBe(
    200,
  )
  expect((await severityOf('A child')).severity).toBe(3)
  expect((await severityOf('Spam')).severity).toBe(1)

  // As a script sends it, without keys.
  const now = (await settings()).labels
  await save(now.map((one) => (one === 'A child' ? 'Looks like a child' : one)))
  expect((await severityOf('Looks like a child')).severity).toBe(3)
  // The text of a severe reason does not make another reason severe.
  await save((await settings()).labels.map((one) => (one === 'Spam' ? 'Under 18' : one)))
  expect((await severityOf('Under 18')).severity).toBe(1)

  // Existing reports keep their text and severity.
  const { report } = await app.admin.call('GET /api/admin/report', { id: before.id })
  expect(report).toMatchObject({ reason: 'Under 18', severity: 3 })
})

test('refuses unknown, duplicate and missing keys', async () => {
  for (const keys of [['made up', null], ['fake', 'fake'], ['fake']]) {
    expect((await save(['One', 'Two'], keys)).status).toBe(400)
  }
})

test('the transparency report counts a renamed reason once, with its latest text', async () => {
  const from = app.clock.now() + 10
  app.clock.advance(20)
  await severityOf('Asking for money')
  await save((await settings()).labels.map((one) => (one === 'Asking for money' ? 'Wants money' : one)))
  app.clock.advance(20)
  await severityOf('Wants money')
  const { reports } = await app.admin.call('GET /api/admin/transparency', { from, to: from + 100 })
  expect(reports.map(({ reason, received }) => [reason, received])).toEqual([['Wants money', 2]])
})
