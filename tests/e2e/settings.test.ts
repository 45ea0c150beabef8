import { unsubscribeKey } from '@rosella/server/features/notifications/unsubscribe'
import { testPhoto } from '@rosella/testkit/members'
import type { Person } from '@rosella/testkit/person'
import { dice, insertRandomTown } from '@rosella/testkit/random-town'
import type { TestApp } from '@rosella/testkit/test-app'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { findings } from './axe'
import { goTo, type Look, looks, type Visit } from './browser'
import { app, openTestSite, visit, visitAs } from './test-site'

let visitor: Visit

openTestSite()

async function openSettings(person: Person, hash: string, look: Look = looks[0]): Promise<Page> {
  visitor = await visitAs(person, `/settings${hash}`, look)
  const { page } = visitor
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
  return page
}
const cast = async (...wishes: Parameters<TestApp['members']>) =>
  (await app.members(...wishes)) as [Person, Person]
const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor()
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true })
const card = (page: Page, name: string) => page.locator('section').filter({ has: heading(page, name) })

const sections = {
  Email: 'email',
  Password: 'password',
  'First Name': 'first-name',
  Notifications: 'notifications',
  Preferences: 'preferences',
  'People I know': 'people-i-know',
  'Not interested': 'not-interested',
  'Blocked Users': 'blocked-users',
  Reports: 'reports',
  'Stealth Mode': 'stealth-mode',
  'Read Receipts': 'read-receipts',
  'Account Status': 'account-status',
}

test('[P2 §2] the side menu and the hash select the section', async () => {
  const [anna] = await cast('Anna')
  const page = await openSettings(anna, '')
  await heading(page, 'Email').waitFor()
  for (const group of ['User', 'Privacy', 'Account']) await heading(page, group).waitFor()
  const menu = page.getByRole('navigation', { name: 'Settings' })
  for (const label of ['Read Receipts', 'Account Status']) {
    await menu.getByRole('link', { name: label }).click()
    await heading(page, label).waitFor()
    expect(page.url()).toBe(`${app.url}/settings#${sections[label as keyof typeof sections]}`)
  }
  await page.goBack()
  await heading(page, 'Read Receipts').waitFor()
  expect(await page.getByRole('switch', { name: 'Read receipts' }).isDisabled()).toBe(true)
})

test('[P2 §2] on a phone the menu comes first, premium sections explain themselves, and nothing is wider than 320 px', async () => {
  const [anna] = await cast('Anna')
  const page = await openSettings(anna, '', looks[3])
  await page.setViewportSize({ width: 320, height: 640 })
  await page.getByRole('link', { name: 'Account Status' }).waitFor()
  expect(['menu', await findings(page)]).toEqual(['menu', []])
  for (const [label, hash] of Object.entries(sections)) {
    await page.getByRole('link', { name: label }).click()
    await heading(page, label).waitFor()
    expect(page.url()).toBe(`${app.url}/settings#${hash}`)
    if (/name|mode|receipts|status/.test(hash)) await page.getByText('This is a Premium feature.').waitFor()
    await page.waitForFunction(() => !document.querySelector('main .animate-shimmer'))
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect([hash, width, await findings(page)]).toEqual([hash, 320, []])
    await page.getByRole('link', { name: 'All settings' }).click()
    await page.getByRole('link', { name: 'Account Status' }).waitFor()
  }
})

