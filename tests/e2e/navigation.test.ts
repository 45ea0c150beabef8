import type { Person } from '@rosella/testkit/person'
import type { TestApp } from '@rosella/testkit/test-app'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { findings } from './axe'
import { type Look, looks, type Visit } from './browser'
import { emailedLink } from './emailed-link'
import { app, openTestSite, visitAs } from './test-site'

const DAY_MS = 86_400_000

openTestSite({ motion: true })

const cast = async (...wishes: Parameters<TestApp['members']>) => (await app.members(...wishes)) as Person[]
const one = async (...wishes: Parameters<TestApp['members']>) => (await cast(...wishes))[0] as Person

interface Arrival {
  path?: string
  look?: Look
  kept?: Record<string, string>
  before?: (page: Page) => Promise<void>
}

/** A logged-in member in a separate browser. */
async function arrive(person: Person, { path = '/', look, ...more }: Arrival = {}): Promise<Visit> {
  const visitor = await visitAs(person, path, look, more)
  await visitor.page.getByRole('button', { name: 'Your menu' }).waitFor()
  return visitor
}

const topBar = (page: Page): Locator => page.getByRole('banner').getByRole('navigation', { name: 'Sections' })
const entries = (bar: Locator) => bar.getByRole('link').allTextContents()

describe('[P1 §2] top navigation', () => {
  test('Browse, Views, Likes, Roses, Messages; Admin only for admins', async () => {
    const anna = await one('Anna')
    const { page } = await arrive(anna)
    const five = ['Browse', 'Views', 'Likes', 'Roses', 'Messages']
    expect(await entries(topBar(page).first())).toEqual(five)
    const admin = await arrive(app.admin)
    expect(await entries(topBar(admin.page).first())).toEqual([...five, 'Admin'])
    expect(await topBar(admin.page).getByRole('link', { name: 'Admin' }).first().getAttribute('href')).toBe(
      '/admin',
    )
  })

  test('a view, a like and a rose are counted while the page is open; 0 shows nothing', async () => {
    const [anna, ben] = (await cast('Anna', 'Ben')) as [Person, Person]
    const { page } = await arrive(anna)
    const bar = topBar(page).first()
    await page.getByRole('heading', { name: 'No users found' }).waitFor()
    expect((await entries(bar)).join()).not.toMatch(/\d/)
    await ben.call('GET /api/view-profile', { url_hash: anna.url_hash })
    await bar.getByRole('link', { name: /^Views 1 new view$/ }).waitFor()
    await ben.call('POST /api/user-action', { action: 'like', recipient_id: anna.id })
    await bar.getByRole('link', { name: /^Likes 1 new like$/ }).waitFor()
    const [carl] = await cast({ username: 'Carl', gender: 'm' })
    await carl?.call('POST /api/user-action', { action: 'like', recipient_id: anna.id })
    await bar.getByRole('link', { name: /^Likes 2 new likes$/ }).waitFor()
    await carl?.call('POST /api/user-action', { action: 'rose', recipient_id: anna.id })
    await bar.getByRole('link', { name: /^Roses 1 new rose$/ }).waitFor()
    await bar.getByRole('link', { name: /^Views/ }).click()
    await bar.getByRole('link', { name: 'Views', exact: true }).waitFor()
  })

  test('the menu: every item opens its page, and three do nothing', async () => {
    const dora = await one('Dora')
    const { page } = await arrive(dora, { path: '/favorites' })
    await page.getByRole('button', { name: 'Your menu' }).click()
    const items = page.getByRole('menuitem')
    await items.first().waitFor()
    const targets = await items.evaluateAll((all) =>
      all.map((item) => [
        item.textContent,
        item.getAttribute('href') ?? (item.getAttribute('aria-disabled') ? 'disabled' : 'action'),
      ]),
    )
    expect(targets).toEqual([
      ['Profile', `/${dora.url_hash}`],
      ['Edit', '/edit'],
      ['Photos', '/photos'],
      ['Videos', 'disabled'],
      ['Logs', 'disabled'],
      ['Settings', '/settings'],
      ['Membership', 'disabled'],
      ['Log out', 'action'],
    ])
    for (const name of ['Videos', 'Logs', 'Membership']) {
      await page.getByRole('menuitem', { name }).click({ force: true })
      expect(new URL(page.url()).pathname).toBe('/favorites')
    }
    expect(await findings(page)).toEqual([])
  })

  test('shows the photo, or a letter without one', async () => {
    const [eve, fay] = (await cast('Eve', { username: 'Fay', photos: 1 })) as [Person, Person]
    const letter = await arrive(eve)
    const menu = ({ page }: Visit) => page.getByRole('button', { name: 'Your menu' })
    expect([await menu(letter).textContent(), await menu(letter).locator('img').count()]).toEqual(['E', 0])
    const photo = await arrive(fay)
    await menu(photo).locator('img[src*="/tmb/"]').waitFor()
  })

  test('on a phone the sections are a bar at the bottom, with their counts', async () => {
    const [gia, ben] = (await cast('Gia', 'Ben')) as [Person, Person]
    await ben.call('POST /api/user-action', { action: 'like', recipient_id: gia.id })
    const { page } = await arrive(gia, { look: looks[2] })
    const bottom = page.locator('[data-bottom-bar]')
    await bottom.getByRole('link', { name: /^Likes 1 new like$/ }).waitFor()
    expect(await bottom.getByRole('link').count()).toBe(5)
    const box = await bottom.boundingBox()
    expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(844)
    const shown = page.getByRole('navigation', { name: 'Sections' }).filter({ visible: true })
    expect(await shown.count()).toBe(1)
  })

  test('is hidden on paths that start with /admin', async () => {
    const { page } = await arrive(app.admin)
    for (const path of ['/admin', '/admin/members']) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      expect(await page.getByRole('button', { name: 'Your menu' }).count()).toBe(0)
      expect(await page.getByRole('navigation', { name: 'Sections' }).count()).toBe(0)
    }
  })
})

