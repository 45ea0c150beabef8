import type { Person } from '@rosella/testkit/person'
import { expect, test } from 'vitest'
import { findings } from './axe'
import { arriveAs, goTo, looks } from './browser'
import { app, openTestSite, visit, visitAs } from './test-site'

openTestSite({ env: { LEGAL_ADDRESS: 'Waratah Pty Ltd\\n7 Gum Street', LEGAL_DATE: '2027-03-01' } })

test('[P2 §1] the legal pages: date and address come from the configuration, and their sections have links', async () => {
  const { page } = await visit(looks[3])
  const scrolled = () => page.evaluate(() => window.scrollY)
  await page.goto('/terms')
  for (const [path, title] of [
    ['/terms', 'Terms of use'],
    ['/privacy', 'Privacy notice'],
    ['/safety', 'Online dating safety policy'],
  ] as const) {
    await page.setViewportSize({ width: 390, height: 844 })
    await goTo(page, path)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await page.getByText('In force from 1 March 2027').waitFor()
    await page.getByText('7 Gum Street').waitFor()
    expect([path, await findings(page)]).toEqual([path, []])
    await page.setViewportSize({ width: 320, height: 640 })
    await expect
      .poll(async () => [path, await page.evaluate(() => document.documentElement.scrollWidth)])
      .toEqual([path, 320])
    await page.getByRole('navigation', { name: 'On this page' }).getByRole('link').last().click()
    await expect.poll(scrolled).toBeGreaterThan(300)
  }
  for (const help of ['000', '1800RESPECT', 'eSafety', 'Scamwatch']) {
    await page.getByRole('link', { name: help }).first().waitFor()
  }
  // A section's address also works from another page, when the screen has to be loaded first.
  const address = page.url()
  expect(address).toContain('/safety#')
  await page.goto('about:blank')
  await page.goto(address)
  await expect.poll(scrolled).toBeGreaterThan(300)
})

test('[P2 §2] /membership shows the word Membership and the operator’s text about Premium', async () => {
  const desk = await visitAs(app.admin, '/admin/content?tab=settings')
  const panel = desk.page.getByRole('region', { name: 'About Premium' })
  await panel.getByLabel('What Premium offers').fill('Four comforts.\nAsk us.')
  await panel.getByRole('button', { name: 'Save' }).click()
  await panel.getByRole('button', { name: 'Back to the default text' }).waitFor()
  const { page } = await visit(looks[3])
  await page.goto('/membership')
  await page.getByRole('heading', { level: 1, name: 'Membership', exact: true }).waitFor()
  for (const line of ['Four comforts.', 'Ask us.']) await page.getByText(line, { exact: true }).waitFor()
  expect(await findings(page)).toEqual([])
  const [anna] = (await app.members('Anna')) as [Person]
  await arriveAs(page, anna, '/settings#stealth-mode')
  await page.getByText('This is a Premium feature.').waitFor()
  await page.getByText('Ask us.').waitFor()
})