test('[P2 §2, §5] email: verify with the emailed link, change with the password to a free address, summaries optimistic with rollback', async () => {
  const [anna, ben] = await cast('Anna', 'Ben')
  const page = await openSettings(anna, '#email', looks[3])
  await page.getByText('Not confirmed').waitFor()
  await page.getByRole('button', { name: 'Why confirm your email' }).click()
  await page.getByRole('note').getByText('works for 24 hours').waitFor()
  expect(await findings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Verify', exact: true }).click()
  await toast(page, 'Verification email sent!')

  const summaries = page.getByRole('switch', { name: 'Send me weekly summaries' })
  await summaries.and(page.locator('[aria-checked=true]')).waitFor()
  visitor.expectStatus(429, 403, 400)
  await page.route('**/api/settings-auto-save', (route) => route.fulfill({ status: 429, body: '{}' }))
  await summaries.click()
  await toast(page, 'Too many requests. Please try again later.')
  await summaries.and(page.locator('[aria-checked=true]')).waitFor()
  await page.unroute('**/api/settings-auto-save')
  await summaries.click()
  await summaries.and(page.locator('[aria-checked=false]')).waitFor()
  await expect.poll(async () => (await anna.call('GET /api/user-settings')).u.summaries).toBe(false)

  const form = page.getByRole('form', { name: 'Change email' })
  const address = form.getByLabel('New email')
  const submit = form.getByRole('button', { name: 'Change email' })
  const taken = form.getByText('This account already exists')
  const change = async (email: string, password: string) => {
    await address.fill(email)
    await form.getByLabel('Your password', { exact: true }).fill(password)
    await submit.click()
  }
  await form.getByLabel('Your password', { exact: true }).fill(anna.password)
  await address.fill(ben.email.toUpperCase())
  await taken.waitFor()
  expect(await address.getAttribute('aria-invalid')).toBe('true')
  expect(await submit.isDisabled()).toBe(true)
  await address.fill(`free-${anna.email}`)
  await submit.and(page.locator(':enabled')).waitFor()
  expect(await taken.count()).toBe(0)
  // Taken after the check.
  await page.route('**/api/check-email**', (route) => route.fulfill({ json: {} }))
  await change(ben.email, anna.password)
  await taken.waitFor()
  await page.unroute('**/api/check-email**')

  await change(`new-${anna.email}`, 'Wrong-Horse-9')
  await form.getByText("That isn't your current password. Please try again.").waitFor()
  await change(`new-${anna.email}`, anna.password)
  await page.getByText(`new-${anna.email}`, { exact: true }).first().waitFor()

  const mail = (await app.mail()).filter(({ to }) => to?.[0]?.address === `new-${anna.email}`).at(-1)
  await page.goto(/https:\/\/rosella\.test(\/verify\S+)/.exec(mail?.text ?? '')?.[1] ?? '')
  await page.getByText('You successfully verified your email address. Thank you!').waitFor()
  await goTo(page, '/settings#email')
  await page.getByText('Confirmed', { exact: true }).waitFor()
  await page.getByText(`new-${anna.email}`, { exact: true }).first().waitFor()
})

test('[P2 §5] password: Save needs valid input; sessions are listed and ended', async () => {
  const [anna] = await cast('Anna')
  const logIn = () => anna.call('POST /api/login', { email: anna.email, password: anna.password })
  const others = [await logIn(), await logIn(), await logIn()]
  const page = await openSettings(anna, '#password')
  const list = page.getByRole('list', { name: 'Your sessions' })
  await expect.poll(() => list.getByRole('listitem').count()).toBe(4)
  await list.getByText('This device').waitFor()
  const end = () => list.getByRole('button', { name: /^End the session/ })
  await end().first().click()
  await toast(page, 'Session ended.')
  await expect.poll(() => list.getByRole('listitem').count()).toBe(3)
  await page.getByRole('button', { name: 'End all other sessions' }).click()
  await page.getByRole('button', { name: 'End them all' }).click()
  await toast(page, 'All other sessions have ended.')
  await expect.poll(() => list.getByRole('listitem').count()).toBe(1)
  for (const { token } of others) {
    const other = Object.assign(anna.elsewhere(), { token })
    expect((await other.try('GET /api/user')).status).toBe(401)
  }

  const form = page.getByRole('form', { name: 'Change password' })
  const save = form.getByRole('button', { name: 'Save' })
  const fill = async (current: string, next: string, repeat: string) => {
    await form.getByLabel('Current password').fill(current)
    await form.getByLabel('New password', { exact: true }).fill(next)
    await form.getByLabel('Repeat new password').fill(repeat)
  }
  await fill('Wrong-Horse-9', 'Galah-River-77', 'Galah-River-78')
  await form.getByText('Passwords do not match.').waitFor()
  expect(await save.isDisabled()).toBe(true)
  await fill('Wrong-Horse-9', 'Galah-River-77', 'Galah-River-77')
  visitor.expectStatus(400)
  await save.click()
  await form.getByText("That isn't your current password. Please try again.").waitFor()
  await fill(anna.password, 'Galah-River-77', 'Galah-River-77')
  await save.click()
  await toast(page, 'Password changed successfully!')
  await expect.poll(() => form.getByLabel('Current password').inputValue()).toBe('')
  expect((await anna.try('POST /api/login', { email: anna.email, password: 'Galah-River-77' })).status).toBe(
    200,
  )
})

test('[P2 §8] first name, stealth mode with its badge, blocked users with Unblock', async () => {
  const [anna, ben] = await cast({ username: 'Anna', premium: true }, 'Ben')
  await anna.call('POST /api/user-action', { action: 'block', recipient_id: ben.id })
  const page = await openSettings(anna, '#first-name')
  const name = page.getByRole('textbox', { name: 'First name' })
  await name.fill('R2-D2')
  await page.getByText('2-15: letters or hyphens only (no numbers, no spaces)').waitFor()
  await name.fill('Chloë')
  await page.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'First name updated successfully!')
  expect((await anna.call('GET /api/user')).username).toBe('Chloë')

  await page.getByRole('link', { name: 'Stealth Mode' }).click()
  const stealth = page.getByRole('switch', { name: 'Stealth mode' })
  await stealth.click()
  await stealth.and(page.locator('[aria-checked=true]')).waitFor()
  await page.getByRole('banner').getByText('Stealth Mode').waitFor()

  await page.getByRole('link', { name: 'Blocked Users' }).click()
  await page.getByRole('button', { name: 'Unblock Ben' }).click()
  await toast(page, 'User unblocked successfully')
  await page.getByText('Nobody is blocked').waitFor()
  expect((await anna.call('GET /api/blocked-users')).u).toEqual([])
})