describe('[P1 §2] the status badge', () => {
  const inADay = { before: (page: Page) => page.clock.install({ time: Date.now() + DAY_MS + 120_000 }) }

  test('Restricted comes before Stealth Mode, Stealth Mode before Premium', async () => {
    const hana = await one({ username: 'Hana', premium: true })
    const today = await arrive(hana)
    await today.page.getByRole('banner').getByText('Premium', { exact: true }).waitFor()
    await hana.call('POST /api/settings-auto-save', { key: 'stealth_mode', value: true })
    const stealthy = await arrive(hana)
    const badge = stealthy.page.getByRole('link', { name: 'Stealth Mode' })
    await badge.waitFor()
    expect(await stealthy.page.getByText('Premium', { exact: true }).count()).toBe(0)
    await badge.click()
    await stealthy.page.waitForURL(`${app.url}/settings#stealth-mode`)
    const tomorrow = await arrive(hana, inADay)
    await tomorrow.page.getByRole('link', { name: 'Restricted' }).waitFor()
    expect(await tomorrow.page.getByRole('link', { name: 'Stealth Mode' }).count()).toBe(0)
  })

  test('Restricted: after 24 hours without 3 photos, with its tooltip; a click goes to /photos', async () => {
    const [ida, jo] = (await cast('Ida', { username: 'Jo', photos: 3 })) as [Person, Person]
    const early = await arrive(ida)
    expect(await early.page.getByText('Restricted').count()).toBe(0)
    const enough = await arrive(jo, inADay)
    expect(await enough.page.getByText('Restricted').count()).toBe(0)
    const { page } = await arrive(ida, inADay)
    const badge = page.getByRole('link', { name: 'Restricted' })
    const tooltip = page.getByRole('tooltip', { name: 'Reduced visibility due to insufficient photos' })
    await badge.waitFor()
    expect(await tooltip.count()).toBe(0)
    await badge.hover()
    await page.getByText('Reduced visibility due to insufficient photos').filter({ visible: true }).waitFor()
    await badge.click()
    await page.waitForURL(`${app.url}/photos`)
  })
})

