import { testPhoto } from '@rosella/testkit/members'
import type { Person } from '@rosella/testkit/person'
import { say } from '@rosella/testkit/received'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { findings } from './axe'
import { goTo, looks } from './browser'
import { app, openTestSite, visitAs } from './test-site'

openTestSite()

/** A slow machine may take its time. */
const soon = { timeout: 20_000 }

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)
const scrolled = (page: Page) => page.evaluate(() => Math.round(window.scrollY))
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
/** The links of the cards. */
const names = (page: Page) =>
  page
    .locator('main ul[aria-busy] > li a[href]')
    .evaluateAll((links) =>
      links.map((link) => link.getAttribute('href')).filter((to) => /^\/[a-z0-9]{9}$/.test(to ?? '')),
    )

test('a list on a phone keeps its order and position, on Back and while it is open, and offers the newest', async () => {
  const [anna, late, later, ...others] = (await app.members(...Array.from({ length: 15 }, () => 'Anna'))) as [
    Person,
    Person,
    Person,
    ...Person[],
  ]
  const like = (from: Person) => from.call('POST /api/user-action', { action: 'like', recipient_id: anna.id })
  for (const other of others) {
    app.clock.advance(1)
    await like(other)
  }
  const { page } = await visitAs(anna, '/likes-received', looks[2])
  await expect.poll(async () => (await names(page)).length).toBe(12)
  const order = await names(page)
  const card = page.locator(`main a[href="${order[7]}"]`)
  await card.scrollIntoViewIfNeeded()
  await page.evaluate(() => window.scrollBy(0, 120))
  const place = await scrolled(page)
  await card.evaluate((link: HTMLAnchorElement) => link.click())
  await page.getByRole('button', { name: 'Block or report' }).waitFor()
  app.clock.advance(1)
  await like(late)
  await page.getByRole('link', { name: 'Anna likes you' }).waitFor()
  await page.goBack()
  const newest = page.getByRole('button', { name: 'Show newest' })
  await newest.waitFor()
  expect(await names(page)).toEqual(order)
  expect(Math.abs((await scrolled(page)) - place)).toBeLessThan(60)
  expect(await focused(page)).toBe('Likes Received')
  expect(await findings(page)).toEqual([])
  await newest.click()
  await expect.poll(async () => (await names(page))[0]).toBe(`/${late.url_hash}`)
  expect([await scrolled(page), await focused(page)]).toEqual([0, 'Likes Received'])
  expect(await newest.count()).toBe(0)

  // A live event moves nothing either.
  const shown = await names(page)
  const top = async () => (await page.locator(`main a[href="${shown[0]}"]`).boundingBox())?.y
  const firstTop = await top()
  app.clock.advance(1)
  await like(later)
  await newest.waitFor()
  expect([await names(page), await top()]).toEqual([shown, firstTop])
  // Nor does Back, although the newest list is already loaded.
  await page.locator(`main a[href="${shown[1]}"]`).click()
  await page.getByRole('button', { name: 'Block or report' }).waitFor()
  await page.goBack()
  await newest.waitFor()
  expect(await names(page)).toEqual(shown)
  await newest.click()
  await expect.poll(async () => (await names(page))[0]).toBe(`/${later.url_hash}`)

  // Favourites, of which another device adds one. A rose refetches the lists with its sender.
  const favour = (other: Person) =>
    anna.call('POST /api/user-action', { action: 'fav', recipient_id: other.id })
  const [one, two, three] = others as [Person, Person, Person]
  const addresses = (...people: Person[]) => people.map(({ url_hash }) => `/${url_hash}`)
  for (const other of [one, two, three]) {
    app.clock.advance(1)
    await favour(other)
  }
  await goTo(page, '/favorites')
  await expect.poll(() => names(page)).toEqual(addresses(three, two, one))
  app.clock.advance(1)
  await favour(late)
  await one.call('POST /api/user-action', { action: 'rose', recipient_id: anna.id })
  await newest.waitFor()
  expect(await names(page)).toEqual(addresses(three, two, one))
  // Cards that the member removes disappear immediately, here and on Back from a profile.
  await page.getByRole('button', { name: 'Remove' }).first().click()
  await expect.poll(() => names(page)).toEqual(addresses(two, one))
  await page.locator(`main a[href="/${two.url_hash}"]`).click()
  await page.locator('button[aria-label=Favourite][aria-pressed=true]').click()
  await page.locator('button[aria-label=Favourite][aria-pressed=false]').waitFor()
  await expect
    .poll(async () => (await anna.call('GET /api/users', { filter: 'favorites' })).users)
    .toHaveLength(2)
  await page.goBack()
  await expect.poll(() => names(page)).toEqual(addresses(one))
  await newest.click()
  await expect.poll(() => names(page)).toEqual(addresses(late, one))
})

