import { newEmail, type Person } from '@rosella/testkit/person'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { findings } from './axe'
import { looks } from './browser'
import { app, openTestSite, visit } from './test-site'

openTestSite({ motion: true })

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
const password = (page: Page) => page.getByLabel('Password', { exact: true })
const draftIn = (page: Page) => page.evaluate(() => sessionStorage.getItem('own:signup-draft') ?? '')

async function fillBasics(page: Page): Promise<void> {
  await page.goto('/signup')
  await page.getByLabel('First name').fill('Zoe')
  for (const [legend, answer] of [
    ['Gender at birth', 'Female'],
    ['Interested in', 'Both'],
    ['Relationship goals', 'Serious'],
  ] as const) {
    await page.getByRole('group', { name: legend }).getByText(answer).click()
  }
  await page.getByLabel('Birth month').selectOption('May')
  await page.getByLabel('Email').fill(newEmail('Zoe'))
  await password(page).fill('Correct-Horse-9')
  await page.getByText('This address is available').waitFor()
}

test('sign-up on a phone: every step can continue and go back, no typed text is lost, and nothing stays stored', async () => {
  const look = looks[2]
  const { page } = await visit(look, {
    extraHTTPHeaders: { 'x-forwarded-for': `10.202.0.${look.width % 250}` },
  })
  // A location prompt without a response.
  await page.addInitScript(() => {
    navigator.geolocation.getCurrentPosition = () => {}
  })
  await fillBasics(page)
  // The terms open in a new tab.
  const [terms] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: /terms of use/ }).click(),
  ])
  await heading(terms, 'Terms of use')
  await terms.close()
  expect(await password(page).inputValue()).toBe('Correct-Horse-9')
  // A reload loses only the password, and the form says so.
  await page.reload()
  await page.getByText('never your password. Please type it again.').waitFor()
  expect(await page.getByLabel('First name').inputValue()).toBe('Zoe')
  await password(page).fill('Correct-Horse-9')
  await page.getByText('never your password').waitFor({ state: 'detached' })
  await page.getByText('This address is available').waitFor()

  const next = page.getByRole('button', { name: 'Continue' })
  const confirm = async () => {
    await next.click()
    await page.getByRole('button', { name: 'Yes, it is all correct' }).click()
    await heading(page, 'Step 2 of 3')
  }
  await confirm()
  await page.getByRole('link', { name: 'Back' }).click()
  await heading(page, 'Create Account')
  expect(await password(page).inputValue()).toBe('Correct-Horse-9')
  await confirm()
  await page.getByRole('link', { name: 'Skip to content' }).press('Enter')
  await heading(page, 'Step 2 of 3')
  await page.getByRole('button', { name: 'Use my location' }).click()
  await page.getByRole('button', { name: 'Choose it myself' }).click()
  expect(await findings(page)).toEqual([])
  // A town typed in full counts as chosen; an ambiguous name asks which.
  const city = page.getByLabel('City')
  await city.fill('richmond')
  await city.press('Tab')
  await page.getByText('There are several places with this name. Please choose yours.').waitFor()
  await city.fill('hobart')
  await city.press('Tab')
  await expect.poll(() => city.inputValue()).toBe('Hobart, TAS')
  await next.click()
  await heading(page, 'Step 3 of 3')

  const { email, token } = await page.evaluate(() => JSON.parse(localStorage.getItem('userInfo') ?? '{}'))
  const zoe = Object.assign((app.admin as Person).elsewhere(), { email, token })
  expect((await zoe.call('GET /api/user')).user).toMatchObject({ city: 'Hobart, TAS' })
  await page.getByRole('button', { name: 'Your menu' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.getByRole('link', { name: 'Create free account' }).waitFor()
  expect(await draftIn(page)).toBe('')
})