test('[P3 §5] long lists of blocked users and "not interested" have pages; the last row of a page leads to the one before', async () => {
  const [anna] = await cast({ username: 'Anna' })
  const ids = await insertRandomTown(app.db, dice(3), 201, app.clock.now())
  await sql`update member set status = 2, paused = false, username = 'M' where id = any(${ids}::bigint[])`.execute(
    app.db,
  )
  await sql`
    insert into relation (me, other, blocked_ts, not_interested_ts)
    select ${anna.id}, id, 1000 + id, 1000 + id from unnest(${ids}::bigint[]) id`.execute(app.db)
  const page = await openSettings(anna, '#blocked-users')
  const unblock = page.getByRole('button', { name: 'Unblock M' })
  await expect.poll(() => unblock.count()).toBe(200)
  // On a slow line the next page never shows the people of the one before under its number.
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/blocked-users\?.*p=2/, (route) => released.then(() => route.continue()), { times: 1 })
  await page.getByRole('link', { name: 'Next page' }).click()
  await page.waitForURL('**/settings?p=2#blocked-users')
  await page
    .getByRole('navigation', { name: 'Pages' })
    .locator('[aria-current=page]', { hasText: '2' })
    .waitFor()
  expect(await unblock.count()).toBe(0)
  release()
  await expect.poll(() => unblock.count()).toBe(1)
  await page.reload()
  await expect.poll(() => unblock.count()).toBe(1)
  expect(await findings(page)).toEqual([])
  await unblock.click()
  await expect.poll(() => unblock.count()).toBe(200)
  expect(await page.getByRole('navigation', { name: 'Pages' }).count()).toBe(0)
  // Another section starts with its first page.
  await sql`update relation set blocked_ts = null where me = ${anna.id}`.execute(app.db)
  await page.getByRole('link', { name: 'Not interested' }).click()
  await page.waitForURL('**/settings#not-interested')
  const undo = page.getByRole('button', { name: 'Undo for M' })
  await expect.poll(() => undo.count()).toBe(200)
  await page.getByRole('link', { name: 'Page 2' }).click()
  await page.waitForURL('**/settings?p=2#not-interested')
  await expect.poll(() => undo.count()).toBe(1)
})

