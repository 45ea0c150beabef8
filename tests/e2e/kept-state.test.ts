import { testPhoto } from '@rosella/testkit/members'
import type { Person } from '@rosella/testkit/person'
import { say } from '@rosella/testkit/received'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { findings } from './axe'
import { looks } from './browser'
import { app, openTestSite, visitAs } from './test-site'

openTestSite({ motion: true })

const bothSizes = [looks[0], looks[2]] as const
/** A slow machine may take its time. */
const soon = { timeout: 20_000 }

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)
const scrolled = (page: Page) => page.evaluate(() => Math.round(window.scrollY))
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
/** The cards, by where they lead. */
const names = (page: Page) =>
  page
    .locator('main li a[href]')
    .evaluateAll((links) =>
      links.map((link) => link.getAttribute('href')).filter((to) => /^\/[a-z0-9]{9}$/.test(to ?? '')),
    )

test.each(bothSizes)(
  '[issue 16] back to a list at $width px: its order and place, the focus on its heading, and what came since is offered',
  async (look) => {
    const [anna, late, ...others] = (await app.members(...Array.from({ length: 14 }, () => 'Anna'))) as [
      Person,
      Person,
      ...Person[],
    ]
    const like = (from: Person) =>
      from.call('POST /api/user-action', { action: 'like', recipient_id: anna.id })
    for (const other of others) {
      app.clock.advance(1)
      await like(other)
    }
    const { page } = await visitAs(anna, '/likes-received', look)
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
  },
)

test.each(bothSizes)(
  '[issue 16] a dialog with words in it at $width px is not closed by a slip, and asks before it throws them away',
  async (look) => {
    const [anna, ben] = (await app.members('Anna', 'Ben')) as [Person, Person]
    const { page } = await visitAs(anna, `/${ben.url_hash}`, look)
    await page.getByRole('button', { name: 'Block or report' }).click()
    await page.getByRole('menuitem', { name: /Report user/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Report user' })
    const info = dialog.getByLabel('Anything else we should know?')
    await dialog.waitFor()
    // On a phone the dialog leaves room above it alone.
    const beside = [20, look.width === 390 ? 20 : 400] as const
    // Selected with the mouse, and let go beside the dialog.
    await info.fill('He asked for money twice')
    const box = await info.boundingBox()
    if (!box) throw new Error('The field is not to be seen.')
    await page.mouse.move(box.x + 150, box.y + 20)
    await page.mouse.down()
    await page.mouse.move(...beside, { steps: 4 })
    await page.mouse.up()
    expect(await info.inputValue()).toBe('He asked for money twice')
    // Pressed and let go there, or Escape: it asks.
    await page.mouse.click(...beside)
    await dialog.getByText('What you wrote hasn’t been sent.').waitFor()
    expect(await focused(page)).toBe('Keep writing')
    expect(await findings(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'Discard' }).click()
    await dialog.waitFor({ state: 'hidden' })
    // Without words it closes at once.
    await page.getByRole('button', { name: 'Block or report' }).click()
    await page.getByRole('menuitem', { name: /Report user/ }).click()
    await dialog.waitFor()
    await page.mouse.click(...beside)
    await dialog.waitFor({ state: 'hidden' })
  },
)

test.each(bothSizes)(
  '[issue 16] photos at $width px go on when the screen is left, are there on coming back, can be cancelled, and fail visibly elsewhere',
  async (look) => {
    const [anna] = (await app.members('Anna')) as [Person]
    const visitor = await visitAs(anna, '/photos', look, { before: (page) => page.clock.install() })
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
    expect(await tiles.count()).toBe(1)

    answer = 'abort'
    await add(3)
    await uploading.waitFor()
    await elsewhere()
    release()
    await page.getByRole('alert').getByText('Error uploading p3.jpg.').waitFor()
    await page.goBack()
    await page.getByRole('main').getByText('Error uploading p3.jpg.').waitFor()

    // Nothing moves for a minute.
    answer = 'continue'
    await add(4)
    await uploading.waitFor()
    await page.clock.fastForward(125_000)
    await page.getByRole('main').getByText('Error uploading p4.jpg.').waitFor()
  },
)

test.each(bothSizes)(
  '[issue 16] a message that arrives during the first fetch of /messages at $width px is not missed',
  async (look) => {
    const [anna, ben] = (await app.members('Anna', 'Ben')) as [Person, Person]
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    let asked = 0
    const frames: string[] = []
    const { page } = await visitAs(anna, '/messages', look, {
      before: async (early) => {
        early.on('websocket', (line) =>
          line.on('framereceived', ({ payload }) => void frames.push(String(payload))),
        )
        // Each answer is read at once, and the first delivered late.
        await early.route('**/api/messages?**', async (route) => {
          const first = asked++ === 0
          const response = await route.fetch()
          if (first) await held
          await route.fulfill({ response })
        })
      },
    })
    const heard = (words: string) => expect.poll(() => frames.some((frame) => frame.startsWith(words)), soon)
    await heard('40').toBe(true)
    await say(await ben.socket(), anna, 'Are you there?')
    await heard('42["newMessages"').toBe(true)
    release()
    await page.getByText('Are you there?').waitFor()
  },
)

test.each(bothSizes)(
  '[issue 16] the box of a chat at $width px is small again after sending and as high as a draft, also where the browser does not grow it by itself',
  async (look) => {
    const [anna, ben] = (await app.members('Anna', 'Ben')) as [Person, Person]
    const { page } = await visitAs(anna, `/${ben.url_hash}#messages`, look, {
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
  },
)
