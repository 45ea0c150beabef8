import type { Person } from '@rosella/testkit/person'
import { expect, test } from 'vitest'
import { findings } from './axe'
import { arriveAs, looks } from './browser'
import { app, openTestSite, visit, visitAs } from './test-site'

openTestSite({ env: { LEGAL_ADDRESS: 'Waratah Pty Ltd\\n7 Gum Street', LEGAL_DATE: '2027-03-01' } })

test.each([
  ['/terms', 'Terms of use', looks[0]],
  ['/privacy', 'Privacy notice', looks[2]],
  ['/safety', 'Online dating safety policy', looks[3]],
] as const)('[P2 §1] %s: date and address come from the configuration', async (path, title, look) => {
  const visitor = await visit(look)
  const { page } = visitor
  await page.goto(path)
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  await page.getByText('In force from 1 March 2027').waitFor()
  await page.getByText('7 Gum Street').waitFor()
  expect(await findings(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 640 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)

  const contents = page.getByRole('navigation', { name: 'On this page' }).getByRole('link')
  const section = await contents.last().getAttribute('href')
  await page.goto(`${path}${section}`)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(300)
  // It also works from another page, when the screen has to be loaded first.
  await page.goto('about:blank')
  await page.goto(`${path}${section}`)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(300)
})

test('[P2 §1] the sign-up disclaimer links to the legal pages, and the safety page to help services', async () => {
  const visitor = await visit()
  const { page } = visitor
  await page.goto('/signup')
  for (const [name, path] of [
    ['terms of use', '/terms'],
    ['safety policy', '/safety'],
    ['privacy notice', '/privacy'],
  ]) {
    await expect.poll(() => page.getByRole('link', { name }).first().getAttribute('href')).toBe(path)
  }
  // It opens in a new tab, so that no input is lost.
  const [opened] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: 'safety policy' }).first().click(),
  ])
  for (const help of ['000', '1800RESPECT', 'eSafety', 'Scamwatch']) {
    await opened.getByRole('link', { name: help }).first().waitFor()
  }
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
  expect(await findings(page)).toEqual([])
})
