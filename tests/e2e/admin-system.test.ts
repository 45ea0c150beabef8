import { expect, test } from 'vitest'
import { assertFine, heading, openAdminSite, toast } from './admin-desk'
import { app, visitAs } from './test-site'

openAdminSite()

test('an admin sees configuration faults, failed jobs and paused jobs, and retries them', async () => {
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
      last_error: 'The mail server replied 550 to RCPT TO.',
    })
    .execute()
  const before = (await app.mail()).length
  const { page } = await visitAs(admin, '/admin')
  await page.getByRole('link', { name: 'System' }).click()
  await heading(page, 'System')
  const parts = page.getByRole('region', { name: /^Rosella \d+\.\d+\.\d+$/ })
  for (const words of [
    /^PostgreSQL \S+, \d+ of 10 connections in use/,
    'Redis is responding.',
    'The folder is responding.',
  ])
    await parts.getByText(words).waitFor()
  for (const words of [
    /^Into a folder, so no email leaves this machine\./,
    /BACKUP_DIR is not set/,
    /The data folder: .* free\./,
  ])
    await parts.getByText(words).waitFor()
  const jobs = page.getByRole('region', { name: 'Failed jobs' })
  await jobs.getByRole('row', { name: /^Access mail The mail server replied 550 to RCPT TO\. 10 / }).waitFor()
  const opening = page.getByRole('region', { name: 'Before you open' })
  await opening.getByRole('listitem').filter({ hasText: 'Missing' }).getByText('LEGAL_ADDRESS').waitFor()
  await opening.getByRole('button', { name: 'Send me a test email' }).click()
  await opening.getByRole('status').getByText(`Sent to ${admin.email}.`).waitFor()
  expect((await app.mail()).at(-1)?.subject).toBe('A test email from Rosella')
  await assertFine(page)
  await jobs.getByRole('button', { name: 'Retry' }).click()
  await toast(page, 'The job will run again.')
  await page.getByText('No failed jobs').waitFor()
  expect(await app.mail()).toHaveLength(before + 2)

  const paused_by = 'mail' as const
  const last_error = 'The mail server rejected our user name and password. Check SMTP_URL (EAUTH 535).'
  const payload = JSON.stringify({ member_id: admin.id, key: 'verify' })
  await db
    .insertInto('job')
    .values({ kind: 'access-mail', payload, run_ts: now + 1800, created_ts: now, paused_by, last_error })
    .execute()
  await page.reload()
  await page
    .getByRole('alert')
    .getByText(`Emails are not being sent. ${last_error} 1 job is paused until it is fixed.`)
    .waitFor()
  await assertFine(page)
  await page.getByRole('region', { name: 'Paused jobs' }).getByRole('button', { name: 'Retry' }).click()
  await expect.poll(() => page.getByRole('alert').getByText('Emails are not being sent').count()).toBe(0)
  expect(await app.mail()).toHaveLength(before + 3)

  await page.getByRole('link', { name: 'Audit' }).click()
  const log = page.getByRole('list', { name: 'Audit log' })
  await log.getByText('Admin retried a job: access-mail').first().waitFor()
})
