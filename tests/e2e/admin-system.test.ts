import { expect, test } from 'vitest'
import { assertFine, heading, openAdminSite, toast } from './admin-desk'
import { app, visitAs } from './test-site'

openAdminSite()

test('an admin sees what was given up and has it tried again', async () => {
  const { db, clock, admin } = app
  const now = clock.now()
  await db
    .insertInto('job')
    .values({
      kind: 'access-mail',
      payload: JSON.stringify({ member_id: admin.id, key: 'verify' }),
      run_ts: now,
      created_ts: now,
      tries: 10,
      died_ts: now,
      last_error: 'The mail server answered 550 to RCPT TO.',
    })
    .execute()
  const before = (await app.mail()).length
  const { page } = await visitAs(admin, '/admin')
  await page.getByRole('link', { name: 'System' }).click()
  await heading(page, 'System')
  const jobs = page.getByRole('region', { name: 'Jobs given up' })
  await jobs
    .getByRole('row', { name: /^Access mail The mail server answered 550 to RCPT TO\. 10 / })
    .waitFor()
  await assertFine(page)
  await jobs.getByRole('button', { name: 'Retry' }).click()
  await toast(page, 'The job is tried again.')
  await page.getByText('Nothing was given up').waitFor()
  await assertFine(page)
  expect(await app.mail()).toHaveLength(before + 1)

  await page.getByRole('link', { name: 'Audit' }).click()
  const log = page.getByRole('list', { name: 'Audit log' })
  await log.getByText('Admin had a job tried again: access-mail').waitFor()
})
