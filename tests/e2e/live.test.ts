import type { Person } from '@rosella/testkit/person'
import { say } from '@rosella/testkit/received'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { findings } from './axe'
import { arriveAs, goTo, type Look, looks, type Visit } from './browser'
import { app, openTestSite, visit, visitAs } from './test-site'

/** Long enough for the slowest machine, because the page's clock is advanced instead of waiting. */
const SHOW = 60
const GAP = 30

/** A slow machine may take its time. */
const soon = { timeout: 20_000 }

openTestSite()
beforeAll(async () => {
  await app.db
    .insertInto('setting')
    .values([
      { key: 'notification_show_interval', value: JSON.stringify(SHOW) },
      { key: 'notifications_gap', value: JSON.stringify(GAP) },
    ])
    .execute()
  await app.server.services.bus.publish([{ kind: 'settings.changed' }])
})

/** Opens a page with a live stream and a clock that can be advanced. */
async function visitWithStream(person: Person, path: string, look?: Look): Promise<Visit> {
  let streamOpened: Promise<unknown> | undefined
  const visitor = await visitAs(person, path, look, {
    async before(page) {
      await page.clock.install()
      streamOpened = page.waitForResponse(/\/api\/notifications/)
    },
  })
  await streamOpened
  return visitor
}
const sitDown = async (...where: Parameters<typeof visitWithStream>): Promise<Page> =>
  (await visitWithStream(...where)).page

const act = (from: Person, action: string, to: Person) =>
  from.call('POST /api/user-action', { action, recipient_id: to.id })
const message = async (from: Person, to: Person) => say(await from.socket(), to, 'Hello')
const couple = async () =>
  (await app.members('Anna', { username: 'Ben', photos: 1 }, 'Cara')) as [Person, Person, Person]

const pass = (page: Page, seconds: number) => page.clock.fastForward(seconds * 1000)
const toasts = (page: Page): Locator => page.getByRole('region', { name: 'Notifications' })
const toast = (page: Page, text: string): Locator => toasts(page).getByRole('link', { name: text })
const news = (page: Page): Locator => toasts(page).getByRole('link', { name: /likes you|sent you/ })
const banner = (page: Page, text: string | RegExp): Locator => toasts(page).getByText(text)
const voice = (page: Page, text: string | RegExp): Locator => page.getByRole('status').getByText(text)
const badge = (page: Page, text: RegExp): Locator =>
  page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: text })

