import type { Person } from '@rosella/testkit/person'
import { signUpSecondAdmin, twoAdmins } from '@rosella/testkit/second-admin'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { findings } from './axe'
import { leaveBrowser, looks, openBrowser, type Visit, visitAs } from './browser'

export interface AdminDesk {
  app: TestApp
  /** The colleague. */
  second: Person
  /** Someone who is logged in already, in a browser of their own. */
  arriveAs(person: Person, path: string): Promise<Visit>
}

/** A site with two admins, for the tests of one file. Whatever a browser says beside the expected fails the test. */
export function openAdminDesk(): AdminDesk {
  let browser: Browser
  let visits: Visit[] = []
  const desk = {
    async arriveAs(person: Person, path: string) {
      const visitor = await visitAs(browser, person, path)
      visits.push(visitor)
      return visitor
    },
  } as AdminDesk
  beforeAll(async () => {
    desk.app = await openTestApp({ env: twoAdmins })
    desk.second = await signUpSecondAdmin(desk.app)
    browser = await openBrowser()
  })
  afterAll(async () => {
    await leaveBrowser(browser)
    await desk.app.close()
  })
  afterEach(async () => {
    const ended = visits
    visits = []
    for (const { close } of ended) await close()
    for (const { noise } of ended) expect(noise).toEqual([])
  })
  return desk
}

export const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name }).waitFor()
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
export const toast = (page: Page, words: string) => page.getByText(words, { exact: true }).first().waitFor()
export const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** axe finds nothing and nothing is wider than the screen, in the dark on a phone and in light on a desk. */
export async function assertFine(page: Page): Promise<void> {
  await page.bringToFront()
  await page.waitForLoadState('networkidle')
  for (const { width, colorScheme } of [looks[3], looks[0]]) {
    await page.setViewportSize({ width, height: 850 })
    await page.emulateMedia({ colorScheme })
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
      .toBeLessThanOrEqual(width)
    // A page that is not in front takes its time with new colours.
    await expect
      .poll(() => findings(page), { message: `${page.url()} at ${width}`, interval: 300 })
      .toEqual([])
  }
}
