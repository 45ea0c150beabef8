import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { sentences } from '@rosella/contract/sentences'
import type { Person } from '@rosella/testkit/person'
import { describe, expect, test } from 'vitest'
import { findings } from './axe'
import { arriveAs, looks, twoLooks } from './browser'
import { app, openTestSite, visit, visitAs } from './test-site'

const dist = fileURLToPath(new URL('../../web/dist/', import.meta.url))

openTestSite()

describe.each(twoLooks)('at $width px, $colorScheme', (look) => {
  test.each([
    ['/signup', 'Create Account'],
    ['/nowhere', 'Page Not Found'],
  ])('axe finds nothing on %s, and nothing is wider than the screen', async (path, heading) => {
    const { page } = await visit(look)
    await page.goto(path)
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    await expect.poll(() => findings(page)).toEqual([])
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
      .toBeLessThanOrEqual(look.width)
  })
})

// In light and on a desk axe looks at them where they are used: edit, own-look and settings.
test('axe finds nothing on the screens that hold most pieces of the kit, on a phone in the dark', async () => {
  const [anna] = (await app.members({ username: 'Anna', photos: 2 })) as [Person]
  const { page } = await visitAs(anna, '/edit', looks[3])
  for (const path of [
    '/edit',
    '/photos',
    '/settings#password',
    '/settings#preferences',
    '/settings#account-status',
  ]) {
    await page.goto(path)
    await page.locator('main').getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    expect([path, await findings(page)]).toEqual([path, []])
  }
  await page.goto('/settings#email')
  await page.getByRole('button', { name: 'Why verify your email' }).click()
  await page.getByRole('note', { name: 'Why verify your email' }).waitFor()
  expect(await findings(page)).toEqual([])
})

