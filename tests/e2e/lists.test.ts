import { lists } from '@rosella/contract/browse/rules'
import type { Person } from '@rosella/testkit/person'
import { problemBody } from '@rosella/testkit/problem-body'
import { say } from '@rosella/testkit/received'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { arriveAs, goTo, looks, type Visit } from './browser'
import { app, openTestSite, visit } from './test-site'

/** A slow machine may take its time. */
const soon = { timeout: 20_000 }

let visitor: Visit
let page: Page
let anna: Person
let ben: Person

const act = (from: Person, action: string, to: Person) =>
  from.call('POST /api/user-action', { action, recipient_id: to.id })

openTestSite()
beforeAll(async () => {
  const cast = await app.members('Anna', { username: 'Ben', photos: 3, premium: true })
  anna = cast[0] as Person
  ben = cast[1] as Person
  // 26 favourites are two pages of 24.
  const others = await app.members(...Array.from({ length: 25 }, () => 'Cara'))
  for (const other of [...others, ben]) await act(anna, 'fav', other)
})
beforeEach(async () => {
  visitor = await visit()
  page = visitor.page
})

const open = (path: string) => arriveAs(page, anna, path)

const groups = [
  {
    '/': 'Recent Activity',
    '/newest': 'Newest',
    '/for-you': 'For you',
    '/search': 'Search',
    '/favorites': 'Favorites',
  },
  { '/likes-received': 'Received', '/matched': 'Mutual Likes', '/likes-sent': 'Sent' },
  { '/roses-received': 'Received', '/roses-sent': 'Sent' },
  { '/viewed-me': 'Viewed Me', '/viewed': 'By Me' },
]
const sections = ['Browse', 'Likes', 'Roses', 'Views']
/** These have separate screens. */
const apart: Record<string, string> = { '/for-you': 'For you', '/search': 'Search' }

test('[P1 §2] every route has its title and tabs', async () => {
  await open('/')
  const bar = page.getByRole('navigation', { name: 'Sections' })
  for (const [place, group] of groups.entries()) {
    const section = sections[place] ?? ''
    await bar.getByRole('link', { name: section }).first().click()
    const tabs = page.getByRole('main').getByRole('navigation', { name: section })
    for (const [path, label] of Object.entries(group)) {
      await tabs.getByRole('link', { name: label, exact: true }).click()
      await page.waitForURL(app.url + path)
      const title = apart[path] ?? lists[(path.slice(1) || 'recent') as keyof typeof lists].title
      await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
      await tabs.locator('[aria-current=page]').getByText(label, { exact: true }).waitFor()
      await bar.locator('[aria-current=page]').first().getByText(section).waitFor()
      expect(await tabs.getByRole('link').allTextContents()).toEqual(Object.values(group))
    }
  }
  await page.getByRole('heading', { name: 'No users found' }).waitFor()
})

test('[P1 §2] a card shows everything required, also as text', async () => {
  await act(ben, 'like', anna)
  await act(ben, 'rose', anna)
  await say(await ben.socket(), anna, 'Hello')
  await open('/roses-received')
  const card = page.getByRole('link', { name: /Ben, 3\d/ })
  await card.waitFor()
  const text = (await card.textContent()) ?? ''
  for (const part of ['Ben', 'Hobart, TAS', 'min ago', 'New', 'Premium', 'Favourite', 'Likes you'])
    expect(text).toContain(part)
  for (const part of ['Roses received: 1', 'Messages: 1', 'Photos: 3']) expect(text).toContain(part)
  expect(await card.locator('img').getAttribute('src')).toMatch(/\/tmb\/.+\.jpg$/)
  await act(anna, 'like', ben)
  await page
    .getByRole('link', { name: /^Likes/ })
    .first()
    .click()
  await page.getByRole('link', { name: 'Mutual Likes' }).click()
  await page.getByRole('link', { name: /Ben, 3\d.*You like each other/ }).waitFor()
})

interface Frame {
  number: string
  people: string[]
  isPressed: boolean
  isBusy: boolean
}
const frames = () => page.evaluate(() => (window as unknown as { frames: Frame[] }).frames)

/** Runs in the page, and notes what every frame of a list shows. */
function recordFrames(): void {
  const kept: Frame[] = []
  Object.assign(window, { frames: kept })
  const next = document.querySelector('a[aria-label="Next page"]')
  const record = () => {
    const cards = document.querySelectorAll<HTMLAnchorElement>('main li:not(nav li) a[href]')
    kept.push({
      number: document.querySelector('nav[aria-label="Pages"] [aria-current=page]')?.textContent ?? '',
      people: [...cards].map(({ href }) => href),
      isPressed: next !== null && getComputedStyle(next).opacity === '0.7',
      isBusy: document.querySelector('main .animate-shimmer') !== null,
    })
    requestAnimationFrame(record)
  }
  record()
}

