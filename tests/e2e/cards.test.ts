import { CARD_UNDO_SECONDS } from '@rosella/contract/gestures/rules'
import type { Person } from '@rosella/testkit/person'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { findings } from './axe'
import { looks, setVisibility } from './browser'
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

const UNDO_MS = CARD_UNDO_SECONDS * 1000
const likesReceived = async (person: Person) =>
  (await person.call('GET /api/users', { filter: 'likes-received' })).users.map(({ id }) => id)
const likedBy = (name: string) => likesReceived(others.find(({ username }) => username === name) as Person)

const cards = (page: Page) => page.locator('main ul[aria-busy] > li')
const card = (page: Page, name: string) => cards(page).filter({ has: page.getByText(name, { exact: true }) })
const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name: new RegExp(`^${name}`) }).waitFor()

test('on a phone the tabs are the heading, the first card is near the top with a tagline, and a like can be undone for 5 seconds', async () => {
  const visitor = await visitAs(anna, '/favorites', looks[3], { before: (early) => early.clock.install() })
  const { page } = visitor
  await card(page, 'Ben').waitFor()
  const top = await cards(page).first().boundingBox()
  expect(top?.y).toBeLessThan(145)
  expect(await page.getByRole('heading', { level: 1, name: 'Favorites' }).boundingBox()).toMatchObject({
    width: 1,
  })
  expect(await card(page, 'Ben').getByText('Ben surfs at dawn').isVisible()).toBe(true)

  // [P3 §11] A like can be undone for 5 seconds, by the toast or by a second tap on the heart.
  const like = card(page, 'Cara').getByRole('button', { name: /Cara$/ })
  const isLabelled = (label: string) =>
    expect.poll(() => like.getAttribute('aria-label')).toBe(`${label} Cara`)
  await like.click()
  await isLabelled('Undo like for')
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
  await isLabelled('Like')
  await like.click()
  await like.click()
  await isLabelled('Like')
  await page.clock.fastForward(UNDO_MS)
  expect(await likedBy('Cara')).toEqual([])

  visitor.expectStatus(500)
  await page.route('**/api/user-action', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 })
  await like.click()
  await page.clock.fastForward(UNDO_MS)
  await page.getByRole('alert').getByText('Something went wrong. Please try again later.').waitFor()
  await isLabelled('Like')
  await like.click()
  await isLabelled('Undo like for')
  expect(await findings(page)).toEqual([])
  await page.clock.fastForward(UNDO_MS)
  await isLabelled('You like')
  await expect.poll(() => likedBy('Cara')).toEqual([anna.id])
  await card(page, 'Cara').getByRole('link').click()
  await page.getByRole('button', { name: 'Liked' }).waitFor()
})

test('[P3 §11] a like is sent when the page is left, and by the next page if the browser was closed', async () => {
  const visitor = await visitAs(anna, '/favorites', looks[2])
  const { page } = visitor
  const like = (name: string) => card(page, name).getByRole('button', { name: `Like ${name}` })
  visitor.expectWords(/ERR_FAILED|ERR_ABORTED/)
  // The phone shows another app while there is no connection.
  await page.route('**/api/user-action', (route) => route.abort(), { times: 1 })
  await like('Dora').click()
  await Promise.all([page.waitForEvent('requestfailed'), setVisibility(page, 'hidden')])
  await setVisibility(page, 'visible')
  await expect.poll(() => likedBy('Dora')).toEqual([anna.id])

  // The browser closes without a connection. Playwright does not intercept the last requests of a page.
  await page.evaluate(() => {
    window.fetch = () => Promise.reject(new TypeError('No connection'))
  })
  await like('Ben').click()
  await setVisibility(page, 'hidden')
  await page.goto('/faq')
  expect(await likedBy('Ben')).toEqual([])
  await page.clock.install()
  await page.goto('/favorites')
  await card(page, 'Ben').waitFor()
  await page.clock.fastForward(10_000)
  await expect.poll(() => likedBy('Ben')).toEqual([anna.id])
  await card(page, 'Ben').getByRole('button', { name: 'You like Ben' }).waitFor()

  // Leaving the list is enough; nobody has to wait.
  await page.getByRole('link', { name: 'Newest' }).click()
  const [other] = (await app.members({ username: 'Ella', photos: 3 })) as [Person]
  await page.reload()
  await card(page, 'Ella').getByRole('button', { name: 'Like Ella' }).click()
  await page.getByRole('link', { name: 'Messages' }).first().click()
  await expect.poll(() => likesReceived(other)).toEqual([anna.id])
})

