import type { Person } from '@rosella/testkit/person'
import { problemBody } from '@rosella/testkit/problem-body'
import { askQuestions } from '@rosella/testkit/questions'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { findings } from './axe'
import { arriveAs, goTo, looks } from './browser'
import { app, openTestSite, visit } from './test-site'

openTestSite()

const scrolled = (page: Page) => page.evaluate(() => Math.round(window.scrollY))
/** When a web font loads, the browser scrolls by a few lines to keep the text in place. */
const isNear = async (page: Page, place: number) => Math.abs((await scrolled(page)) - place) < 100
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

test('a link starts at the top, and Back and Forward restore the scroll position, even after a reload', async () => {
  const { page } = await visit(looks[2])
  await page.goto('/terms')
  await heading(page, 'Terms of use')
  await page.evaluate(() => window.scrollTo(0, 700))
  const link = page
    .getByRole('main')
    .getByRole('link', { name: /privacy/i })
    .first()
  await link.evaluate((anchor: HTMLAnchorElement) => anchor.click())
  await heading(page, 'Privacy notice')
  expect(await scrolled(page)).toBe(0)
  await page.evaluate(() => window.scrollTo(0, 300))
  await page.goBack()
  await heading(page, 'Terms of use')
  await expect.poll(() => isNear(page, 700)).toBe(true)
  await page.reload()
  await heading(page, 'Terms of use')
  await expect.poll(() => isNear(page, 700)).toBe(true)
  await page.goForward()
  await heading(page, 'Privacy notice')
  await expect.poll(() => isNear(page, 300)).toBe(true)
})

/** The bar at the top of the screen, and the time after which it is fully visible. */
const bar = (page: Page) =>
  page.evaluate(() => {
    const { content, opacity, animationDelay, animationDuration } = getComputedStyle(
      document.documentElement,
      '::before',
    )
    if (content === 'none') return undefined
    const ms = (times: string) => Number.parseFloat(times) * 1000
    return { latestMs: Math.round(ms(animationDelay) + ms(animationDuration)), opacity: Number(opacity) }
  })

test('the old screen stays while the next one loads, and only the last of two navigations takes effect', async () => {
  const { page } = await visit()
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/assets\/FaqScreen/, async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/')
  await page.getByRole('link', { name: 'Create free account' }).waitFor()
  // The tap shows immediately that it was felt, and a bar appears within 300 ms and moves while the screen loads.
  const faqs = page.getByRole('link', { name: 'FAQs' })
  expect(await bar(page)).toBe(undefined)
  await faqs.hover()
  await page.mouse.down()
  expect(await faqs.evaluate((link) => Number(getComputedStyle(link).opacity))).toBe(0.7)
  await page.mouse.up()
  await expect.poll(async () => (await bar(page))?.opacity).toBe(1)
  expect((await bar(page))?.latestMs).toBeLessThanOrEqual(300)
  await page.getByRole('link', { name: 'Create free account' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
  await page.getByRole('link', { name: 'Create free account' }).click()
  await heading(page, 'Create Account')
  expect(await bar(page)).toBe(undefined)
  release()
  await page.waitForResponse(/assets\/FaqScreen/)
  await page.getByRole('link', { name: 'FAQs' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/signup')
  await page.goBack()
  await page.getByRole('link', { name: 'Create free account' }).waitFor()
})

test('only the photo of the opened member is animated between card and profile', async () => {
  const [anna, ben] = (await app.members(
    'Anna',
    { username: 'Ben', photos: 3 },
    { username: 'Carl', photos: 3, gender: 'm' },
  )) as [Person, Person]
  const { page } = await visit(looks[0], { reducedMotion: 'no-preference' })
  // Record which photos the browser animates in each view transition.
  await page.addInitScript(() => {
    const start = Document.prototype.startViewTransition
    const moved: string[][] = []
    Object.assign(window, { moved })
    Document.prototype.startViewTransition = function (update) {
      const transition = start.call(this, update)
      void transition.ready.then(() => {
        const pseudos = document.getAnimations().map(({ effect }) => (effect as KeyframeEffect).pseudoElement)
        const names = pseudos.flatMap((pseudo) => /-group\((photo-\w+)\)/.exec(pseudo ?? '')?.[1] ?? [])
        moved.push([...new Set(names)])
      })
      return transition
    }
  })
  const moved = () => page.evaluate(() => (window as unknown as { moved: string[][] }).moved)
  await arriveAs(page, anna, '/')
  await page.getByRole('link', { name: /Carl/ }).waitFor()
  await page.getByRole('link', { name: /Ben/ }).click()
  await heading(page, 'Ben')
  await expect.poll(moved).toEqual([[`photo-${ben.url_hash}`]])
  await page.goBack()
  await heading(page, 'Recent Activity')
  await expect.poll(moved).toEqual([[`photo-${ben.url_hash}`], [`photo-${ben.url_hash}`]])
  await page.getByRole('link', { name: 'Messages' }).first().click()
  await heading(page, 'Messages')
  expect(await moved()).toHaveLength(2)
})

test('a modified click opens a new tab, and a link to the current page adds no history entry', async () => {
  const { page } = await visit()
  await page.goto('/faq')
  await heading(page, 'FAQs')
  const before = await page.evaluate(() => window.history.length)
  await page.getByRole('link', { name: 'FAQs' }).click()
  expect(await page.evaluate(() => window.history.length)).toBe(before)
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: 'FAQs' }).click({ modifiers: ['ControlOrMeta'] }),
  ])
  await heading(tab, 'FAQs')
  expect(new URL(page.url()).pathname).toBe('/faq')
})

