import { mailedKey } from '@rosella/testkit/mailed-key'
import type { Person } from '@rosella/testkit/person'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { findings } from './axe'
import { looks, type Visit } from './browser'
import { app, openTestSite, visit } from './test-site'

let anna: Person
let visitor: Visit
let addresses = 0

openTestSite()
beforeEach(async () => {
  anna = (await app.members('Anna'))[0] as Person
  visitor = await visit(looks[0], {
    extraHTTPHeaders: { 'x-forwarded-for': `10.202.0.${++addresses}` },
  })
})

const focused = (page: Page, text: string) =>
  page.waitForFunction((text) => document.activeElement?.textContent === text, text)
const email = (page: Page) => page.getByLabel('Email')

/** Tabs to the button of this name and presses it, as keyboard users do. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let steps = 0; steps < 12; steps++) {
    await page.keyboard.press('Tab')
    if ((await page.evaluate(() => document.activeElement?.textContent)) === name) {
      return page.keyboard.press('Enter')
    }
  }
  throw new Error(`Tab does not reach ${name}`)
}

describe('[P1 §2] the eight states of the home log-in area', () => {
  test('1 to 5 by keyboard: from the first button to a new password', async () => {
    const { page } = visitor
    await page.goto('/')
    await page.getByRole('link', { name: 'Create free account' }).waitFor()
    await page.getByRole('link', { name: 'Log in' }).focus()
    await page.keyboard.press('Enter')

    await page.getByRole('form', { name: 'Log in' }).waitFor()
    await page.waitForFunction(() => document.activeElement?.matches('input[type=email]'))
    await page.keyboard.type(anna.email)
    await tabTo(page, 'Forgot password?')

    await page.getByRole('form', { name: 'Forgot password' }).waitFor()
    await page.waitForFunction(() => document.activeElement?.matches('input[type=email]'))
    expect(await email(page).inputValue()).toBe(anna.email)
    await page.keyboard.press('Enter')

    await page.getByText(`We’ve sent you a link to choose a new password to ${anna.email}.`).waitFor()
    await focused(page, 'Change password info sent')
    const mail = (await app.mail()).filter(({ to }) => to?.[0]?.address === anna.email).at(-1)
    const path = /https:\/\/rosella\.test(\/\S+hash=\S+)/.exec(mail?.text ?? '')?.[1] ?? ''

    await page.goto(path)
    await page.getByRole('form', { name: 'Change password' }).waitFor()
    await focused(page, 'Choose a new password')
    // The same state, opened by its address.
    await page.goto('/#change-password')
    await page.waitForURL(`${app.url}/change-password`)
    await page.getByRole('form', { name: 'Change password' }).waitFor()
  })

  test('6 and 7 by keyboard: send a link, go back, send a code and type it in', async () => {
    const { page } = visitor
    await page.goto('/#log-in')
    await email(page).fill(anna.email)
    await email(page).press('Tab')
    await tabTo(page, 'Email me a link')
    await focused(page, 'Link sent')
    await page.getByText(`We’ve sent you a log-in link to ${anna.email}.`).waitFor()

    await page.goBack()
    await page.waitForFunction(() => document.activeElement?.matches('input[type=email]'))
    expect(await email(page).inputValue()).toBe(anna.email)
    await tabTo(page, 'Email me a code')
    await page.getByRole('heading', { name: 'Code sent' }).waitFor()
    await page.waitForFunction(() => document.activeElement?.matches('[autocomplete=one-time-code]'))
    await page.getByRole('button', { name: 'Send again' }).click()
    await page.getByText(`We’ve sent you another six-digit code to ${anna.email}.`).waitFor()
    await page.waitForFunction(() => document.activeElement?.matches('[autocomplete=one-time-code]'))
    const emails = (await app.mail()).filter(({ to }) => to?.[0]?.address === anna.email)
    // The sixth digit sends the form.
    await page.keyboard.type(/^\d{6}$/m.exec(emails.at(-1)?.text ?? '')?.[0] ?? '')
    // [D §3] sign-up is complete, so /signup redirects.
    await page.getByRole('heading', { name: 'Recent Activity' }).waitFor()
    expect(page.url()).toBe(`${app.url}/`)
  })

  test('8: logging in below the message reactivates the account', async () => {
    const { page } = visitor
    await app.db.updateTable('member').set({ status: 5 }).where('id', '=', anna.id).execute()
    await page.goto('/#deactivated')
    await page
      .getByRole('status')
      .getByText('Your account has been deactivated. Login at any time to re-activate it.', { exact: true })
      .waitFor()
    await email(page).fill(anna.email)
    await page.getByLabel('Password', { exact: true }).fill(anna.password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Recent Activity' }).waitFor()
    const saved = await page.evaluate(() => JSON.parse(localStorage.getItem('userInfo') ?? '{}'))
    expect(saved).toMatchObject({ id: anna.id, status: 2 })
  })

  test('on a phone in dark mode axe finds nothing and nothing is wider than the screen; 7 after a reload asks for the address again, and its six digits fit without misalignment', async () => {
    const { page } = await visit(looks[3])
    await page.goto('/')
    for (const [hash, text] of [
      ['log-in', 'Email me a link'],
      ['forgot-password', 'Forgot password?'],
      ['password-info-sent', 'Change password info sent'],
      ['link-sent', 'Link sent'],
      ['deactivated', 'Your account has been deactivated. Login at any time to re-activate it.'],
      ['code-sent', 'Code sent'],
    ]) {
      await page.goto(`/#${hash}`)
      await page
        .getByText(text ?? '', { exact: true })
        .first()
        .waitFor()
      expect([hash, await findings(page)]).toEqual([hash, []])
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(width).toBeLessThanOrEqual(looks[3].width)
    }

    await email(page).fill(anna.email)
    const code = page.getByLabel('Code', { exact: true })
    const before = await code.boundingBox()
    const digits = await mailedKey(app, anna, 'code')
    await code.fill(digits.slice(0, 5))
    await code.press('End')
    await expect.poll(() => code.boundingBox()).toEqual(before)
    await code.pressSequentially(digits.slice(5))
    await page.getByRole('heading', { name: 'Recent Activity' }).waitFor()
  })
})
