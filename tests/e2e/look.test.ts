import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { sentences } from '@rosella/contract/sentences'
import type { Person } from '@rosella/testkit/person'
import { expect, test } from 'vitest'
import { findings } from './axe'
import { arriveAs, goTo, twoLooks } from './browser'
import { app, openTestSite, visit } from './test-site'

const dist = fileURLToPath(new URL('../../web/dist/', import.meta.url))

openTestSite()

test('sign-up and Page Not Found pass axe and are not wider than the screen in both looks', async () => {
  const { page } = await visit()
  await page.goto('/signup')
  for (const { width, colorScheme } of twoLooks) {
    await page.setViewportSize({ width, height: 850 })
    await page.emulateMedia({ colorScheme })
    for (const [path, heading] of [
      ['/signup', 'Create Account'],
      ['/nowhere', 'Page Not Found'],
    ] as const) {
      await goTo(page, path)
      await page.getByRole('heading', { level: 1, name: heading }).waitFor()
      await expect.poll(() => findings(page), { message: `${path} at ${width}` }).toEqual([])
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth), {
          message: `${path} at ${width}`,
        })
        .toBeLessThanOrEqual(width)
    }
  }
})

test('the home page and the settings link to the legal pages and have the theme switch', async () => {
  const [anna] = (await app.members('Anna')) as [Person]
  const { page } = await visit()
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme)
  await page.goto('/')
  for (const name of ['Safety', 'Terms', 'Privacy']) await page.getByRole('link', { name }).waitFor()
  await page.getByTitle('Dark').click()
  expect(await theme()).toBe('dark')
  // With reduced motion, a change of every colour starts no transition.
  const started = await page.evaluate(() => {
    document.documentElement.dataset.theme = 'light'
    return document.getAnimations().filter((animation) => animation instanceof CSSTransition).length
  })
  expect(started).toBe(0)
  await arriveAs(page, anna, '/settings')
  await page.getByRole('radio', { name: 'Dark' }).waitFor({ state: 'attached' })
  expect(await theme()).toBe('dark')
  expect(await page.getByRole('radio', { name: 'Dark' }).isChecked()).toBe(true)
  await page.getByRole('link', { name: 'Privacy', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Privacy notice' }).waitFor()
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
  await page.goto('/#log-in')
  for (const path of ['/#log-in', '/signup']) {
    await goTo(page, path)
    await page.getByLabel('Email').waitFor()
    await fits(path)
  }
  await arriveAs(page, anna, '/')
  for (const [path, heading] of [
    ['/', 'Recent Activity'],
    ['/newest', 'Newest'],
    ['/for-you', 'For you'],
    ['/search', 'Search'],
    [`/${ben.url_hash}`, 'Ben'],
    ['/messages', 'Messages'],
    ['/edit', 'Edit'],
    ['/photos', 'My photos'],
    ['/settings#email', 'Settings'],
  ] as const) {
    await goTo(page, path)
    await page.getByRole('button', { name: 'Your menu' }).waitFor()
    await page.locator('main').getByRole('heading', { level: 1, name: heading }).waitFor()
    await page.waitForFunction(() => !document.querySelector('main .animate-shimmer'))
    await fits(path)
  }
})

interface Chunk {
  file: string
  name?: string
  imports?: string[]
  css?: string[]
}

const sizes = new Map<string, number>()
function gzippedSize(file: string): number {
  const size = sizes.get(file) ?? gzipSync(readFileSync(dist + file), { level: 9 }).length
  sizes.set(file, size)
  return size
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
  const bytes = [gzipSync(inPage, { level: 9 }).length, ...[...files].map(gzippedSize)]
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