test('[P1 §2] capitals and a trailing slash are rewritten to the canonical path, and two slashes stay on this site', async () => {
  const { page } = await visit()
  await page.goto(`${app.url}//example.org/`)
  await heading(page, 'Page Not Found')
  await page.getByRole('link', { name: 'FAQs' }).click()
  await heading(page, 'FAQs')
  await page.goBack()
  await heading(page, 'Page Not Found')
  expect(new URL(page.url()).host).toBe(new URL(app.url).host)
  // navigation.test.ts has a path with capitals on /admin.
  await page.goto('/FAQ/?a=1#safety')
  await heading(page, 'FAQs')
  await expect.poll(() => new URL(page.url()).pathname).toBe('/faq')
  for (const [written, path, title] of [
    ['/Terms', '/terms', 'Terms of use'],
    ['/nope/Here/', '/nope/Here/', 'Page Not Found'],
  ] as const) {
    await goTo(page, written)
    await heading(page, title)
    await expect.poll(() => new URL(page.url()).pathname).toBe(path)
  }
})

test('a failed prefetch does not reload the page', async () => {
  const visitor = await visit()
  const { page } = visitor
  visitor.expectWords(/Failed to load resource|Unable to preload/)
  await page.route(/assets\/LogInForms/, (route) => route.abort())
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('LogInForms'))
  await page.goto('/')
  await page.evaluate(() => {
    document.body.dataset.same = 'yes'
  })
  await failed
  // A reload would have started by now, and would end before the network is idle.
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate(() => document.body.dataset.same)).toBe('yes')
  await page.unroute(/assets\/LogInForms/)
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
  await page.getByRole('textbox', { name: 'Email' }).waitFor()
})

