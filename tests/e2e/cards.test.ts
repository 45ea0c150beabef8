import type { Person } from '@rosella/testkit/person'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { findings } from './axe'
import { looks, type Visit } from './browser'
import { box } from './chat-page'
import { pressOnceRendered, slowDown } from './slow-machine'
import { app, openTestSite, visitAs } from './test-site'

openTestSite({ motion: true })

let anna: Person
let others: Person[]
beforeAll(async () => {
  ;[anna, ...others] = (await app.members('Anna', 'Ben', 'Cara', 'Dora')) as [Person, ...Person[]]
  for (const other of others) {
    await other.call('POST /api/profile-auto-save', {
      key: 'tagline',
      value: `${other.username} surfs at dawn`,
    })
    await anna.call('POST /api/user-action', { action: 'fav', recipient_id: other.id })
    app.clock.advance(1)
  }
})

const cards = (page: Page) => page.locator('main ul[aria-busy] > li')
const card = (page: Page, name: string) => cards(page).filter({ has: page.getByText(name, { exact: true }) })
const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name: new RegExp(`^${name}`) }).waitFor()

test('[issue 16] on a phone the tabs are the heading, the first card is high, and says a line instead of counts', async () => {
  const { page } = await visitAs(anna, '/favorites', looks[2])
  await card(page, 'Ben').waitFor()
  const top = await cards(page).first().boundingBox()
  expect(top?.y).toBeLessThan(145)
  expect(await page.getByRole('heading', { level: 1, name: 'Favorites' }).boundingBox()).toMatchObject({
    width: 1,
  })
  expect(await card(page, 'Ben').getByText('Ben surfs at dawn').isVisible()).toBe(true)
  expect(await findings(page)).toEqual([])
})

test.each([
  [looks[3], 'Cara'],
  [looks[0], 'Dora'],
] as const)(
  '[issue 16] a like from the card: at once, taken back when it fails, and known to the profile (%o)',
  async (look, name) => {
    const liked = others.find(({ username }) => username === name) as Person
    const visitor: Visit = await visitAs(anna, '/favorites', look)
    const { page } = visitor
    const like = card(page, name).getByRole('button', { name: new RegExp(name) })
    visitor.expectStatus(500)
    await page.route('**/api/user-action', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 })
    await like.click()
    await page.getByRole('alert').getByText('Something went wrong. Please try again later.').waitFor()
    await expect.poll(() => like.getAttribute('aria-label')).toBe(`Like ${name}`)
    await like.click()
    await expect.poll(() => like.getAttribute('aria-label')).toBe(`You like ${name}`)
    await expect
      .poll(async () =>
        (await liked.call('GET /api/users', { filter: 'likes-received' })).users.map(({ id }) => id),
      )
      .toEqual([anna.id])
    expect(await findings(page)).toEqual([])
    await card(page, name).getByRole('link').click()
    await page.getByRole('button', { name: 'Liked' }).waitFor()
  },
)

test.each([looks[2], looks[0]])(
  '[issue 16] at $width px from a profile of a list on to the next and the one before, by button, key and swipe; Back is the list',
  async (look) => {
    const { page } = await visitAs(anna, '/favorites', look, { hasTouch: true })
    await card(page, 'Ben').waitFor()
    // The latest favourite comes first.
    const [first, second, third] = ['Dora', 'Cara', 'Ben'] as const
    await card(page, first).getByRole('link').click()
    await heading(page, first)
    await page.getByText('1 of 3').waitFor()
    expect(await page.getByRole('button', { name: 'Previous profile' }).isDisabled()).toBe(true)
    expect(await findings(page)).toEqual([])
    // The key is pressed as soon as there is somebody to see, and is theirs already.
    await slowDown(page)
    await pressOnceRendered(page, '2 of 3', { key: 'ArrowRight' })
    await page.getByRole('button', { name: 'Next profile' }).click()
    await heading(page, third)
    // Who writes moves in the words.
    await box(page).fill('Hello')
    await page.keyboard.press('ArrowLeft')
    await swipe(page, 100, 280)
    await heading(page, second)
    await page.reload()
    await page.getByText('2 of 3').waitFor()
    await page.getByRole('link', { name: 'Favorites' }).click()
    await page.waitForURL(`${app.url}/favorites`)
    // One step, because each neighbour took the other's place in the history.
    await page.goForward()
    await heading(page, second)
    await page.goBack()
    await page.waitForURL(`${app.url}/favorites`)
    // Opened by its address, a profile has no neighbours.
    await page.goto(`/${(others[0] as Person).url_hash}`)
    await heading(page, 'Ben')
    expect(await page.getByRole('button', { name: 'Next profile' }).count()).toBe(0)
  },
)

test.each([
  [looks[2], 'like', 'new like'],
  [looks[0], 'rose', 'new rose'],
] as const)(
  '[issue 16] a count in the bar covers no icon and no other section, and moves nothing (%o)',
  async (look, action, words) => {
    const { page } = await visitAs(anna, '/messages', look)
    const bar = page.getByRole('navigation', { name: 'Sections' })
    const places = () =>
      bar.getByRole('link').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().x))
    await bar.getByRole('link', { name: 'Messages' }).waitFor()
    // The widths are the font's, which may come after the words.
    await page.evaluate(() => document.fonts.ready)
    const before = await places()
    await (others[0] as Person).call('POST /api/user-action', { action, recipient_id: anna.id })
    const badge = bar.getByText(words).locator('xpath=../..')
    await badge.waitFor()
    expect(await places()).toEqual(before)
    const covers = await badge.evaluate(async (one) => {
      // It comes from below, over the icon.
      await Promise.all(one.getAnimations({ subtree: true }).map(({ finished }) => finished))
      const { left, right, top, bottom } = one.getBoundingClientRect()
      const link = one.closest('a')
      const neighbours = [...(one.closest('nav')?.querySelectorAll('a') ?? [])].filter(
        (other) => other !== link,
      )
      const covered = [...(link?.querySelectorAll('svg') ?? []), ...neighbours].filter((other) => {
        const box = other.getBoundingClientRect()
        return left < box.right && right > box.left && top < box.bottom && bottom > box.top
      })
      return covered.length
    })
    expect(covers).toBe(0)
  },
)

async function swipe(page: Page, from: number, to: number): Promise<void> {
  await page.locator('main h1').evaluate(
    (target, [start, end]) => {
      const touch = (clientX: number) => new Touch({ identifier: 1, target, clientX, clientY: 300 })
      const fire = (kind: string, x: number, touches: Touch[]) =>
        target.dispatchEvent(new TouchEvent(kind, { bubbles: true, touches, changedTouches: [touch(x)] }))
      fire('touchstart', start, [touch(start)])
      fire('touchend', end, [])
    },
    [from, to] as [number, number],
  )
}