test('the legal pages, light and dark are found at the foot of the home page and in the settings', async () => {
  const [anna] = (await app.members('Anna')) as [Person]
  const { page } = await visit()
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme)
  await page.goto('/')
  for (const name of ['Safety', 'Terms', 'Privacy']) await page.getByRole('link', { name }).waitFor()
  await page.getByTitle('Dark').click()
  expect(await theme()).toBe('dark')
  await arriveAs(page, anna, '/settings')
  await page.getByRole('radio', { name: 'Dark' }).waitFor({ state: 'attached' })
  expect(await theme()).toBe('dark')
  expect(await page.getByRole('radio', { name: 'Dark' }).isChecked()).toBe(true)
  await page.getByRole('link', { name: 'Privacy', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Privacy notice' }).waitFor()
})

test('at 320, 360 and 390 px the actions of a profile stay inside their buttons', async () => {
  const [anna, ben] = (await app.members('Anna', 'Ben')) as [Person, Person]
  const { page } = await visitAs(anna, `/${ben.url_hash}`)
  await page.getByRole('button', { name: 'Send surprise' }).waitFor()
  const spilled = () =>
    page
      .getByRole('region', { name: 'Actions' })
      .getByRole('button')
      .evaluateAll((buttons) =>
        buttons.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
      )
  for (const width of [320, 360, 390]) {
    await page.setViewportSize({ width, height: 700 })
    await expect.poll(() => page.evaluate(() => window.innerWidth)).toBe(width)
    await expect.poll(spilled).toEqual([])
  }
})

// As wide as a phone of 390 px whose letters are twice as large: breakpoints are in letters too.
test('with letters of twice the size nothing is wider than a phone', async () => {
  const [anna, ben] = (await app.members('Anna', { username: 'Ben', photos: 3 })) as [Person, Person]
  const { page } = await visit()
  await page.setViewportSize({ width: 195, height: 422 })
  const fits = (path: string) =>
    expect
      .poll(async () => [path, await page.evaluate(() => document.documentElement.scrollWidth)])
      .toEqual([path, 195])
  for (const path of ['/#log-in', '/signup']) {
    await page.goto(path)
    await page.getByLabel('Email').waitFor()
    await fits(path)
  }
  await arriveAs(page, anna, '/')
  for (const path of [
    '/',
    '/newest',
    '/for-you',
    '/search',
    `/${ben.url_hash}`,
    '/messages',
    '/edit',
    '/photos',
    '/settings#email',
  ]) {
    await page.goto(path)
    await page.getByRole('button', { name: 'Your menu' }).waitFor()
    await page.locator('main').getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    await fits(path)
  }
})

interface Chunk {
  file: string
  name?: string
  imports?: string[]
  css?: string[]
}

/** JavaScript and CSS, in KiB of gzip, of what a screen needs at once: parts by name, and all that they import. */
function weightOf(...parts: string[]): number {
  const manifest: Record<string, Chunk> = JSON.parse(readFileSync(`${dist}.vite/manifest.json`, 'utf8'))
  const files = new Set<string>()
  const add = (key: string): void => {
    const chunk = manifest[key] ?? Object.values(manifest).find(({ name }) => name === key)
    if (!chunk) throw new Error(`The build has no ${key}.`)
    if (files.has(chunk.file)) return
    files.add(chunk.file)
    for (const css of chunk.css ?? []) files.add(css)
    for (const next of chunk.imports ?? []) add(next)
  }
  for (const key of ['index.html', ...parts]) add(key)
  const [, inPage = ''] =
    /<script data-[^>]*>(.*?)<\/script>/s.exec(readFileSync(`${dist}index.html`, 'utf8')) ?? []
  if (inPage === '') throw new Error('The page has no script of its own.')
  const texts = [inPage, ...[...files].map((file) => readFileSync(dist + file))]
  const bytes = texts.map((text) => gzipSync(text, { level: 9 }).length)
  return bytes.reduce((sum, size) => sum + size, 0) / 1024
}

// «home» is what visitors alone see, «member» the lists and the bars of members, «profile» what a profile has beyond.
test.each([
  ['home', 112, ['home']],
  ['list', 148, ['member']],
  ['profile', 162, ['member', 'profile']],
])('[issue 9] a %s weighs at most %i KiB of JavaScript and CSS, gzip', (_name, limit, parts) => {
  expect(weightOf(...parts)).toBeLessThanOrEqual(limit)
  expect(weightOf(...parts)).toBeGreaterThan(weightOf())
  expect(weightOf()).toBeGreaterThan(50)
})

test.each([
  ['/', 'GET /api/users', true],
  ['/favorites', 'GET /api/users', false],
  ['a profile', 'GET /api/view-profile', true],
] as const)(
  '[issue 9] %s asks for its data once, and the first screens before their scripts run',
  async (name, route, early) => {
    const [anna, ben] = (await app.members('Anna', 'Ben')) as [Person, Person]
    const path = name === 'a profile' ? `/${ben.url_hash}` : name
    const visitor = await visit()
    const asked: string[] = []
    visitor.page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (/users|view-profile/.test(pathname)) asked.push(`${request.method()} ${pathname}`)
    })
    // Scripts that are slow to come do not keep the data waiting.
    let scripts = () => {}
    const held = new Promise<void>((resolve) => {
      scripts = resolve
    })
    await visitor.page.route(/assets\/first-.*\.js/, async (request) => {
      await held
      await request.continue()
    })
    await visitor.page.addInitScript((words) => {
      const look = () => {
        const main = document.querySelector('main')
        // A conversation that still comes says so as well, below a profile that is there.
        const isThere = main?.querySelector('[data-action-bar], li:not(nav li) a')
        if (main?.textContent.includes(words) && !isThere) document.documentElement.dataset.waited = ''
      }
      new MutationObserver(look).observe(document, { childList: true, subtree: true })
    }, sentences.loading)
    const answered = visitor.page.waitForResponse(/api\/(users|view-profile)/)
    const arrived = arriveAs(visitor.page, anna, path)
    if (early) await answered
    else expect(asked).toEqual([])
    scripts()
    await arrived
    await answered
    await visitor.page.getByRole('heading', { level: 1 }).waitFor()
    await visitor.page.getByRole('button', { name: 'Your menu' }).waitFor()
    expect(asked).toEqual([route])
    // What has come before its screen is drawn with it: nobody sees where it will be.
    const waited = await visitor.page.evaluate(() => document.documentElement.hasAttribute('data-waited'))
    expect(waited).toBe(!early)
  },
)