describe('live events', () => {
  test('[P1 §4] like, rose and message: one toast at a time, each linked to the sender', async () => {
    const [anna, ben, cara] = await couple()
    const annas = await sitDown(anna, '/newest')

    await act(ben, 'like', anna)
    await toast(annas, 'Ben likes you').waitFor()
    await badge(annas, /Likes\s*1 new like/).waitFor()
    await voice(annas, 'Ben likes you').waitFor({ state: 'attached' })
    expect(await toasts(annas).locator('img').getAttribute('src')).toMatch(/\/tmb\/.+\.jpg$/)
    await act(ben, 'rose', anna)
    await badge(annas, /Roses\s*1 new rose/).waitFor()
    expect(await news(annas).allTextContents()).toEqual(['Ben likes you'])
    await pass(annas, SHOW)
    await toast(annas, 'Ben likes you').waitFor({ state: 'detached' })
    expect(await news(annas).count()).toBe(0)
    await pass(annas, GAP)
    await toast(annas, 'Ben sent you a rose').click()
    await annas.waitForURL(`${app.url}/${ben.url_hash}`)
    await toast(annas, 'Ben sent you a rose').waitFor({ state: 'detached' })
    // [P3 §9] A rose received is visible on the sender's profile.
    await annas.getByText('Ben sent you a rose.', { exact: true }).waitFor()

    // On the sender's profile, only other members' messages show a toast.
    await message(ben, anna)
    await annas.getByRole('log').getByText('Hello').waitFor()
    await message(cara, anna)
    await pass(annas, GAP)
    await toast(annas, 'Cara sent you a message').waitFor()
    // Without a photo, a toast shows the initial.
    expect(await toasts(annas).locator('img').count()).toBe(0)
    expect(await toasts(annas).getByText('C', { exact: true }).isVisible()).toBe(true)
    await toast(annas, 'Cara sent you a message').click()
    await annas.waitForURL(`${app.url}/${cara.url_hash}#messages`)
    await annas.getByRole('log', { name: 'Conversation with Cara' }).getByText('Hello').waitFor()

    // [P3 §9] A like back is a match.
    await act(anna, 'like', cara)
    await act(cara, 'like', anna)
    await pass(annas, GAP)
    await toast(annas, 'You and Cara like each other').waitFor()
    expect(await findings(annas)).toEqual([])
    const hello = toasts(annas).getByRole('link', { name: 'Say hello' })
    expect(await hello.getAttribute('href')).toBe(`/${cara.url_hash}#messages`)
  })

  test('a view counts without a toast, a favourite sends nothing, and a block reverts the counts', async () => {
    const [anna, ben, cara] = await couple()
    const annas = await sitDown(anna, '/newest')
    await badge(annas, /^Views$/).waitFor()
    await ben.call('GET /api/view-profile', { url_hash: anna.url_hash })
    await badge(annas, /Views\s*1 new view/).waitFor()
    await act(ben, 'fav', anna)
    await act(cara, 'like', anna)
    await badge(annas, /Likes\s*1 new like/).waitFor()
    await toast(annas, 'Cara likes you').waitFor()
    expect(await news(annas).allTextContents()).toEqual(['Cara likes you'])

    await act(ben, 'block', anna)
    await badge(annas, /^Views$/).waitFor()
    await badge(annas, /Likes\s*1 new like/).waitFor()
    await pass(annas, SHOW + GAP)
    await toast(annas, 'Cara likes you').waitFor({ state: 'detached' })
    expect(await news(annas).count()).toBe(0)
  })

  test('a like shows on the open profile of its sender, and a blocked member sends no more toasts', async () => {
    const [anna, ben, cara] = await couple()
    await act(anna, 'like', ben)
    const annas = await sitDown(anna, `/${ben.url_hash}`)
    await annas.getByRole('button', { name: 'Block or report' }).waitFor()
    await act(cara, 'like', anna)
    await toast(annas, 'Cara likes you').waitFor()
    await act(ben, 'like', anna)
    await annas.getByText('Ben has shown interest in you!').waitFor()
    await annas.getByText('You like each other. Say hello!').waitFor()
    await badge(annas, /Likes\s*2 new likes/).waitFor()

    // Ben is blocked while his toast is queued behind Cara's, so it is never shown.
    await annas.getByRole('button', { name: 'Block or report' }).click()
    await annas.getByRole('menuitem', { name: /Block user/ }).click()
    await annas.getByRole('alertdialog').getByRole('button', { name: 'Block user' }).click()
    await annas.getByText('You blocked the user').waitFor()
    await act(cara, 'rose', anna)
    await badge(annas, /Roses\s*1 new rose/).waitFor()
    await pass(annas, SHOW)
    await pass(annas, GAP)
    await toast(annas, 'Cara sent you a rose').waitFor()
  })

  test('[D §4] the Received tab counts likes; an open list offers new ones and marks them as seen in every tab', async () => {
    const [anna, ben, cara] = await couple()
    const annas = await sitDown(anna, '/likes-sent')
    await act(cara, 'like', anna)
    await annas.getByRole('link', { name: /Received\s*1 new like/ }).waitFor()
    await annas.getByRole('link', { name: /Received/ }).click()
    await annas.getByRole('link', { name: /Cara, 3\d/ }).waitFor()
    const other = await sitDown(anna, '/newest')
    await badge(annas, /^Likes$/).waitFor()
    await act(ben, 'like', anna)
    await annas.getByRole('button', { name: 'Show newest' }).click()
    await annas.getByRole('link', { name: /Ben, 3\d/ }).waitFor()
    await badge(annas, /^Likes$/).waitFor()
    await toast(other, 'Ben likes you').waitFor()
    await badge(other, /^Likes$/).waitFor()
  })
})

