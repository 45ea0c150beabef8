import type { Person } from '@rosella/testkit/person'
import { beforeEach, expect, test } from 'vitest'
import { findings } from './axe'
import { looks, type Visit } from './browser'
import { emailedLink } from './emailed-link'
import { app, openTestSite, visit } from './test-site'

let anna: Person
let visitor: Visit

openTestSite()
beforeEach(async () => {
  anna = (await app.members('Anna'))[0] as Person
  visitor = await visit(looks[3])
})

function form() {
  const { page } = visitor
  return {
    password: page.getByLabel('New password', { exact: true }),
    repeat: page.getByLabel('Repeat new password'),
    submit: page.getByRole('button', { name: 'Submit' }),
  }
}

async function fillIn(): Promise<void> {
  const { password, repeat } = form()
  await password.fill('Galah-River-77')
  await repeat.fill('Galah-River-77')
}

test('[P1 §4] the emailed link leads to a new password on a phone; [P1 §8] every other error has its own message', async () => {
  const { page } = visitor
  const { submit } = form()
  await page.goto(await emailedLink(app, anna, 'change-password'))
  await page.getByRole('heading', { level: 1, name: 'Choose a new password' }).waitFor()
  await expect.poll(() => page.url()).toBe(`${app.url}/change-password`)
  await fillIn()
  expect(await findings(page)).toEqual([])
  const refusals: [number, string | undefined, string][] = [
    [400, undefined, 'Invalid data provided.'],
    [400, 'Passwords do not match.', 'Passwords do not match.'],
    [404, undefined, "We couldn't find a user with this email address."],
    [429, undefined, 'Too many requests. Please try again later.'],
    [500, undefined, 'Server error. Please try again later.'],
    [418, undefined, 'Something went wrong. Please try again later.'],
  ]
  visitor.expectStatus(...refusals.map(([status]) => status))
  for (const [status, message, text] of refusals) {
    await page.route('**/api/change-password', (route) => route.fulfill({ status, json: { message } }))
    await submit.click()
    await page.getByRole('alert').getByText(text, { exact: true }).waitFor()
    await page.unroute('**/api/change-password')
  }
  await submit.click()
  await page.getByText('Thank you. Your password has successfully been changed.', { exact: true }).waitFor()
  await page.getByText('New password saved successfully.', { exact: true }).waitFor()
  await expect.poll(() => findings(page)).toEqual([])
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: 'Recent Activity' }).waitFor()

  const tryLogIn = async (password: string) =>
    (await anna.try('POST /api/login', { email: anna.email, password })).status
  expect([await tryLogIn(anna.password), await tryLogIn('Galah-River-77')]).toEqual([404, 200])
})

test('[P1 §5] live validation, blocked keys, "Passwords do not match.", and a checklist that only advises; a paste and a password manager work', async () => {
  const { page } = visitor
  const { password, repeat, submit } = form()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(await emailedLink(app, anna, 'change-password'))
  await password.pressSequentially('ab cö1')
  await expect.poll(() => password.inputValue()).toBe('abc1')
  await page.getByText(/^8\+ characters: A-Z, a-z, 0-9,/).waitFor()
  await expect.poll(() => password.getAttribute('aria-invalid')).toBe('true')
  await expect.poll(() => submit.isDisabled()).toBe(true)

  // Weak according to the checklist, but valid.
  await password.fill('abcdefgh')
  await expect.poll(() => password.getAttribute('aria-invalid')).toBeNull()
  await page.getByRole('listitem').filter({ hasText: 'A digit' }).getByText('(not yet)').waitFor()
  await repeat.fill('abcdefgi')
  await page.getByText('Passwords do not match.', { exact: true }).waitFor()
  await expect.poll(() => submit.isDisabled()).toBe(true)
  await repeat.fill('abcdefgh')
  await page.getByText('Passwords do not match.', { exact: true }).waitFor({ state: 'detached' })
  await expect.poll(() => submit.isEnabled()).toBe(true)

  // A paste is not blocked, only validated.
  await password.fill('')
  await password.focus()
  await page.evaluate(() => navigator.clipboard.writeText('Café Galah 77'))
  await page.keyboard.press('Control+V')
  await page.waitForFunction(
    () => document.activeElement instanceof HTMLInputElement && document.activeElement.value !== '',
  )
  expect(await password.inputValue()).toBe('Café Galah 77')
  await page.getByText(/^8\+ characters: A-Z, a-z, 0-9,/).waitFor()

  // Extensions set the value and dispatch an event.
  await password.evaluate((input) => {
    const native = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
    native?.set?.call(input, 'Galah-River-77')
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await page.getByText(/^8\+ characters: A-Z, a-z, 0-9,/).waitFor({ state: 'detached' })
  expect(await password.getAttribute('autocomplete')).toBe('new-password')
})

test('without a link or session, and after the session has ended: "You are not logged in or your session has expired."; a reload keeps the form', async () => {
  const { page } = visitor
  visitor.expectStatus(401)
  visitor.expectWords(/live stream|fetching user/)
  await page.goto('/change-password')
  await page.getByText('You are not logged in or your session has expired.', { exact: true }).waitFor()
  await page.goto(await emailedLink(app, anna, 'change-password'))
  await form().password.waitFor()
  await page.reload()
  await fillIn()
  await app.db.deleteFrom('session').where('member_id', '=', anna.id).execute()
  await form().submit.click()
  await page.getByText('You are not logged in or your session has expired.', { exact: true }).waitFor()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('userInfo'))).toBeNull()
  await page.getByRole('link', { name: 'Send me a link' }).click()
  await page.getByRole('form', { name: 'Forgot password' }).waitFor()
})
