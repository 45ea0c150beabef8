import type { Person } from '@rosella/testkit/person'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { app, openTestSite, visitAs } from './test-site'

openTestSite()

/** Whether the browser can show it from its cache. */
const isKept = (page: Page, address: string) =>
  page.evaluate(
    (url) =>
      fetch(url, { cache: 'only-if-cached', mode: 'same-origin' }).then(
        ({ ok }) => ok,
        () => false,
      ),
    address,
  )

test('logging out removes other members’ photos from the browser', async () => {
  const [anna, ben] = (await app.members('Anna', { username: 'Ben', photos: 1 })) as [Person, Person]
  const visitor = await visitAs(anna, `/${ben.url_hash}`)
  const { page } = visitor
  // A cache miss is logged in the console as a failed request.
  visitor.expectWords(/ERR_CACHE_MISS|504/)
  const photo = (await page.locator('main img[src*="/media/"]').first().getAttribute('src')) ?? ''
  await expect.poll(() => isKept(page, photo)).toBe(true)
  await page.getByRole('button', { name: 'Your menu' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect.poll(() => isKept(page, photo)).toBe(false)
})