test('a dialog with typed text on a phone is not closed by accident, and asks before discarding it', async () => {
  const look = looks[2]
  const [anna, ben] = (await app.members('Anna', 'Ben')) as [Person, Person]
  const { page } = await visitAs(anna, `/${ben.url_hash}`, look)
  await page.getByRole('button', { name: 'Block or report' }).click()
  await page.getByRole('menuitem', { name: /Report user/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Report user' })
  const info = dialog.getByLabel('Anything else we should know?')
  await dialog.waitFor()
  // On a phone there is only room above the dialog.
  const beside = [20, look.width === 390 ? 20 : 400] as const
  // Select with the mouse and release outside the dialog.
  await info.fill('He asked for money twice')
  const box = await info.boundingBox()
  if (!box) throw new Error('The field is not visible.')
  await page.mouse.move(box.x + 150, box.y + 20)
  await page.mouse.down()
  await page.mouse.move(...beside, { steps: 4 })
  await page.mouse.up()
  expect(await info.inputValue()).toBe('He asked for money twice')
  // A click outside or Escape asks.
  await page.mouse.click(...beside)
  await dialog.getByText('What you wrote hasn’t been sent.').waitFor()
  expect(await focused(page)).toBe('Keep writing')
  expect(await findings(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await dialog.waitFor({ state: 'hidden' })
  // Without text it closes immediately.
  await page.getByRole('button', { name: 'Block or report' }).click()
  await page.getByRole('menuitem', { name: /Report user/ }).click()
  await dialog.waitFor()
  await page.mouse.click(...beside)
  await dialog.waitFor({ state: 'hidden' })
})

test('an upload on a desktop continues on other screens, is shown on return, can be cancelled, and reports failures anywhere', async () => {
  const [anna] = (await app.members('Anna')) as [Person]
  const visitor = await visitAs(anna, '/photos', looks[0], { before: (page) => page.clock.install() })
  const { page } = visitor
  visitor.expectWords(/ERR_FAILED|ERR_ABORTED/)
  let release = () => {}
  let answer: 'continue' | 'abort' = 'continue'
  await page.route('**/api/photos', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await new Promise<void>((resolve) => {
      release = resolve
    })
    return route[answer]().catch(() => {})
  })
  const photo = async (n: number) => ({
    name: `p${n}.jpg`,
    mimeType: 'image/jpeg',
    buffer: await testPhoto(n),
  })
  const add = async (n: number) => page.getByLabel('Add photos').setInputFiles([await photo(n)])
  const tiles = page.getByRole('list', { name: 'Your photos' }).getByRole('img')
  const elsewhere = () => page.getByRole('link', { name: 'Views' }).first().click()
  const uploading = page.getByRole('progressbar', { name: 'Uploading' })

  await add(1)
  await uploading.waitFor()
  await elsewhere()
  await heading(page, 'Viewed Me')
  await page.goBack()
  await uploading.waitFor()
  await elsewhere()
  release()
  await page.getByText('All photos have been uploaded successfully!').waitFor()
  await page.goBack()
  await expect.poll(() => tiles.count()).toBe(1)

  await add(2)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await uploading.waitFor({ state: 'detached' })
  release()
  await expect.poll(() => tiles.count()).toBe(1)

  answer = 'abort'
  await add(3)
  await uploading.waitFor()
  await elsewhere()
  release()
  await page.getByRole('alert').getByText('Error uploading p3.jpg.').waitFor()
  await page.goBack()
  await page.getByRole('main').getByText('Error uploading p3.jpg.').waitFor()

  // The upload stalls for a minute.
  answer = 'continue'
  await add(4)
  await uploading.waitFor()
  await page.clock.fastForward(125_000)
  await page.getByRole('main').getByText('Error uploading p4.jpg.').waitFor()
})

test('a message that arrives during the first fetch of /messages on a desktop is not missed', async () => {
  const [anna, ben] = (await app.members('Anna', 'Ben')) as [Person, Person]
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let asked = 0
  const frames: string[] = []
  const { page } = await visitAs(anna, '/messages', looks[0], {
    before: async (early) => {
      early.on('websocket', (line) =>
        line.on('framereceived', ({ payload }) => void frames.push(String(payload))),
      )
      // Every reply is read immediately, but the first is delivered late.
      await early.route('**/api/messages?**', async (route) => {
        const first = asked++ === 0
        const response = await route.fetch()
        if (first) await released
        await route.fulfill({ response })
      })
    },
  })
  const received = (text: string) => expect.poll(() => frames.some((frame) => frame.startsWith(text)), soon)
  await received('40').toBe(true)
  await say(await ben.socket(), anna, 'Are you there?')
  await received('42["newMessages"').toBe(true)
  release()
  await page.getByText('Are you there?').waitFor()
})

test('the message box on a phone shrinks after sending and fits a draft, even without browser support', async () => {
  const [anna, ben] = (await app.members('Anna', 'Ben')) as [Person, Person]
  const { page } = await visitAs(anna, `/${ben.url_hash}#messages`, looks[2], {
    before: (early) =>
      early.addInitScript(() => {
        const { supports } = CSS
        CSS.supports = (...terms: string[]) =>
          terms[0] === 'field-sizing' ? false : (supports as (...given: string[]) => boolean)(...terms)
        document.addEventListener('DOMContentLoaded', () => {
          const sheet = new CSSStyleSheet()
          sheet.replaceSync('textarea { field-sizing: fixed !important }')
          document.adoptedStyleSheets.push(sheet)
        })
      }),
  })
  const box = page.getByLabel('Message to Ben')
  await page.getByText('Say hello to Ben').waitFor()
  const height = async () => (await box.boundingBox())?.height ?? 0
  const empty = await height()
  await box.fill('one\ntwo\nthree\nfour\nfive\nsix')
  await expect.poll(height).toBeGreaterThan(empty + 20)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.poll(height).toBe(empty)
  await box.fill('one\ntwo\nthree\nfour\nfive\nsix')
  await page.reload()
  await expect.poll(height).toBeGreaterThan(empty + 20)
})
