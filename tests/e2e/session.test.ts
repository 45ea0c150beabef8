import type { Person } from '@rosella/testkit/person'
import { problemBody } from '@rosella/testkit/problem-body'
import { say } from '@rosella/testkit/received'
import type { Page, Route } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { arriveAs, setVisibility, type Visit } from './browser'
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
})

const record = (person: Person) => person.call('GET /api/user')

const keep = (page: Page, items: Record<string, unknown>) =>
  page.evaluate((given) => {
    for (const [key, value] of Object.entries(given)) {
      localStorage.setItem(key, typeof value === 'string' ? value : JSON.stringify(value))
    }
  }, items)

async function logIn(person: Person): Promise<void> {
  const { page } = visitor
  await arriveAs(page, person, '/favorites')
  await page.getByRole('heading', { level: 1, name: 'Favorites' }).waitFor()
}

test('when another member logs in in another tab, this one shows only their lists', async () => {
  const { page } = visitor
  const [carla] = await app.members({ username: 'Carla', photos: 1 })
  await anna.call('POST /api/user-action', { action: 'fav', recipient_id: carla?.id ?? 0 })
  await logIn(anna)
  await page.getByRole('link', { name: /Carla/ }).waitFor()
  const other = await page.context().newPage()
  await other.goto('/faq')
  const asked = page.waitForRequest(
    (request) =>
      request.url().includes('/api/users') && request.url().includes(encodeURIComponent(ben.email)),
  )
  await keep(other, { userInfo: await record(ben) })
  await asked
  await page.getByRole('heading', { name: 'No users found' }).waitFor()
  await expect.poll(() => page.getByRole('link', { name: /Carla/ }).count()).toBe(0)
})

test('[P1 §4] the user info is empty until set: anything but a whole record is not a session', async () => {
  const { page } = visitor
  await page.goto('/manifest.webmanifest')
  for (const userInfo of ['{}', '{"status":2}', 'no JSON']) {
    await keep(page, { userInfo })
    await page.goto('/faq')
    await page.getByRole('heading', { level: 1, name: 'FAQs' }).waitFor()
    const menus = await page.getByRole('button', { name: 'Your menu' }).count()
    expect([userInfo, menus]).toEqual([userInfo, 0])
  }
})