describe('the banner of active members', () => {
  const email = 'Please confirm your email address'
  const photos = 'Add a few more photos'

  test('[P1 §4] reminders and a tip, one at a time, with a gap; it pauses under the pointer or focus and ends by its link or Close', async () => {
    const [anna] = await couple()
    const page = await sitDown(anna, '/newest')
    await banner(page, email).waitFor()
    await voice(page, email).waitFor({ state: 'attached' })
    expect(await page.getByRole('link', { name: 'Confirm email' }).getAttribute('href')).toBe(
      '/settings#email',
    )
    expect(await banner(page, photos).count()).toBe(0)
    await banner(page, email).hover()
    await pass(page, SHOW * 3)
    expect(await banner(page, email).isVisible()).toBe(true)
    await page.getByRole('link', { name: 'Confirm email' }).focus()
    await page.mouse.move(5, 840)
    await pass(page, SHOW * 3)
    expect(await banner(page, email).isVisible()).toBe(true)
    await page.getByRole('link', { name: 'Newest' }).focus()
    await pass(page, SHOW)
    await banner(page, email).waitFor({ state: 'hidden' })

    await pass(page, GAP)
    await page.getByRole('link', { name: 'Add photos' }).click()
    await page.waitForURL(`${app.url}/photos`)
    await banner(page, photos).waitFor({ state: 'hidden' })

    await goTo(page, '/newest')
    await pass(page, GAP)
    const tips = (await app.db.selectFrom('tip').select('text').execute()).map(({ text }) => text)
    const isTip = (texts: string[]) => {
      const shown = document.querySelector('[popover][aria-label=Notifications]')?.textContent ?? ''
      return texts.some((text) => shown.includes(text))
    }
    await page.waitForFunction(isTip, tips)
    await toasts(page).getByRole('button', { name: 'Close' }).click()
    await expect.poll(() => page.evaluate(isTip, tips)).toBe(false)
  })

  test('[P1 §2] only at status 2, without reminders of completed steps', async () => {
    const [una] = (await app.members({ username: 'Una', active: false })) as [Person]
    const { page } = await visit()
    await page.clock.install()
    await arriveAs(page, una, '/faq')
    await page.getByRole('button', { name: 'Your menu' }).waitFor()
    expect((await page.getByRole('status').allTextContents()).join('')).toBe('')
    expect(await toasts(page).textContent()).toBe('')
    // The admin logged in with an emailed link, so the address is confirmed and the first banner is about photos.
    await arriveAs(page, app.admin, '/newest')
    await banner(page, photos).waitFor()
    expect(await banner(page, email).count()).toBe(0)
  })
})

test('banner, live toast, global toast and bottom bar do not overlap at any width, and axe finds nothing', async () => {
  const [anna, ben, cara] = await couple()
  await act(anna, 'fav', cara)
  const { page, expectStatus } = await visitWithStream(anna, '/favorites', looks[1])
  expectStatus(500)
  await page.route('**/api/user-action', (route) => route.fulfill({ status: 500, json: {} }))
  await page.getByRole('button', { name: 'Remove' }).click()
  const failed = toasts(page).getByText('Something went wrong. Please try again later.')
  await failed.waitFor()
  await message(ben, anna)
  await toast(page, 'Ben sent you a message').waitFor()
  await banner(page, 'Please confirm your email address').waitFor()
  await expect.poll(() => overlaps(page), soon).toEqual([])
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 640 })
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth), soon)
      .toBeLessThanOrEqual(width)
    await expect.poll(() => overlaps(page), soon).toEqual([])
  }
  expect(await findings(page)).toEqual([])
})

/** Pairs of floating elements that overlap. */
const overlaps = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const floating = [
      ...document.querySelectorAll('[popover] > *'),
      ...document.querySelectorAll('header, [data-bottom-bar]'),
    ].filter((one) => one.checkVisibility())
    const covers = (a: DOMRect, b: DOMRect) =>
      a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
    return floating.flatMap((one, place) =>
      floating
        .slice(place + 1)
        .filter((other) => covers(one.getBoundingClientRect(), other.getBoundingClientRect()))
        .map((other) => `${one.textContent} / ${other.textContent}`),
    )
  })

test('[P2 §2] "Online" follows the member live, whatever it was when the profile was opened', async () => {
  const [anna, ben] = await couple()
  const page = await sitDown(anna, `/${ben.url_hash}`)
  await page.getByRole('heading', { level: 1, name: 'Ben' }).waitFor()
  const online = page.getByText('Online', { exact: true })
  expect(await online.count()).toBe(0)
  const stream = await ben.stream()
  await online.waitFor()
  await page.getByText('Say hello to Ben').waitFor()
  await page.reload()
  await online.waitFor()
  stream.close()
  await online.waitFor({ state: 'detached' })
})
