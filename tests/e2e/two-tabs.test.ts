import { testPhoto } from '@rosella/testkit/members'
import type { Person } from '@rosella/testkit/person'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { arriveAs, type Visit } from './browser'
import { app, openTestSite, visit } from './test-site'

let anna: Person
let ben: Person
let visitor: Visit

openTestSite()
beforeEach(async () => {
  const cast = await app.members('Anna', 'Ben')
  anna = cast[0] as Person
  ben = cast[1] as Person
  visitor = await visit()
  await visitor.page.clock.install()
})

const record = (person: Person) => person.call('GET /api/user')
const tagline = async (person: Person) => (await record(person)).user.tagline
const logOut = async (page: Page) => {
  await page.getByRole('button', { name: 'Your menu' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.getByRole('link', { name: 'Create free account' }).waitFor()
}

/** A second tab of the same browser, on a different screen. */
async function secondTab(path = '/faq'): Promise<Page> {
  const tab = await visitor.page.context().newPage()
  await tab.goto(path)
  return tab
}

const keep = (page: Page, items: Record<string, unknown>) =>
  page.evaluate((given) => {
    for (const [key, value] of Object.entries(given)) localStorage.setItem(key, JSON.stringify(value))
  }, items)

const ownKeys = (page: Page) =>
  page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('own:')))

/** Longer than the auto-save pause, so any request would have been sent by then. */
async function passPause(page: Page): Promise<void> {
  await page.clock.runFor(2000)
  await page.evaluate(() => fetch('/manifest.webmanifest'))
}

/** Types a text that is not saved yet, because auto-save waits for a pause. */
async function typeOnEdit(text: string): Promise<void> {
  const { page } = visitor
  await arriveAs(page, anna, '/edit')
  await page.getByRole('textbox', { name: 'Tagline' }).fill(text)
  await expect.poll(() => ownKeys(page)).toEqual(['own:edit'])
}

test('[D §8] text typed by one member is never saved for another who logs in in another tab', async () => {
  const { page } = visitor
  const tab = await secondTab()
  const before = await tagline(ben)
  const sent: string[] = []
  page.on('request', (request) => {
    if (/auto-save/.test(request.url())) sent.push(request.postData() ?? '')
  })
  await typeOnEdit('Anna typed this')
  await keep(tab, { userInfo: await record(ben) })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect.poll(() => page.getByRole('textbox', { name: 'Tagline' }).inputValue()).toBe(before)
  await passPause(page)
  expect(sent.filter((body) => body.includes(ben.token))).toEqual([])
  expect(await tagline(ben)).toBe(before)
  expect(await ownKeys(page)).toEqual([])
})

test('[D §6] the rest of a photo batch is never uploaded as another member who logs in meanwhile', async () => {
  const { page } = visitor
  visitor.expectStatus(401)
  visitor.expectWords(/fetching user/)
  const senders: string[] = []
  let answer = () => {}
  const released = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(/\/api\/photos$/, async (route) => {
    const body = route.request().postDataBuffer()?.toString('latin1') ?? ''
    senders.push(body.includes(anna.token) ? 'Anna' : 'somebody else')
    await released
    await route.fulfill({ json: { filename: 'held', tmb_url: '', lg_url: '' } })
  })
  await arriveAs(page, anna, '/photos')
  const photo = { name: 'a.jpg', mimeType: 'image/jpeg', buffer: await testPhoto(1) }
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([photo, { ...photo, name: 'b.jpg' }])
  await expect.poll(() => senders).toEqual(['Anna'])
  await logOut(page)
  await page.goto('/#log-in')
  await page.getByRole('textbox', { name: 'Email' }).fill(ben.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(ben.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Recent Activity' }).waitFor()
  answer()
  await passPause(page)
  expect(senders).toEqual(['Anna'])
})

test('[P3 §12] a session that ends says why, and the same member returns to the page with the typed text', async () => {
  const { page } = visitor
  visitor.expectStatus(401)
  await page.route(/profile-auto-save/, (route) => route.abort())
  visitor.expectWords(/Failed to load resource|live stream|Error fetching user/)
  await secondTab()
  await typeOnEdit('My half-written tagline')
  const { token } = await anna
    .elsewhere()
    .call('POST /api/login', { email: anna.email, password: anna.password })
  const there = Object.assign(anna.elsewhere(), { token })
  await there.call('DELETE /api/session', { others: true })
  await page.getByText('This device was logged out from another one.').waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
  await page.getByRole('link', { name: 'Create free account' }).waitFor()
  await page.getByText('This device was logged out from another one.').waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
  await page.getByRole('textbox', { name: 'Email' }).fill(anna.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(anna.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.waitForURL(/\/edit$/)
  const typed = page.getByRole('textbox', { name: 'Tagline' })
  await expect.poll(() => typed.inputValue()).toBe('My half-written tagline')
})

test('logging out in one tab discards typed text in every other', async () => {
  const { page } = visitor
  await page.route(/profile-auto-save/, (route) => route.abort())
  visitor.expectWords(/Failed to load resource|live stream/)
  const tab = await secondTab()
  await typeOnEdit('Nobody else is to read this')
  await tab.goto('/')
  await logOut(tab)
  await page.getByRole('heading', { level: 1, name: 'Please log in' }).waitFor()
  await passPause(page)
  expect(await ownKeys(page)).toEqual([])
})

test('[D §9] after impersonation ends in one tab, another tab causes no activity as the member', async () => {
  const { page } = visitor
  const impersonated = await app.admin.call('POST /api/admin/impersonate', {
    id: anna.id,
    reason: 'They asked for help',
  })
  const adminInfo = await record(app.admin)
  await arriveAs(page, Object.assign(anna.elsewhere(), { token: impersonated.token }), `/${ben.url_hash}`, {
    adminInfo: JSON.stringify(adminInfo),
    adminPage: JSON.stringify('/admin/members'),
  })
  await page.getByRole('heading', { level: 1, name: /Ben/ }).waitFor()
  const tab = await secondTab()
  await tab.getByRole('complementary').getByRole('button', { name: 'Back to Admin' }).click()
  await tab.waitForURL(/\/admin/)
  await page.waitForURL(/\/admin/)
  await page.waitForLoadState('networkidle')
  expect((await ben.call('GET /api/users', { filter: 'viewed-me' })).users).toEqual([])
})

test('a tab that missed a new token uses it when the old one is refused', async () => {
  const { page } = visitor
  visitor.expectStatus(401)
  visitor.expectWords(/live stream|fetching user/)
  // Storage events don't reach this tab.
  await page.addInitScript(() => {
    window.addEventListener('storage', (event) => event.stopImmediatePropagation())
  })
  await app.members({ username: 'Carl', photos: 3 })
  await arriveAs(page, anna, '/favorites')
  await page.getByRole('heading', { level: 1, name: 'Favorites' }).waitFor()
  const tab = await secondTab()
  const fresh = await anna.call('POST /api/login', { email: anna.email, password: anna.password })
  await keep(tab, { userInfo: fresh, 'own:draft:1:2': 'still to be sent' })
  await anna.call('POST /api/logout')
  await page.getByRole('link', { name: 'Newest' }).click()
  await page.getByRole('heading', { level: 1, name: 'Newest' }).waitFor()
  await expect.poll(() => page.getByRole('link', { name: /Carl, / }).count()).toBeGreaterThan(0)
  const left = await page.evaluate(() => ({ ...localStorage }))
  expect(JSON.parse(left.userInfo ?? 'null').token).toBe(fresh.token)
  expect(left['own:draft:1:2']).toBeDefined()
})