describe('[P1 §4] an admin who acts as a member', () => {
  async function actAs(person: Person, adminPage: string) {
    const session = await app.admin.call('POST /api/admin/impersonate', {
      id: person.id,
      reason: 'They asked for help',
    })
    const admin = await app.admin.call('GET /api/user')
    const ghost = Object.assign(person.elsewhere(), { token: session.token })
    const kept = { adminInfo: JSON.stringify(admin), adminPage }
    return arrive(ghost, { path: '/likes-received', kept })
  }

  test.each([
    ['/admin/members', '/admin/members'],
    ['/likes-received', '/admin'],
  ])('Back to Admin restores their session; saved page %s leads to %s', async (saved, target) => {
    const kim = await one('Kim')
    const { page } = await actAs(kim, saved)
    const asAdmin: string[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname === '/api/users' && searchParams.get('token') === app.admin.token) asAdmin.push(pathname)
    })
    await page.getByRole('button', { name: 'Your menu' }).click()
    await page.getByRole('menuitem', { name: 'Back to Admin' }).click()
    await page.waitForURL(app.url + target)
    await page.waitForLoadState()
    const left = await page.evaluate(() => ({ ...localStorage }))
    expect(JSON.parse(left.userInfo ?? 'null').token).toBe(app.admin.token)
    expect([left.adminInfo, left.adminPage]).toEqual([undefined, undefined])
    // The member's screen must not be requested again as the admin.
    expect(asAdmin).toEqual([])
  })

  test('Log out clears the session, the admin marker and the saved page', async () => {
    const lea = await one('Lea')
    const { page } = await actAs(lea, '/admin/members')
    await page.getByRole('button', { name: 'Your menu' }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await page.getByRole('link', { name: 'Create free account' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/')
    const left = await page.evaluate(() => Object.keys(localStorage))
    expect(left.filter((key) => ['userInfo', 'adminInfo', 'adminPage'].includes(key))).toEqual([])
  })

  test('nobody else sees Back to Admin', async () => {
    const { page } = await arrive(await one('Mia'))
    await page.getByRole('button', { name: 'Your menu' }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).waitFor()
    expect(await page.getByRole('menuitem', { name: 'Back to Admin' }).count()).toBe(0)
  })
})

describe('[P1 §1] the global toast', () => {
  test('hides itself after 10000 ms, sits at the bottom-end, is a status', async () => {
    const nora = await one('Nora')
    const { page } = await arrive(nora, {
      path: await emailedLink(app, nora, 'change-password'),
      before: (at) => at.clock.install(),
    })
    await page.getByLabel('New password', { exact: true }).fill('Galah-River-77')
    await page.getByLabel('Repeat new password').fill('Galah-River-77')
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.getByRole('button', { name: 'Submit' }).click()
    const toast = page.getByRole('status').filter({ hasText: 'New password saved successfully.' })
    await toast.waitFor()
    const box = await toast.boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(1280 - 40)
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(850 - 40)
    await page.clock.runFor(9_999)
    await toast.waitFor()
    await page.clock.runFor(1)
    await toast.waitFor({ state: 'detached' })
  })

  test('[P1 §8] a favourite that cannot be removed shows a red toast that can be closed', async () => {
    const [olga, ben] = (await cast('Olga', 'Ben')) as [Person, Person]
    await olga.call('POST /api/user-action', { action: 'fav', recipient_id: ben.id })
    const visitor = await arrive(olga, { path: '/favorites' })
    const { page } = visitor
    visitor.expectStatus(500)
    await page.route('**/api/user-action', (route) => route.fulfill({ status: 500, body: '' }))
    await page.getByRole('button', { name: 'Remove' }).click()
    const toast = page.getByRole('alert').filter({ hasText: 'Something went wrong. Please try again later.' })
    await toast.waitFor()
    const colour = await toast
      .locator('[data-toast]')
      .evaluate((node) => getComputedStyle(node).backgroundColor)
    expect(colour).toBe('rgb(168, 32, 13)')
    expect(await findings(page)).toEqual([])
    await toast.getByRole('button', { name: 'Close' }).click()
    await toast.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: /Ben/ }).waitFor()
  })
})
