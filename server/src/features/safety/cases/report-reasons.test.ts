import type { Person } from '@rosella/testkit/person'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** [P3 §6] Report severities belong to a reason's identity, not to its words. */
let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

const settings = async () => {
  const { items } = await app.admin.call('GET /api/admin/settings')
  const { value, keys = [] } = items.find(({ key }) => key === 'report_reasons') ?? {}
  return { words: value as string[], keys }
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

test('other words for a reason leave its cases as urgent as they were', async () => {
  const before = await severityOf('Under 18')
  expect(before.severity).toBe(3)
  const { words, keys } = await settings()
  expect(keys).toHaveLength(words.length)

  // As the admin's page sends it: renamed, moved to the front, and one more beside it.
  const at = words.indexOf('Under 18')
  const [others, otherKeys] = [words.toSpliced(at, 1), keys.toSpliced(at, 1)]
  expect((await save(['A child', 'Spam', ...others], [keys[at] ?? null, null, ...otherKeys])).status).toBe(
    200,
  )
  expect((await severityOf('A child')).severity).toBe(3)
  expect((await severityOf('Spam')).severity).toBe(1)

  // As a script does that knows words alone.
  const now = (await settings()).words
  await save(now.map((one) => (one === 'A child' ? 'Looks like a child' : one)))
  expect((await severityOf('Looks like a child')).severity).toBe(3)
  // The words of a grave reason given to another one do not make it grave.
  await save((await settings()).words.map((one) => (one === 'Spam' ? 'Under 18' : one)))
  expect((await severityOf('Under 18')).severity).toBe(1)

  // What came before keeps its words and its urgency.
  const { report } = await app.admin.call('GET /api/admin/report', { id: before.id })
  expect(report).toMatchObject({ reason: 'Under 18', severity: 3 })
})

test('keys that are unknown, used twice or too few are refused', async () => {
  for (const keys of [['made up', null], ['fake', 'fake'], ['fake']]) {
    expect((await save(['One', 'Two'], keys)).status).toBe(400)
  }
})

test('the transparency report counts a renamed reason once, in its latest words', async () => {
  const from = app.clock.now() + 10
  app.clock.advance(20)
  await severityOf('Asking for money')
  await save((await settings()).words.map((one) => (one === 'Asking for money' ? 'Wants money' : one)))
  app.clock.advance(20)
  await severityOf('Wants money')
  const { reports } = await app.admin.call('GET /api/admin/transparency', { from, to: from + 100 })
  expect(reports.map(({ reason, received }) => [reason, received])).toEqual([['Wants money', 2]])
})
