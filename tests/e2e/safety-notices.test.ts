import { confirmAddresses } from '@rosella/testkit/give-role'
import type { Person } from '@rosella/testkit/person'
import { say } from '@rosella/testkit/received'
import { expect, test } from 'vitest'
import { assertFine, heading, openAdminSite, panel, press, toast } from './admin-desk'
import { looks } from './browser'
import { app, visitAs } from './test-site'

openAdminSite()

test('[P4 §1] a moderator warns people with a ban, they dismiss the banner, and a correction follows', async () => {
  const [max, anna, beth] = (await app.members('Max', 'Anna', 'Beth')) as [Person, Person, Person]
  await confirmAddresses(app, max)
  const socket = await max.socket()
  for (const person of [anna, beth]) await say(socket, person, 'Hello there')
  await anna.call('POST /api/report-user', { recipient_id: max.id, report_reason: 'Asking for money' })
  const id = (await anna.call('GET /api/my-reports')).reports[0]?.id ?? 0
  const hers = (await visitAs(anna, '/messages')).page
  await heading(hers, 'Messages')

  const { page } = await visitAs(app.admin, `/admin/reports/${id}`)
  await press(page, 'Take this case')
  const offer = page.getByRole('switch', { name: 'Warn the people they wrote to (2)' })
  await page.getByText('Warn', { exact: true }).click()
  expect(await offer.count()).toBe(0)
  await page.getByText('Ban', { exact: true }).click()
  expect(await offer.getAttribute('aria-checked')).toBe('true')
  await offer.click()
  await press(page, 'Close the case…')
  expect(await page.getByText('2 people they wrote to get a warning').count()).toBe(0)
  await press(page, 'Cancel')
  await offer.click()
  await assertFine(page)
  await press(page, 'Close the case…')
  await page.getByText('2 people they wrote to get a warning in 15 minutes').waitFor()
  await press(page, 'Ban and close')
  await toast(page, 'The case is closed.')
  await panel(page, 'Decision').getByText('Will be warned at').waitFor()

  // The banner appears on the open page without a reload, and stays on every screen.
  app.clock.advance(15 * 60)
  await app.server.jobs.runPeriodic('send-safety-notices')
  const banner = hers.getByRole('complementary', { name: 'Safety notice' })
  await banner.getByText('A warning about Max').waitFor()
  await banner.getByText('What to do').click()
  await banner.getByRole('link', { name: 'scamwatch.gov.au' }).waitFor()
  await assertFine(hers)
  for (const path of ['/', '/safety']) {
    await hers.goto(`${app.url}${path}`)
    await banner.getByText('We have removed the account').waitFor()
  }
  await banner.getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => banner.count()).toBe(0)
  await hers.goto(`${app.url}/settings#reports`)
  const card = hers.getByRole('list', { name: 'Safety notices' })
  await card.getByText('A warning about Max').waitFor()
  expect(await banner.count()).toBe(0)
  await assertFine(hers)

  await app.admin.call('POST /api/admin/member', { id: max.id, status: 2 })
  await app.server.jobs.runPeriodic('send-safety-notices')
  await banner.getByText('We have looked again and that was a mistake.').waitFor()
  await card.getByText('A correction about Max').waitFor()
  await page.reload()
  await panel(page, 'Decision').getByText('2 people warned, then sent a correction').waitFor()

  // A member who was away finds the correction on a phone, in dark mode.
  const phone = looks.find((look) => look.width < 500 && look.colorScheme === 'dark') ?? looks[0]
  const his = (await visitAs(beth, '/', phone)).page
  await his
    .getByRole('complementary', { name: 'Safety notice' })
    .getByText('A correction about Max')
    .waitFor()
})