test('[P2 §4] download, deactivate and come back, delete with a typed confirmation', async () => {
  const [anna] = await cast({ username: 'Anna', premium: true })
  const page = await openSettings(anna, '#account-status')
  // The stream loses its session slightly before the reply arrives.
  visitor.expectWords(/live stream was closed/)
  await card(page, 'Account Status').getByText('Active', { exact: true }).waitFor()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  expect((await saved).suggestedFilename()).toBe('rosella-my-data.zip')

  await card(page, 'Deactivate account').getByRole('button', { name: 'Deactivate account' }).click()
  await page.getByRole('button', { name: 'Deactivate', exact: true }).click()
  await page.getByText('Your account has been deactivated. Login at any time to re-activate it.').waitFor()
  expect(page.url()).toBe(`${app.url}/#deactivated`)
  await page.getByLabel('Email').fill(anna.email)
  await page.getByLabel('Password', { exact: true }).fill(anna.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByRole('heading', { name: 'Recent Activity' }).waitFor()
  await goTo(page, '/settings#account-status')
  await page.getByText(/You can deactivate your account again from/).waitFor()

  await card(page, 'Delete account').getByRole('button', { name: 'Delete account' }).click()
  const really = page.getByRole('button', { name: 'Delete forever' })
  expect(await really.isDisabled()).toBe(true)
  await page.getByLabel('Type DELETE to confirm').fill('delete')
  await really.click()
  await toast(page, 'Account deleted successfully.')
  await page.waitForURL(`${app.url}/`)
  expect(await page.evaluate(() => localStorage.getItem('userInfo'))).toBe(null)
  expect((await anna.try('POST /api/login', { email: anna.email, password: anna.password })).status).toBe(404)
})

test('[P2 §4] account status: reduced visibility until photos_min photos are approved, however many are waiting', async () => {
  const [anna] = await cast('Anna')
  const names: string[] = []
  for (let n = 0; n < 3; n++) names.push(await anna.upload(await testPhoto(anna.id * 100 + n)))
  const page = await openSettings(anna, '#account-status')
  const status = card(page, 'Account Status')
  await status.getByText('Active', { exact: true }).waitFor()
  await status.getByText('Reduced visibility due to insufficient photos').waitFor()
  for (const photo of names) await app.admin.call('POST /api/admin/photo-decision', { photo, approved: true })
  await page.reload()
  await status.getByText('You are a regular member.').waitFor()
})

test('[D §8] the link in a summary unsubscribes with one click, logged out, and an invalid one says so', async () => {
  const [uma] = await cast('Uma')
  expect((await uma.call('GET /api/user-settings')).u.summaries).toBe(true)
  visitor = await visit(looks[3])
  const { page } = visitor
  await page.goto(`/unsubscribe?key=${await unsubscribeKey(app.db, 'summaries', uma.id)}`)
  await page.getByText('Done. We won’t send you weekly summaries any more.').waitFor()
  expect(await findings(page)).toEqual([])
  expect((await uma.call('GET /api/user-settings')).u.summaries).toBe(false)

  // An invalid link says so, and a member's screens ask a visitor to log in.
  visitor.expectStatus(404)
  await goTo(page, '/unsubscribe?key=1.nonsense')
  await page.getByText('This link is invalid or has expired').waitFor()
  await page.getByRole('link', { name: 'Go to settings' }).click()
  await page.getByRole('heading', { name: 'Please log in' }).waitFor()
  for (const path of ['/photos', '/reg-photos']) {
    await goTo(page, '/faq')
    await page.getByRole('heading', { level: 1, name: 'FAQs' }).waitFor()
    await goTo(page, path)
    await page.getByRole('heading', { name: 'Please log in' }).waitFor()
  }
})
