import type { Person } from '@rosella/testkit/person'
import { askQuestions } from '@rosella/testkit/questions'
import { say } from '@rosella/testkit/received'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { goTo, looks } from './browser'
import { covered } from './covered-focus'
import { app, openTestSite, visit, visitAs } from './test-site'

openTestSite({ motion: true })

const bothSizes = [looks[0], looks[2]] as const
let anna: Person
let ben: Person
beforeAll(async () => {
  const cast = await app.members({ username: 'Anna', photos: 3 }, { username: 'Ben', photos: 3 })
  ;[anna, ben] = cast as [Person, Person]
  const [question_id] = await askQuestions(app)
  await ben.call('POST /api/update-discussion-prompts', {
    prompts: [{ question_id, answer: 'Cooking for friends', active: true }],
  })
  // Favourites fill two pages.
  for (const other of await app.members(...Array.from({ length: 25 }, () => 'Cara'))) {
    await anna.call('POST /api/user-action', { action: 'fav', recipient_id: other.id })
    if (other.id % 3 === 0) await say(await other.socket(), anna, 'Hello')
  }
  // Tips and reminders are tested elsewhere.
  await app.db.deleteFrom('tip').execute()
  await app.db
    .updateTable('account')
    .set({ email_confirmed: true })
    .where('member_id', '=', anna.id)
    .execute()
})

const focused = (page: Page) =>
  page.evaluate(() => `${document.activeElement?.tagName} ${document.activeElement?.id}`)
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

test.each(bothSizes)(
  'Skip to content at $width px moves the focus and changes neither the address nor typed text',
  async (look) => {
    const { page } = await visit(look)
    await page.goto('/#log-in')
    await page.getByLabel('Email').fill('anna@rosella.test')
    const skip = async () => {
      await page.getByRole('link', { name: 'Skip to content' }).focus()
      await page.keyboard.press('Enter')
    }
    await skip()
    expect([new URL(page.url()).hash, await focused(page)]).toEqual(['#log-in', 'MAIN content'])
    expect(await page.getByLabel('Email').inputValue()).toBe('anna@rosella.test')
    const member = await visitAs(anna, '/settings#password', look)
    await member.page.getByLabel('Current password').fill('something')
    await member.page.getByRole('link', { name: 'Skip to content' }).focus()
    await member.page.keyboard.press('Enter')
    expect(new URL(member.page.url()).hash).toBe('#password')
    expect(await member.page.getByLabel('Current password').inputValue()).toBe('something')
  },
)

test.each(bothSizes)(
  'at $width px the pager, a tab and Back move the focus to the heading without scrolling',
  async (look) => {
    const { page } = await visitAs(anna, '/favorites', look)
    const next = page.getByRole('link', { name: 'Next page' })
    await next.scrollIntoViewIfNeeded()
    const place = await page.evaluate(() => window.scrollY)
    await next.press('Enter')
    await page.waitForURL(/p=2/)
    await expect.poll(() => focused(page)).toBe('H1 ')
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
    await page.goBack()
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(place - 100)
    expect(await focused(page)).toBe('H1 ')
    await page.goto('/messages')
    await heading(page, 'Messages')
    await page.getByRole('link', { name: 'Sent' }).press('Enter')
    await expect.poll(() => focused(page)).toBe('H1 ')
  },
)

// On a phone #messages is a separate screen.
test.each([
  { ...looks[0], fragment: 'messages', part: 1 },
  { ...looks[2], fragment: 'dp', part: 0.5 },
])(
  'Back at $width px to a page with the fragment $fragment restores the scroll position',
  async ({ fragment, part, ...look }) => {
    const { page } = await visitAs(anna, `/${ben.url_hash}#${fragment}`, look)
    await page.getByText('Say hello to Ben').waitFor()
    const scrolled = () => page.evaluate(() => window.scrollY)
    await page.waitForFunction(
      (id) => (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) < window.innerHeight,
      fragment,
    )
    const shown = await scrolled()
    await page.evaluate(
      (of) => window.scrollTo(0, of * (document.documentElement.scrollHeight - window.innerHeight)),
      part,
    )
    const place = await scrolled()
    expect(Math.abs(place - shown)).toBeGreaterThan(300)
    // Not with the mouse, because Playwright would scroll the page.
    await page
      .getByRole('link', { name: 'Messages' })
      .last()
      .evaluate((link: HTMLElement) => link.click())
    await heading(page, 'Messages')
    await page.goBack()
    await heading(page, 'Ben')
    await expect.poll(async () => Math.abs((await scrolled()) - place)).toBeLessThan(200)
  },
)

test.each(bothSizes)(
  'at $width px the focused element is visible and uncovered on every screen, in both directions',
  async (look) => {
    const visitors = ['/', '/#log-in', '/signup', '/faq', '/terms', '/access', '/appeal']
    const members = [
      '/',
      '/favorites',
      '/likes-received',
      '/roses-sent',
      '/viewed-me',
      '/messages',
      `/${ben.url_hash}`,
      `/${anna.url_hash}`,
      '/photos',
      '/edit',
      '/settings',
      '/settings#password',
      '/settings#preferences',
      '/settings#people-i-know',
      '/settings#blocked-users',
      '/settings#reports',
      '/settings#account-status',
      '/membership',
      '/nowhere',
    ]
    const admins = ['', '/photos', '/reports', '/members', '/content', '/audit', '/transparency', '/system']
    const found: string[] = []
    const walk = async (page: Page, paths: readonly string[]) => {
      for (const path of paths) {
        await goTo(page, path)
        for (const way of ['forward', 'back'] as const) {
          found.push(...(await covered(page, way)).map((text) => `${path} ${way}: ${text}`))
        }
      }
    }
    const visitor = await visit(look)
    await visitor.page.goto('/faq')
    await walk(visitor.page, visitors)
    const member = await visitAs(anna, '/newest', look)
    member.expectStatus(404)
    await walk(member.page, members)
    const admin = await visitAs(app.admin, '/newest', look)
    await walk(
      admin.page,
      admins.map((path) => `/admin${path}`),
    )
    expect(found).toEqual([])
  },
)
