import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { sentences } from '@rosella/contract/sentences'
import type { Person } from '@rosella/testkit/person'
import { describe, expect, test } from 'vitest'
import { findings } from './axe'
import { arriveAs, goTo, looks, twoLooks } from './browser'
import { app, openTestSite, visit, visitAs } from './test-site'

const dist = fileURLToPath(new URL('../../web/dist/', import.meta.url))

openTestSite()

describe.each(twoLooks)('at $width px, $colorScheme', (look) => {
  test.each([
    ['/signup', 'Create Account'],
    ['/nowhere', 'Page Not Found'],
  ])('%s passes axe and is not wider than the screen', async (path, heading) => {
    const { page } = await visit(look)
    await page.goto(path)
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    await expect.poll(() => findings(page)).toEqual([])
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
      .toBeLessThanOrEqual(look.width)
  })
})

// Other tests (edit, own-look, settings) run axe on these screens in light mode on a desktop.
test('the screens with the most UI components pass axe on a phone in dark mode', async () => {
  const [anna] = (await app.members({ username: 'Anna', photos: 2 })) as [Person]
  const { page } = await visitAs(anna, '/edit', looks[3])
  for (const path of [
    '/edit',
    '/photos',
    '/settings#password',
    '/settings#preferences',
    '/settings#account-status',
  ]) {
    await goTo(page, path)
    if (path.includes('#'))
      await page.locator(`a[aria-current=true][href="${path}"]`).waitFor({ state: 'attached' })
    expect([path, await findings(page)]).toEqual([path, []])
  }
  await goTo(page, '/settings#email')
  await page.getByRole('button', { name: 'Why confirm your email' }).click()
  await page.getByRole('note', { name: 'Why confirm your email' }).waitFor()
  expect(await findings(page)).toEqual([])
})

test('the home page and the settings link to the legal pages and have the theme switch', async () => {
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

test('the labels of a profile’s actions fit inside their buttons at 320, 360 and 390 px', async () => {
  const [anna, ben] = (await app.members('Anna', 'Ben')) as [Person, Person]
  const { page } = await visitAs(anna, `/${ben.url_hash}`)
  await page.getByRole('button', { name: 'Send surprise' }).waitFor()
  const overflowing = () =>
    page
      .getByRole('region', { name: 'Actions' })
      .getByRole('button')
      .evaluateAll((buttons) =>
        buttons.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
      )
  for (const width of [320, 360, 390]) {
    await page.setViewportSize({ width, height: 700 })
    await expect.poll(() => page.evaluate(() => window.innerWidth)).toBe(width)
    await expect.poll(overflowing).toEqual([])
  }
})

// Half the width of a 390 px phone is equivalent to double text size, because breakpoints are relative to the text size.
test('at double text size, nothing is wider than a phone', async () => {
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
    await goTo(page, path)
    await page.getByRole('button', { name: 'Your menu' }).waitFor()
    await fits(path)
  }
})

interface Chunk {
  file: string
  name?: string
  imports?: string[]
  css?: string[]
}

/** The JavaScript and CSS of a screen in KiB, gzipped: the named chunks and their static imports. */
function weightOf(...parts: string[]): number {
  const manifest: Record<string, Chunk> = JSON.parse(readFileSync(`${dist}.vite/manifest.json`, 'utf8'))
  const files = new Set<string>()
  const add = (key: string): void => {
    const chunk = manifest[key] ?? Object.values(manifest).find(({ name }) => name === key)
    if (!chunk) throw new Error(`The build does not contain ${key}.`)
    if (files.has(chunk.file)) return
    files.add(chunk.file)
    for (const css of chunk.css ?? []) files.add(css)
    for (const next of chunk.imports ?? []) add(next)
  }
  for (const key of ['index.html', ...parts]) add(key)
  const [, inPage = ''] =
    /<script data-[^>]*>(.*?)<\/script>/s.exec(readFileSync(`${dist}index.html`, 'utf8')) ?? []
  if (inPage === '') throw new Error('The page has no inline script.')
  const texts = [inPage, ...[...files].map((file) => readFileSync(dist + file))]
  const bytes = texts.map((text) => gzipSync(text, { level: 9 }).length)
  return bytes.reduce((sum, size) => sum + size, 0) / 1024
}

// 'home' is only for visitors, 'member' has the lists and bars, and 'profile' what a profile needs in addition.
test.each([
  ['home', 112, ['home']],
  ['list', 148, ['member']],
  ['profile', 162, ['member', 'profile']],
])('a %s loads at most %i KiB of gzipped JavaScript and CSS', (_name, limit, parts) => {
  expect(weightOf(...parts)).toBeLessThanOrEqual(limit)
  expect(weightOf(...parts)).toBeGreaterThan(weightOf())
  expect(weightOf()).toBeGreaterThan(50)
})

test.each([
  ['/', 'GET /api/users', true],
  ['/favorites', 'GET /api/users', false],
  ['a profile', 'GET /api/view-profile', true],
] as const)(
  '%s requests its data once, and the first screens do so before their scripts run',
  async (name, route, early) => {
    const [anna, ben] = (await app.members('Anna', 'Ben')) as [Person, Person]
    const path = name === 'a profile' ? `/${ben.url_hash}` : name
    const visitor = await visit()
    const requested: string[] = []
    visitor.page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (/users|view-profile/.test(pathname)) requested.push(`${request.method()} ${pathname}`)
    })
    // Slow scripts do not delay the data.
    let releaseScripts = () => {}
    const released = new Promise<void>((resolve) => {
      releaseScripts = resolve
    })
    await visitor.page.route(/assets\/first-.*\.js/, async (request) => {
      await released
      await request.continue()
    })
    await visitor.page.addInitScript((loading) => {
      const check = () => {
        const main = document.querySelector('main')
        // A conversation below a loaded profile may still show the text.
        const isThere = main?.querySelector('[data-action-bar], li:not(nav li) a')
        if (main?.textContent.includes(loading) && !isThere) document.documentElement.dataset.waited = ''
      }
      new MutationObserver(check).observe(document, { childList: true, subtree: true })
    }, sentences.loading)
    const responded = visitor.page.waitForResponse(/api\/(users|view-profile)/)
    const arrived = arriveAs(visitor.page, anna, path)
    if (early) await responded
    else expect(requested).toEqual([])
    releaseScripts()
    await arrived
    await responded
    await visitor.page.getByRole('heading', { level: 1 }).waitFor()
    await visitor.page.getByRole('button', { name: 'Your menu' }).waitFor()
    expect(requested).toEqual([route])
    // Data that arrived early is in the first render, without a skeleton.
    const waited = await visitor.page.evaluate(() => document.documentElement.hasAttribute('data-waited'))
    expect(waited).toBe(!early)
  },
)