test('a browser without storage still shows the site, and keeps the session until a reload', async () => {
  const { page } = visitor
  await page.addInitScript(() => {
    const get = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    }
    for (const store of ['localStorage', 'sessionStorage']) Object.defineProperty(window, store, { get })
  })
  await page.goto('/signup')
  await page.getByLabel('First name').fill('Anna')
  await page.goto('/#log-in')
  await page.getByLabel('Email').fill(anna.email)
  await page.getByLabel('Password', { exact: true }).fill(anna.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Recent Activity' }).waitFor()
  await page.getByRole('link', { name: 'Messages' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Messages' }).waitFor()
  await page.getByRole('button', { name: 'Your menu' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.getByRole('link', { name: 'Create free account' }).waitFor()
})

test('a late refusal of an older token logs nobody out', async () => {
  const { page } = visitor
  visitor.expectStatus(401)
  visitor.expectWords(/fetching user/)
  await logIn(anna)
  await page.getByRole('button', { name: 'Your menu' }).waitFor()
  let hold = (_route: Route) => {}
  const lateRoute = new Promise<Route>((resolve) => {
    hold = resolve
  })
  await page.route(/\/api\/user\?/, (route) =>
    route.request().url().includes(anna.token) ? hold(route) : route.continue(),
  )
  await setVisibility(page, 'visible')
  const route = await lateRoute
  const other = await page.context().newPage()
  await other.goto('/faq')
  const fresh = await anna.call('POST /api/login', { email: anna.email, password: anna.password })
  const again = page.waitForRequest((request) => request.url().includes(fresh.token))
  await keep(other, { userInfo: fresh })
  await again
  const noticed = page.waitForEvent('console', (message) => message.text().includes('fetching user'))
  await route.fulfill({ status: 401, json: problemBody('session.none') })
  await noticed
  await page.getByRole('heading', { level: 1, name: 'Favorites' }).waitFor()
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('userInfo') ?? 'null'))
  expect(stored.token).toBe(fresh.token)
})

test('when the hour of impersonation is over, the admin is back on the saved admin page', async () => {
  const { page } = visitor
  visitor.expectStatus(401)
  visitor.expectWords(/live stream|fetching user/)
  await logIn(anna)
  const admin = await record(app.admin)
  await keep(page, { adminInfo: admin, adminPage: '/admin/members' })
  await app.db.deleteFrom('session').where('member_id', '=', anna.id).execute()
  await page.getByRole('link', { name: 'Newest' }).click()
  await page.waitForURL(`${app.url}/admin/members`)
  await page.waitForLoadState()
  const left = await page.evaluate(() => ({ ...localStorage }))
  expect(JSON.parse(left.userInfo ?? 'null').token).toBe(app.admin.token)
  expect([left.adminInfo, left.adminPage]).toEqual([undefined, undefined])
})

test('[P3 §9] hidden tabs keep counting with one stream between them, and get their own when visible', async () => {
  const { page } = visitor
  const context = page.context()
  const opened: string[] = []
  context.on('request', (request) => {
    if (request.url().includes('/api/notifications')) opened.push(request.url())
  })
  const isHiddenStream = (url: string) => url.includes('background=1')
  await page.clock.install()
  await logIn(anna)
  const other = await context.newPage()
  await other.goto('/newest')
  await expect.poll(() => opened.length).toBe(2)
  for (const tab of [page, other]) {
    await tab.getByRole('link', { name: 'Messages' }).first().waitFor()
    const closed = tab.waitForEvent('requestfailed', (request) => /notifications/.test(request.url()))
    await setVisibility(tab, 'hidden')
    await tab.clock.fastForward(61_000)
    await closed
  }
  await expect.poll(() => opened.filter(isHiddenStream).length).toBe(1)
  await say(await ben.socket(), anna, 'Hello')
  await expect.poll(() => page.title()).toBe('(1) Favorites - Rosella')
  await expect.poll(() => other.title()).toBe('(1) Newest - Rosella')
  expect(opened.filter(isHiddenStream)).toHaveLength(1)
  // Hidden, the member is not online.
  const isOnline = async () =>
    (await ben.call('GET /api/view-profile', { url_hash: anna.url_hash })).user.online
  await expect.poll(isOnline).toBe(false)

  // The first tab is visible again, so the other one takes over the stream of the hidden tabs.
  const next = page.waitForRequest(/\/api\/notifications/)
  await setVisibility(page, 'visible')
  expect(isHiddenStream((await next).url())).toBe(false)
  await expect.poll(() => opened.filter(isHiddenStream).length).toBe(2)
})

test('a lost stream that had delivered something reconnects after the shortest pause, every time', async () => {
  const { page } = visitor
  visitor.expectWords(/live stream/)
  const body = 'event: settings\ndata: {"notification_show_interval":6,"notifications_gap":2}\n\n'
  const opened: number[] = []
  await page.route(/\/api\/notifications/, (route) => {
    opened.push(Date.now())
    return route.fulfill({ contentType: 'text/event-stream', body })
  })
  await logIn(anna)
  await expect.poll(() => opened.length, { timeout: 30_000 }).toBe(4)
  // With growing pauses this would take 8 seconds by now.
  expect((opened[3] ?? 0) - (opened[2] ?? 0)).toBeLessThan(6000)
})

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
  const [carla] = (await app.members({ username: 'Carla', photos: 1 })) as [Person]
  const { page } = visitor
  // A cache miss is logged in the console as a failed request.
  visitor.expectWords(/ERR_CACHE_MISS|504/)
  await arriveAs(page, anna, `/${carla.url_hash}`)
  const photo = (await page.locator('main img[src*="/media/"]').first().getAttribute('src')) ?? ''
  await expect.poll(() => isKept(page, photo)).toBe(true)
  await page.getByRole('button', { name: 'Your menu' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect.poll(() => isKept(page, photo)).toBe(false)
})