test('a part that fails to load offers Try again in its own place, and the page stays', async () => {
  const [anna, dana] = (await app.members('Anna', { username: 'דנה', email: 'dana@rosella.test' })) as [
    Person,
    Person,
  ]
  for (const [key, value] of Object.entries({ tagline: 'שלום, hello!', occupation: 'שף (chef)' }))
    await dana.call('POST /api/profile-auto-save', { key, value })
  const [question_id] = await askQuestions(app)
  await dana.call('POST /api/update-discussion-prompts', {
    prompts: [{ question_id, answer: 'קפה, please!', active: true }],
  })
  const visitor = await visit()
  const { page } = visitor
  visitor.expectWords(/Failed to fetch|Failed to load resource|Unable to preload/)
  await page.route(/assets\/(Metrics|SafetyDialogs)/, (route) => route.abort())
  await arriveAs(page, anna, `/${dana.url_hash}`)
  await heading(page, 'דנה')
  // Text in another direction does not move the age or the punctuation around it.
  expect(await page.locator('h1 bdi').textContent()).toBe('דנה')
  const direction = (text: string) => page.getByText(text).evaluate((one) => getComputedStyle(one).direction)
  expect(await direction('שלום, hello!')).toBe('rtl')
  const metrics = page.getByRole('alert').filter({ hasText: 'We couldn’t load this part of the page.' })
  await metrics.waitFor()
  await page.evaluate(() => {
    document.body.dataset.same = 'yes'
  })
  // The rest of the page works, and a dialog that fails floats and can be closed.
  await page.getByRole('button', { name: 'Not interested, block or report' }).click()
  await page.getByRole('menuitem', { name: /Report/ }).click()
  await expect.poll(() => metrics.count()).toBe(2)
  expect(await findings(page)).toEqual([])
  await metrics.last().getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => metrics.count()).toBe(2)
  await metrics.last().getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => metrics.count()).toBe(1)
  await page.unroute(/assets\/(Metrics|SafetyDialogs)/)
  await metrics.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Details' }).or(page.getByText('Day to day')).first().waitFor()
  expect(await metrics.count()).toBe(0)
  for (const text of ['קפה, please!', 'שף (chef)']) expect(await direction(text)).toBe('rtl')
  await page.getByRole('button', { name: 'Not interested, block or report' }).click()
  await page.getByRole('menuitem', { name: /Report/ }).click()
  await page.getByRole('dialog').waitFor()
  expect(await page.evaluate(() => document.body.dataset.same)).toBe('yes')
})

test('a page whose API call no longer exists after an upgrade reloads once, then shows the error', async () => {
  const visitor = await visit()
  const { page } = visitor
  visitor.expectStatus(404)
  await arriveAs(page, app.admin, '/faq')
  let calls = 0
  await page.route('**/api/preferences?*', (route) => {
    calls += 1
    return route.fulfill({ status: 404, json: problemBody('unknown-call') })
  })
  const reloaded = page.waitForEvent('load')
  // Not goTo, which waits for the page that the reload replaces.
  await page.evaluate(() => {
    window.history.pushState(null, '', '/settings#preferences')
    window.dispatchEvent(new PopStateEvent('popstate'))
  })
  await reloaded
  await page.getByText(problemBody('unknown-call').message).waitFor()
  expect(calls).toBe(2)
  await page.unroute('**/api/preferences?*')
})

test('offline, a screen that fails to load shows an error without a reload, and Back and Try again work', async () => {
  const visitor = await visit()
  const { page } = visitor
  visitor.expectWords(/FaqScreen|Failed to fetch|Failed to load resource|Unable to preload/)
  await page.goto('/')
  await page.getByRole('link', { name: 'FAQs' }).waitFor()
  await page.evaluate(() => {
    document.body.dataset.same = 'yes'
  })
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'FAQs' }).click()
  await heading(page, 'Something went wrong')
  // The frame of the page stays.
  await page.getByRole('link', { name: 'FAQs' }).waitFor()
  await page.goBack()
  await page.getByRole('link', { name: 'Create free account' }).waitFor()
  await page.getByRole('link', { name: 'FAQs' }).click()
  await heading(page, 'Something went wrong')
  expect(await page.evaluate(() => document.body.dataset.same)).toBe('yes')
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await heading(page, 'FAQs')
})
