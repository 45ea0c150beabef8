import { testPhoto } from '@rosella/testkit/members'
import { newEmail } from '@rosella/testkit/person'
import type { FileChooser, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { app, openTestSite, visit } from './test-site'

/** Tabs until the element of this name has the focus, as keyboard users do. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let stops = 0; stops < 40; stops++) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement | null
      const label = element?.getAttribute('aria-label') ?? element?.labels?.[0]?.textContent
      return (label ?? element?.textContent ?? '').trim()
    })
    if (focused === name) return
  }
  throw new Error(`No tab stop is called ${name}`)
}

const focusOn = (page: Page, text: string) =>
  page.waitForFunction((wanted) => document.activeElement?.textContent === wanted, text)

openTestSite()

test('[P2 §4] a complete sign-up by keyboard alone, from the home page to the website', async () => {
  const { page } = await visit()
  const keys = page.keyboard
  const next = async (stop: string) => {
    await tabTo(page, stop)
    await keys.press('Enter')
  }
  await page.goto('/')
  await page.getByRole('link', { name: 'Create free account' }).waitFor()
  await next('Create free account')
  await page.getByRole('heading', { level: 1, name: 'Create Account' }).waitFor()

  await tabTo(page, 'First name')
  await keys.type('Anna')
  // A radio group is one tab stop: space chooses and the arrows move. The current gender follows the first choice.
  await tabTo(page, 'Female')
  await keys.press('Space')
  await tabTo(page, 'Female')
  await tabTo(page, 'Men')
  await keys.press('Space')
  await keys.press('ArrowRight')
  await tabTo(page, 'Serious')
  await keys.press('Space')
  await tabTo(page, 'Birth month')
  await keys.type('Apr')
  await tabTo(page, 'Birth year')
  await keys.type('1990')
  await tabTo(page, 'Email')
  const email = newEmail('Anna')
  await keys.type(email)
  await tabTo(page, 'Password')
  await keys.type('Correct-Horse-9')
  await page.getByText('This address is available').waitFor()
  await keys.press('Enter')
  const dialog = page.getByRole('alertdialog')
  await dialog.waitFor()
  expect(await dialog.locator('dd').allTextContents()).toEqual(['Anna', 'April 1990', 'Female', 'Female'])
  await focusOn(page, "No, I'll edit it")
  await next('Yes, it is all correct')

  await focusOn(page, 'Step 2 of 3')
  await next('Choose it myself')
  await focusOn(page, 'Choose your city')
  await tabTo(page, 'City')
  await keys.type('fremantle')
  await page.getByRole('option', { name: 'Fremantle, WA', exact: true }).waitFor()
  await keys.press('ArrowDown')
  await keys.press('Enter')
  await next('Continue')

  await focusOn(page, 'Step 3 of 3')
  let chooser: FileChooser | undefined
  page.on('filechooser', (opened) => {
    chooser = opened
  })
  // The browser may open the first dialog before Playwright intercepts it.
  await expect
    .poll(
      async () => {
        if (!chooser) await next('Add photos')
        return chooser !== undefined
      },
      { timeout: 30_000, interval: 500 },
    )
    .toBe(true)
  await chooser?.setFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await testPhoto(1) })
  await page.getByText('All photos have been uploaded successfully!').waitFor()
  // Reset, so that another file can follow.
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Add photos')
  await next('Activate profile')

  await focusOn(page, 'You successfully created your account. Thank you!')
  await next('Proceed to website')
  await page.getByRole('heading', { level: 1, name: 'Recent Activity' }).waitFor()
  const row = await app.db
    .selectFrom('member as m')
    .innerJoin('account as a', 'a.member_id', 'm.id')
    .where('a.email', '=', email)
    .select(['m.status', 'm.city', 'm.interested', 'm.birthday', 'm.photos'])
    .executeTakeFirst()
  expect(row).toEqual({
    status: 2,
    city: 'Fremantle, WA',
    interested: 'w',
    birthday: '1990-04-01',
    photos: 1,
  })
})
