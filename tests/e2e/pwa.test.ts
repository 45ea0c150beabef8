import type { Person } from '@rosella/testkit/person'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findings } from './axe'
import { arriveAs, looks, type Visit } from './browser'
import { ChangeableProxy } from './changeable-proxy'
import { app, openTestSite, visit } from './test-site'

let proxy: ChangeableProxy
let visitor: Visit

openTestSite()
beforeEach(async () => {
  proxy = new ChangeableProxy(app.url)
  await proxy.open()
  visitor = await visit(looks[2], { baseURL: proxy.url, serviceWorkers: 'allow' })
})
afterEach(async () => {
  await visitor.close()
  await proxy.close()
})

const offline = (page: Page) => page.getByRole('heading', { level: 1, name: 'You’re offline' })

const isControlled = (page: Page) => page.evaluate(() => navigator.serviceWorker.controller !== null)

/** Every path in every cache of the site, and all their text. */
const cached = (page: Page) =>
  page.evaluate(async () => {
    const found = { names: await caches.keys(), paths: [] as string[], text: '' }
    for (const name of found.names) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        found.paths.push(new URL(request.url).pathname)
        found.text += `${request.url}\n${await (await cache.match(request))?.text()}\n`
      }
    }
    return found
  })

const shellOnly = /^\/($|preload\.js$|favicon\.svg$|assets\/[\w-]+-[\w-]{8}\.(js|css|woff2)$)/

test('the site is installable: the manifest is valid and its icons exist', async () => {
  const { page } = visitor
  await page.goto('/')
  await expect.poll(() => isControlled(page)).toBe(true)
  const client = await page.context().newCDPSession(page)
  const { url, data = '', errors } = await client.send('Page.getAppManifest')
  expect([url, errors]).toEqual([`${proxy.url}/manifest.webmanifest`, []])
  const manifest = JSON.parse(data)
  expect(manifest).toMatchObject({ name: 'Rosella', id: '/', start_url: '/', display: 'standalone' })
  for (const { src, sizes, type } of manifest.icons) {
    const answer = await fetch(app.url + src)
    expect([src, answer.status, answer.headers.get('content-type')]).toEqual([src, 200, type])
    if (type !== 'image/png') continue
    const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
    expect([src, `${width}x${height}`]).toEqual([src, sizes])
  }
  const { installabilityErrors } = await client.send('Page.getInstallabilityErrors')
  // Tests run in a private window, which is the only obstacle.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([])
  const answer = await fetch(`${app.url}/manifest.webmanifest`)
  expect(answer.headers.get('content-type')).toMatch(/^application\/manifest\+json/)
})

test('offline, the shell says so, retries and recovers, and caches nothing about members', async () => {
  const { page } = visitor
  const [anna, ben] = (await app.members(
    { username: 'Anna', photos: 1 },
    { username: 'Ben', photos: 3 },
  )) as [Person, Person]
  // The proxy does not support WebSockets, and it closes during streams and calls.
  visitor.expectWords(/net::ERR_|WebSocket|live stream was closed|Error fetching user|dynamically imported/)
  await arriveAs(page, anna, '/')
  await expect.poll(() => isControlled(page)).toBe(true)
  // Load it again, now through the service worker.
  await page.reload()
  await page
    .getByRole('link', { name: /Ben, 3\d/ })
    .first()
    .click()
  await page.getByRole('heading', { level: 1, name: /Ben/ }).waitFor()
  await page.reload()
  await page.getByRole('heading', { level: 1, name: /Ben/ }).waitFor()

  const assertNoMemberData = async () => {
    const { names, paths, text } = await cached(page)
    expect(names).toEqual([expect.stringMatching(/^shell-[0-9a-f]{12}$/)])
    expect(paths.length).toBeGreaterThan(8)
    expect(paths.filter((path) => !shellOnly.test(path))).toEqual([])
    for (const secret of [anna.email, anna.token, anna.url_hash, ben.url_hash, ben.email, 'Anna', 'Hobart']) {
      expect([secret, text.includes(secret)]).toEqual([secret, false])
    }
  }
  await assertNoMemberData()

  await proxy.close()
  await page.reload()
  await offline(page).waitFor()
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Still no connection.').waitFor()
  expect(await page.content()).not.toContain('Ben')
  await proxy.open()
  await page.getByRole('heading', { level: 1, name: /Ben/ }).waitFor()

  await page.getByRole('button', { name: 'Your menu' }).click()
  await page.getByText('Log out').click()
  await page.getByRole('link', { name: 'Create free account' }).waitFor()
  await assertNoMemberData()
  await proxy.close()
  await page.goto('/')
  await offline(page).waitFor()
})

test('a new build replaces the old one, and an old page whose chunks are gone reloads once', async () => {
  const { page } = visitor
  await page.goto('/')
  await expect.poll(() => isControlled(page)).toBe(true)
  const [before] = (await cached(page)).names
  proxy.changes.set('/service-worker.js', (body) => body.replace(/shell-\$\{"\w+"\}/, 'shell-next'))
  await page.reload()
  await expect.poll(async () => (await cached(page)).names).toEqual(['shell-next'])
  expect(before).not.toBe('shell-next')
  expect((await cached(page)).paths).toContain('/')

  // The page requests a chunk that the server no longer has.
  visitor.expectStatus(404)
  visitor.expectWords(/Failed to fetch dynamically imported module|Unable to preload/)
  let loads = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest() && ++loads === 1) proxy.changes.delete('/assets/FaqScreen')
  })
  proxy.changes.set('/assets/FaqScreen', 404)
  await page.evaluate(() => {
    const watch = new MutationObserver(() => {
      if (document.body.textContent.includes('Something went wrong')) sessionStorage.setItem('alarmed', 'yes')
    })
    watch.observe(document.body, { childList: true, subtree: true })
  })
  await page.getByRole('link', { name: 'FAQs' }).click()
  await page.getByRole('heading', { level: 1, name: /FAQ|questions/i }).waitFor()
  expect([loads, new URL(page.url()).pathname]).toEqual([1, '/faq'])
  // The error did not flash up before the reload.
  expect(await page.evaluate(() => sessionStorage.getItem('alarmed'))).toBeNull()

  // If the chunk stays missing, the page shows an error instead of reloading for ever.
  proxy.changes.set('/assets/Terms', 404)
  await page.goto('/terms')
  await page.getByRole('heading', { level: 1, name: 'Something went wrong' }).waitFor()
  expect(loads).toBeLessThanOrEqual(3)
})
