import { confirmAddresses, giveRole } from '@rosella/testkit/give-role'
import type { Person } from '@rosella/testkit/person'
import { expect, test } from 'vitest'
import { assertFine, heading, openAdminSite, panel, press, toast } from './admin-desk'
import { goTo } from './browser'
import { app, visitAs } from './test-site'

openAdminSite()

test('[P3 §13] an admin appoints a moderator, and must reauthenticate before a ban if the log-in is old', async () => {
  const [mona, ben] = (await app.members('Mona', 'Ben')) as [Person, Person]
  await confirmAddresses(app, mona)
  const at = await visitAs(app.admin, `/admin/members/${mona.id}`)
  const { page } = at
  await panel(page, 'Role').getByText('None', { exact: true }).waitFor()
  await press(page, 'Change the role…')
  await page.getByRole('combobox', { name: 'Role' }).selectOption('moderator')
  await assertFine(page)
  await press(page, 'Change the role')
  await toast(page, 'The role has been changed.')
  await panel(page, 'Role').getByText('Moderator', { exact: true }).waitFor()
  await page.getByText("You can't act as an admin or a moderator.").waitFor()
  await page.getByText('made Mona a moderator').waitFor()
  expect((await mona.try('GET /api/admin/photos')).status).toBe(200)

  app.clock.advance(16 * 60)
  at.expectStatus(403)
  await page.goto(`/admin/members/${ben.id}`)
  await press(page, 'Ban…')
  await page.getByLabel('Reason').fill('Sells things')
  await press(page, 'Ban')
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await dialog.waitFor()
  await assertFine(page)
  // Closing the dialog cancels the ban.
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('alert').filter({ hasText: "Please confirm that it's you first." }).waitFor()
  await press(page, 'Ban')
  await dialog.getByLabel('Password', { exact: true }).fill(app.admin.password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await toast(page, 'The status has been changed.')
  expect((await ben.try('GET /api/user')).status).toBe(401)
})

test('[P3 §13] a moderator only sees the screens they may use, and must set up strong authentication if required', async () => {
  const [mona, ben] = (await app.members('Mona', { username: 'Ben', premium: true })) as [Person, Person]
  await giveRole(app, mona, 'moderator')
  const at = await visitAs(mona, '/')
  const { page } = at
  await page
    .getByRole('navigation', { name: 'Sections' })
    .first()
    .getByRole('link', { name: 'Admin' })
    .click()
  await heading(page, 'Photos')
  const links = page.getByRole('navigation', { name: 'Admin' }).getByRole('link')
  await expect
    .poll(() => links.allTextContents())
    .toEqual(
      ['Photos', 'Verifications', 'Reports', 'Members', 'Workload'].map((label) =>
        expect.stringContaining(label),
      ),
    )
  for (const path of ['content', 'audit', 'transparency', 'scam-rules', 'system']) {
    await goTo(page, `/admin/${path}`)
    await heading(page, 'Page Not Found')
    await goTo(page, '/admin/members')
    await heading(page, 'Members')
  }
  expect(await page.getByRole('button', { name: 'Invite' }).count()).toBe(0)
  await goTo(page, `/admin/members/${ben.id}`)
  await panel(page, 'Notes').waitFor()
  for (const name of ['Premium', 'Role', 'Act as this member', 'History of decisions']) {
    expect([name, await panel(page, name).count()]).toEqual([name, 0])
  }

  await app.admin.call('POST /api/admin/settings', { key: 'staff_strong_auth', value: 1 })
  await page.goto('/admin')
  await heading(page, 'Set up a passkey or two-step verification first')
  await assertFine(page)
  await page.getByRole('link', { name: 'Set it up in settings' }).click()
  await page.getByRole('heading', { level: 2, name: 'Passkeys' }).waitFor()
})