test('[P1 §2] pager: first, previous, numbers, next, last; on a phone only the current number', async () => {
  await open('/favorites')
  const pager = page.getByRole('navigation', { name: 'Pages' })
  const links = () => pager.getByRole('link').evaluateAll((all) => all.map((one) => one.ariaLabel))
  await expect.poll(links, soon).toEqual(['Page 1', 'Page 2', 'Next page', 'Last page'])
  // On Slow 4G a tap is felt before the finger is lifted, something shows before the reply arrives, and no frame has the
  // people of the page before under the new number. `npm run bench:web` measures the times.
  const client = await page.context().newCDPSession(page)
  await client.send('Network.enable')
  const slow4g = { latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 }
  await client.send('Network.emulateNetworkConditions', { offline: false, ...slow4g })
  await page.evaluate(recordFrames)
  await pager.getByRole('link', { name: 'Next page' }).hover()
  await page.mouse.down()
  await expect.poll(() => frames().then((all) => all.some(({ isPressed }) => isPressed)), soon).toBe(true)
  await page.mouse.up()
  await expect.poll(links, soon).toEqual(['First page', 'Previous page', 'Page 1', 'Page 2'])
  await expect.poll(() => page.getByRole('button', { name: 'Remove' }).count(), soon).toBe(2)
  await client.detach()
  const seen = await frames()
  const [before] = seen
  expect([before?.number, before?.people.length]).toEqual(['1', 24])
  const second = seen.filter(({ number }) => number === '2')
  expect(second.filter(({ people }) => people.some((one) => before?.people.includes(one)))).toEqual([])
  expect(second[0]).toMatchObject({ people: [], isBusy: true })
  expect(second.at(-1)?.people).toHaveLength(2)
  await page.setViewportSize({ width: looks[2].width, height: 844 })
  await expect.poll(() => pager.getByRole('link', { name: 'Page 1' }).isVisible(), soon).toBe(false)
  expect(await pager.getByRole('link', { name: 'Page 2' }).isVisible()).toBe(true)
  await page.goBack()
  await expect.poll(() => page.getByRole('button', { name: 'Remove' }).count(), soon).toBe(24)

  await goTo(page, '/roses-sent')
  await page.getByRole('heading', { name: 'No users found' }).waitFor()
  expect(await pager.count()).toBe(0)
})

test('[P1 §8] Remove dims the card and fails with a red toast or keeps the focus in the list; a list that fails to load has Try again', async () => {
  await open('/favorites?p=2')
  const remove = page.getByRole('button', { name: 'Remove' })
  await expect.poll(() => remove.count(), soon).toBe(2)
  visitor.expectStatus(500)
  let answer = (_status: number) => {}
  await page.route('**/api/user-action', async (route) => {
    const status = await new Promise<number>((resolve) => {
      answer = resolve
    })
    if (status === 200) await route.continue()
    else await route.fulfill({ status, json: {} })
  })
  await remove.first().focus()
  await page.keyboard.press('Enter')
  await page.locator('li [aria-busy=true].opacity-40').waitFor()
  answer(500)
  const toast = page.getByRole('alert').filter({ hasText: 'Something went wrong. Please try again later.' })
  await toast.waitFor()
  const colour = await toast
    .locator('[data-toast]')
    .evaluate((node) => getComputedStyle(node).backgroundColor)
  expect(colour).toBe('rgb(168, 32, 13)')
  await page.locator('li [aria-busy=true]').first().waitFor({ state: 'detached' })
  await expect.poll(() => remove.count()).toBe(2)
  await toast.getByRole('button', { name: 'Close' }).click()
  await toast.waitFor({ state: 'detached' })
  await remove.first().focus()
  await page.keyboard.press('Enter')
  await page.locator('li [aria-busy=true].opacity-40').waitFor()
  answer(200)
  await expect.poll(() => remove.count(), soon).toBe(1)
  await page.waitForFunction(() => document.activeElement?.textContent === 'Remove')

  visitor.expectStatus(429)
  await page.route('**/api/users?*', (route) => route.fulfill({ status: 429, json: problemBody('too-many') }))
  await goTo(page, '/newest')
  await page.getByRole('alert').getByText('Too many requests. Please try again later.').waitFor()
  await page.unroute('**/api/users?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('link', { name: /Ben, 3\d/ }).waitFor()
  await expect.poll(() => page.getByRole('alert').allTextContents()).toEqual([''])
})

test('[P1 §9] the time-ago labels change every second, and nothing else on the page does', async () => {
  await page.clock.install()
  await open('/favorites')
  // The first cards render before the rest of the 24.
  await expect.poll(() => page.getByRole('main').locator('time').count(), soon).toBe(24)
  // A photo that loads during the observation would count as a change, so load all of them first.
  await expect
    .poll(() =>
      page.evaluate(() => {
        for (const image of document.images) image.loading = 'eager'
        return [...document.images].filter(({ complete }) => !complete).map(({ src }) => src)
      }),
    )
    .toEqual([])
  await page.evaluate(() => {
    const seen = new Set<string>()
    const nameOf = (node: Node) => (node instanceof Element ? node : node.parentElement)?.closest('time, *')
    new MutationObserver((records) => {
      for (const { target } of records) seen.add(nameOf(target)?.tagName ?? '')
    }).observe(document.querySelector('main') as Element, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    })
    Object.assign(window, { seen })
  })
  // 0 to 2 real minutes have passed, plus an hour and a half on the page's clock.
  await page.clock.fastForward(90 * 60_000)
  await page.waitForFunction(() => document.querySelector('main time')?.textContent === '1hr ago')
  const changed = await page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen])
  expect(changed).toEqual(['TIME'])
})