// Without the attribute, :active would come 180 ms later and the finger is still down.
test('a button looks pressed while a finger is on it, until the finger is lifted or scrolls', async () => {
  const { page } = await visitAs(anna, '/favorites', looks[2], { hasTouch: true })
  const link = card(page, 'Ben').getByRole('link')
  await link.scrollIntoViewIfNeeded()
  const place = (await link.boundingBox()) ?? expect.fail('The card has no place.')
  const [x, y] = [place.x + place.width / 2, place.y + place.height / 2]
  const client = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', dy = 0) =>
    client.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x, y: y + dy }],
    })
  const isPressed = () =>
    link.evaluate((element) => element.matches('[data-pressed]') && getComputedStyle(element).opacity !== '1')
  await touch('touchStart')
  await expect.poll(isPressed).toBe(true)
  await touch('touchMove', -120)
  await expect.poll(isPressed).toBe(false)
  await touch('touchEnd')
  // Without a touch, because lifting the finger would open the profile.
  await link.dispatchEvent('pointerdown')
  expect(await isPressed()).toBe(true)
  await link.dispatchEvent('pointerup')
  expect(await isPressed()).toBe(false)
  // A second finger, or a click after a right click that ended without an event on the page.
  await link.dispatchEvent('pointerdown')
  await page.locator('main').dispatchEvent('pointerdown')
  expect(await isPressed()).toBe(false)
})

test('on a phone, buttons and keys move between the profiles of a list, a swipe does not, and Back returns to the list', async () => {
  const { page } = await visitAs(anna, '/favorites', looks[2], { hasTouch: true })
  await card(page, 'Ben').waitFor()
  // The newest favourite is first.
  const [first, second, third] = ['Dora', 'Cara', 'Ben'] as const
  await card(page, first).getByRole('link').click()
  await heading(page, first)
  await page.getByText('1 of 3').waitFor()
  expect(await page.getByRole('button', { name: 'Previous profile' }).isDisabled()).toBe(true)
  expect(await findings(page)).toEqual([])
  // A key pressed as soon as the profile appears must already act on it.
  await slowDown(page)
  await pressOnceRendered(page, '2 of 3', { key: 'ArrowRight' })
  await page.getByRole('button', { name: 'Next profile' }).click()
  await heading(page, third)
  // In the message box, arrow keys move the cursor.
  await page.getByRole('link', { name: 'Write a message' }).click()
  await box(page).fill('Hello')
  await page.keyboard.press('ArrowLeft')
  await page.goBack()
  // A swipe belongs to the photos.
  await swipe(page, 100, 280)
  await heading(page, third)
  await page.getByRole('button', { name: 'Previous profile' }).click()
  await heading(page, second)
  await page.reload()
  await page.getByText('2 of 3').waitFor()
  await page.getByRole('link', { name: 'Favorites' }).click()
  await page.waitForURL(`${app.url}/favorites`)
  // One step, because each neighbour replaced the previous history entry.
  await page.goForward()
  await heading(page, second)
  await page.goBack()
  await page.waitForURL(`${app.url}/favorites`)
  // A profile opened directly has no neighbours.
  await page.goto(`/${(others[0] as Person).url_hash}`)
  await heading(page, 'Ben')
  expect(await page.getByRole('button', { name: 'Next profile' }).count()).toBe(0)
})

test('a count in the bar covers no icon or other section, and moves nothing, on a phone and a desktop', async () => {
  const { page } = await visitAs(anna, '/messages', looks[2])
  const bar = page.getByRole('navigation', { name: 'Sections' })
  const places = () =>
    bar.getByRole('link').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().x))
  for (const [{ width }, action, text] of [
    [looks[2], 'like', 'new like'],
    [looks[0], 'rose', 'new rose'],
  ] as const) {
    await page.setViewportSize({ width, height: 850 })
    await bar.getByRole('link', { name: 'Messages' }).waitFor()
    // Widths depend on the font, which may load after the text.
    await page.evaluate(() => document.fonts.ready)
    const before = await places()
    await (others[0] as Person).call('POST /api/user-action', { action, recipient_id: anna.id })
    const badge = bar.getByText(text).locator('xpath=../..')
    await badge.waitFor()
    expect(await places()).toEqual(before)
    const covers = await badge.evaluate(async (one) => {
      // It animates in from below, over the icon.
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
    expect([width, covers]).toEqual([width, 0])
  }
})

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
