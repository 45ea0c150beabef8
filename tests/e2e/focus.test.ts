import { clientMessage } from '@rosella/contract/client-problems'
import { sentences } from '@rosella/contract/sentences'
import { sendSelfies } from '@rosella/testkit/camera'
import { testPhoto } from '@rosella/testkit/members'
import type { Person } from '@rosella/testkit/person'
import { askQuestions } from '@rosella/testkit/questions'
import { say } from '@rosella/testkit/received'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test, vi } from 'vitest'
import { arriveAs, goTo, looks } from './browser'
import { tabThrough } from './covered-focus'
import { app, openTestSite, visit, visitAs } from './test-site'

openTestSite({ motion: true })

let anna: Person
let ben: Person
let newcomer: Person
beforeAll(async () => {
  const cast = await app.members({ username: 'Anna', photos: 3 }, { username: 'Ben', photos: 3 })
  ;[anna, ben] = cast as [Person, Person]
  const [question_id] = await askQuestions(app)
  await ben.call('POST /api/update-discussion-prompts', {
    prompts: [{ question_id, answer: 'Cooking for friends', active: true }],
  })
  ;[newcomer] = (await app.members({ username: 'Tom', active: false })) as [Person]
  // Favourites fill two pages.
  const others = await app.members(...Array.from({ length: 25 }, () => 'Cara'))
  for (const other of others) {
    await anna.call('POST /api/user-action', { action: 'fav', recipient_id: other.id })
    if (other.id % 3 === 0) await say(await other.socket(), anna, 'Hello')
  }
  // The queues of the moderators.
  await others[0]?.call('POST /api/report-user', { report_reason: 'Under 18', recipient_id: ben.id })
  await others[0]?.upload(await testPhoto(1))
  await sendSelfies(ben)
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

test('Skip to content moves the focus and changes neither the address nor typed text', async () => {
  const { page } = await visit()
  await page.goto('/#log-in')
  const skip = async (field: string, text: string) => {
    await page.getByLabel(field).fill(text)
    await page.getByRole('link', { name: 'Skip to content' }).focus()
    await page.keyboard.press('Enter')
    return [new URL(page.url()).hash, await focused(page), await page.getByLabel(field).inputValue()]
  }
  expect(await skip('Email', anna.email)).toEqual(['#log-in', 'MAIN content', anna.email])
  await arriveAs(page, anna, '/settings#password')
  expect(await skip('Current password', 'something')).toEqual(['#password', 'MAIN content', 'something'])
})

test('on a phone the pager, a tab and Back move the focus to the heading without scrolling', async () => {
  const { page } = await visitAs(anna, '/favorites', looks[2])
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
  await goTo(page, '/messages')
  await heading(page, 'Messages')
  await page.getByRole('link', { name: 'Sent' }).press('Enter')
  await page.waitForURL(/sent/)
  await expect.poll(() => focused(page)).toBe('H1 ')
})

// On a phone #messages is a separate screen.
test.each([
  { ...looks[0], fragment: 'messages', part: 1, sign: 'Say hello to Ben' },
  { ...looks[2], fragment: 'dp', part: 0, sign: 'Discuss' },
])(
  'Back at $width px to a page with the fragment $fragment restores the scroll position',
  async ({ fragment, part, sign, ...look }) => {
    const { page } = await visitAs(anna, `/${ben.url_hash}#${fragment}`, look)
    await page.getByText(sign, { exact: true }).waitFor()
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

type Walker = 'visitor' | 'newcomer' | 'member' | 'admin'
type Walk = readonly [by: Walker, ...addresses: string[]]

/** The paths of the table of routes, each with the walker who sees its screen. */
async function everyPath(): Promise<(readonly [path: string, by: Walker])[]> {
  // The modules need these to load outside a browser.
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', Object.assign(new EventTarget(), { querySelector: () => null }))
  vi.stubGlobal('ResizeObserver', class {})
  const [{ routes }, { adminRoutes }] = await Promise.all([
    import('../../web/src/app/routes'),
    import('../../web/src/features/admin/AdminArea'),
  ])
  vi.unstubAllGlobals()
  const screens = routes.flatMap(({ children = [] }) => children)
  const pathsOf = (some: readonly { path?: string | undefined }[]) => some.flatMap(({ path }) => path ?? [])
  const by = (walker: Walker, paths: readonly string[]) => paths.map((path) => [path, walker] as const)
  return [
    ...by(
      'visitor',
      pathsOf(screens).filter((path) => path !== '/admin/*'),
    ),
    ...by('member', pathsOf(screens.flatMap(({ children = [] }) => children))),
    ...by('admin', ['/admin', ...pathsOf(adminRoutes('admin', null)).map((path) => `/admin/${path}`)]),
  ]
}

test('Tab and Shift+Tab reach every element of every route, in order, visibly and uncovered', async () => {
  const { items } = await app.admin.call('GET /api/admin/reports')
  // Every other route is walked at its own path.
  const elsewhere: Record<string, Walk[]> = {
    '/': [
      ['visitor', '/', '/#log-in'],
      ['member', '/'],
    ],
    '/reg-photos': [['newcomer', '/reg-photos']],
    '/change-password': [['member', '/change-password']],
    '/:urlHash': [['member', `/${ben.url_hash}`, `/${anna.url_hash}`]],
    '*': [['member', '/no/no-such-page']],
    '/admin/reports/:id': [['admin', `/admin/reports/${items[0]?.id}`]],
    '/admin/members/:id': [['admin', `/admin/members/${ben.id}`]],
    '/admin/*': [['admin', '/admin/no-such-page']],
  }
  const paths = await everyPath()
  const walks = paths.flatMap(([path, by]): Walk[] => elsewhere[path] ?? [[by, path]])
  // A path with a parameter needs an address above.
  expect(walks.flat().filter((address) => /[:*]/.test(address))).toEqual([])
  const addressesOf = (walker: Walker) =>
    walks.flatMap(([by, ...addresses]) => (by === walker ? addresses : []))
  const found: string[] = []
  const ways: [number, 'forward' | 'back'][] = [
    // Neighbours have the same width, because a change of it lays out the page again.
    [390, 'back'],
    [390, 'forward'],
    [1280, 'forward'],
    [1280, 'back'],
  ]
  let walked = 0
  const walk = async (page: Page, addresses: readonly string[]) => {
    for (const address of addresses) {
      // Only a document of its own may use the camera.
      if (address === '/verify-photos') await page.goto(address)
      await goTo(page, address)
      // Sections of one screen replace each other a moment later.
      if (address.startsWith('/settings#'))
        await page.locator(`a[aria-current=true][href="${address}"]`).waitFor({ state: 'attached' })
      // A redirect, a locked and an unknown page are not the screen of the route.
      const shown = await page.evaluate(() => window.location.pathname + window.location.hash)
      const title = await page.locator('main h1').first().innerText()
      const isOther = [sentences.pageNotFoundTitle, clientMessage('session.none')].includes(title)
      if (shown !== address || isOther !== address.endsWith('/no-such-page'))
        found.push(`${address} shows ${shown}: ${title}`)
      // One way for each route: the bars that can cover an element are the same on all of them.
      const [width, direction] = ways[walked++ % ways.length] as (typeof ways)[number]
      await page.setViewportSize({ width, height: 850 })
      const problems = await tabThrough(page, direction)
      found.push(...problems.map((problem) => `${address} ${direction} at ${width} px: ${problem}`))
    }
  }
  const still = { reducedMotion: 'reduce' } as const
  const visitor = await visit(looks[0], still)
  await visitor.page.goto('/faq')
  // /alert without the key of an email.
  visitor.expectStatus(404)
  await walk(visitor.page, addressesOf('visitor'))
  await arriveAs(visitor.page, newcomer, '/reg-photos')
  await walk(visitor.page, addressesOf('newcomer'))
  const member = await visitAs(anna, '/faq', looks[0], still)
  await walk(member.page, addressesOf('member'))
  // The sections of the settings are fragments of one route.
  await goTo(member.page, '/settings')
  const sections = member.page.getByRole('navigation', { name: 'Settings' }).getByRole('link')
  const hrefs = await sections.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  expect(hrefs).toContain('/settings#account-status')
  await walk(member.page, hrefs)
  const admin = await visitAs(app.admin, '/faq', looks[0], still)
  await walk(admin.page, addressesOf('admin'))
  expect(found).toEqual([])
}, 240_000)

test('the walk finds a bar, a missing ring, another order, a trap, a loop and a lost focus', async () => {
  const faults: [html: string, problem: string][] = [
    [
      '<nav style="position: fixed; inset: 0; background: white"></nav>',
      'BUTTON Last is not visible (8 to 29)',
    ],
    ['<style>button:focus-visible { outline: none }</style>', 'BUTTON First has no focus ring'],
    ['<button tabindex="1">Early</button>', 'BUTTON Early is skipped'],
    ['<button onkeydown="event.preventDefault()">Trap</button>', 'BUTTON Trap keeps the focus'],
    [
      '<a href="#">Link</a><button onfocus="document.querySelector(\'button\').focus()">Loop</button>',
      'BUTTON First gets the focus again',
    ],
    ['<button onfocus="this.blur()">Lost</button>', 'BUTTON Last is skipped'],
  ]
  const { page } = await visit()
  const fill = (html: string) => {
    const style = '<style>:focus-visible { outline: 3px solid }</style>'
    return page.setContent(`${style}<button>First</button>${html}<button>Last</button>`)
  }
  await fill('<button>Second</button>')
  expect(await tabThrough(page, 'forward')).toEqual([])
  expect(await tabThrough(page, 'back')).toEqual([])
  for (const [html, problem] of faults) {
    await fill(html)
    expect(await tabThrough(page, 'forward')).toContain(problem)
  }
})
