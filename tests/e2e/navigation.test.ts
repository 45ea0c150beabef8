import type { Person } from '@rosella/testkit/person'
import type { TestApp } from '@rosella/testkit/test-app'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { findings } from './axe'
import { arriveAs, goTo, type Look, looks, type Visit } from './browser'
import { emailedLink } from './emailed-link'
import { app, openTestSite, visitAs } from './test-site'

const DAY_MS = 86_400_000

openTestSite()

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
  const five = ['Browse', 'Views', 'Likes', 'Roses', 'Messages']

  test('Browse, Views, Likes, Roses, Messages; every item of the menu opens its page, and three do nothing', async () => {
    const dora = await one('Dora')
    const { page } = await arrive(dora, { path: '/favorites' })
    expect(await entries(topBar(page).first())).toEqual(five)
    const menu = page.getByRole('button', { name: 'Your menu' })
    // Without a photo it shows the initial.
    expect([await menu.textContent(), await menu.locator('img').count()]).toEqual(['D', 0])
    await menu.click()
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
      ['Dates', '/dates'],
      ['Check in', '/dates#check-in'],
      ['Videos', 'disabled'],
      ['Logs', 'disabled'],
      ['Settings', '/settings'],
      ['Membership', 'disabled'],
      ['Help', '/faq'],
      ['Log out', 'action'],
    ])
    for (const name of ['Videos', 'Logs', 'Membership']) {
      await page.getByRole('menuitem', { name }).click({ force: true })
      expect(new URL(page.url()).pathname).toBe('/favorites')
    }
    expect(await findings(page)).toEqual([])
  })

  test('on a phone the sections are a bar at the bottom, with their counts, and the menu shows the photo', async () => {
    const [gia, ben] = (await cast({ username: 'Gia', photos: 1 }, 'Ben')) as [Person, Person]
    await ben.call('POST /api/user-action', { action: 'like', recipient_id: gia.id })
    const { page } = await arrive(gia, { look: looks[2] })
    await page.getByRole('button', { name: 'Your menu' }).locator('img[src*="/tmb/"]').waitFor()
    const bottom = page.locator('[data-bottom-bar]')
    await bottom.getByRole('link', { name: /^Likes 1 new like$/ }).waitFor()
    await expect.poll(() => bottom.getByRole('link').count()).toBe(5)
    const box = await bottom.boundingBox()
    expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(844)
    const shown = page.getByRole('navigation', { name: 'Sections' }).filter({ visible: true })
    await expect.poll(() => shown.count()).toBe(1)
  })

  test('has Admin for admins, and is hidden on paths that start with /admin, in capitals as well', async () => {
    const { page } = await arrive(app.admin)
    expect(await entries(topBar(page).first())).toEqual([...five, 'Admin'])
    expect(await topBar(page).getByRole('link', { name: 'Admin' }).first().getAttribute('href')).toBe(
      '/admin',
    )
    for (const path of ['/admin', '/Admin/members/']) {
      await goTo(page, path)
      await page.getByRole('navigation', { name: 'Admin' }).waitFor()
      await page.waitForFunction((to) => location.pathname === to.toLowerCase().replace(/\/$/, ''), path)
      expect(await page.getByRole('button', { name: 'Your menu' }).count()).toBe(0)
      expect(await page.getByRole('navigation', { name: 'Sections' }).count()).toBe(0)
    }
  })
})

test('[P1 §2] the status badge: Premium, before it Stealth Mode, and before both Restricted, after 24 hours without 3 photos', async () => {
  const [hana, jo] = (await cast({ username: 'Hana', premium: true }, { username: 'Jo', photos: 3 })) as [
    Person,
    Person,
  ]
  const { page } = await arrive(hana, { before: (at) => at.clock.install() })
  const badge = (name: string) => page.getByRole('banner').getByText(name, { exact: true })
  await badge('Premium').waitFor()
  expect(await badge('Restricted').count()).toBe(0)

  await hana.call('POST /api/settings-auto-save', { key: 'stealth_mode', value: true })
  await arriveAs(page, hana, '/')
  await page.getByRole('link', { name: 'Stealth Mode' }).waitFor()
  expect(await badge('Premium').count()).toBe(0)
  await page.getByRole('link', { name: 'Stealth Mode' }).click()
  await page.waitForURL(`${app.url}/settings#stealth-mode`)

  await page.clock.fastForward(DAY_MS + 120_000)
  await arriveAs(page, hana, '/')
  const restricted = page.getByRole('link', { name: 'Restricted' })
  const tooltip = page.getByRole('tooltip', { name: 'Reduced visibility due to insufficient photos' })
  await restricted.waitFor()
  expect(await badge('Stealth Mode').count()).toBe(0)
  expect(await tooltip.count()).toBe(0)
  await restricted.hover()
  await page.getByText('Reduced visibility due to insufficient photos').filter({ visible: true }).waitFor()
  await restricted.click()
  await page.waitForURL(`${app.url}/photos`)

  await arriveAs(page, jo, '/')
  await page.getByRole('button', { name: 'Your menu' }).locator('img[src*="/tmb/"]').waitFor()
  expect(await badge('Restricted').count()).toBe(0)
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

  // admin-members.test.ts returns to a saved page of the admin.
  test('Back to Admin restores their session; a saved page outside /admin leads to /admin', async () => {
    const kim = await one('Kim')
    const { page } = await actAs(kim, '/likes-received')
    const asAdmin: string[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname === '/api/users' && searchParams.get('token') === app.admin.token) asAdmin.push(pathname)
    })
    await page.getByRole('button', { name: 'Your menu' }).click()
    await page.getByRole('menuitem', { name: 'Back to Admin' }).click()
    await page.waitForURL(`${app.url}/admin`)
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
})
