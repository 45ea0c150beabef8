import type { Person } from '@rosella/testkit/person'
import { signUpSecondAdmin, twoAdmins } from '@rosella/testkit/second-admin'
import type { Page } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import { findings } from './axe'
import { type Look, looks } from './browser'
import { app, openTestSite } from './test-site'

export let secondAdmin: Person

/** Opens a site with two admins for the tests of one file. */
export function openAdminSite(): void {
  openTestSite({ env: twoAdmins })
  beforeAll(async () => {
    secondAdmin = await signUpSecondAdmin(app)
  })
}

export const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name }).waitFor()
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
export const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor()
export const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** axe finds nothing on a phone in dark mode, and nothing is wider than a phone. Returns to a desktop in light mode. */
export async function assertFine(page: Page): Promise<void> {
  await page.bringToFront()
  await page.waitForLoadState('networkidle')
  const [desktop, , , phone] = looks
  await show(page, phone)
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
    .toBeLessThanOrEqual(phone.width)
  // A background page is slow to change its colours.
  await expect.poll(() => findings(page), { message: page.url(), interval: 300 }).toEqual([])
  await show(page, desktop)
}

async function show(page: Page, { width, colorScheme }: Look): Promise<void> {
  await page.setViewportSize({ width, height: 850 })
  await page.emulateMedia({ colorScheme })
}
