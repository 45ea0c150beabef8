import type { Person } from '@rosella/testkit/person'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findings } from './axe'
import { arriveAs, looks, type Visit } from './browser'
import { ChangeableProxy } from './changeable-proxy'
import { app, openTestSite, visit } from './test-site'

let road: ChangeableProxy
let visitor: Visit

openTestSite()
beforeEach(async () => {
  road = new ChangeableProxy(app.url)
  await road.open()
  visitor = await visit(looks[2], { baseURL: road.url, serviceWorkers: 'allow' })
})
afterEach(async () => {
  await visitor.close()
  await road.close()
})

const offline = (page: Page) => page.getByRole('heading', { level: 1, name: 'You’re offline' })

const isControlled = (page: Page) => page.evaluate(() => navigator.serviceWorker.controller !== null)

/** Every address in every cache of the site, and all their text. */
const kept = (page: Page) =>
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

test('[issue 9] install as an app: the manifest is valid, its icons are there, a browser would offer it', async () => {
  const { page } = visitor
  await page.goto('/')
  await expect.poll(() => isControlled(page)).toBe(true)
  const client = await page.context().newCDPSession(page)
  const { url, data = '', errors } = await client.send('Page.getAppManifest')
  expect([url, errors]).toEqual([`${road.url}/manifest.webmanifest`, []])
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
  // A private window, which every test has, is the one thing in the way.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([])
  const answer = await fetch(`${app.url}/manifest.webmanifest`)
  expect(answer.headers.get('content-type')).toMatch(/^application\/manifest\+json/)
})

test('[issue 9] offline: the shell says so, tries again, and carries on by itself; nothing of members is kept', async () => {
  const { page } = visitor
  const [anna, ben] = (await app.members(
    { username: 'Anna', photos: 1 },
    { username: 'Ben', photos: 3 },
  )) as [Person, Person]
  // The road carries no sockets, and it is closed under streams and calls.
  visitor.expectWords(/net::ERR_|WebSocket|live stream was closed|Error fetching user|dynamically imported/)
  await arriveAs(page, anna, '/')
  await expect.poll(() => isControlled(page)).toBe(true)
  // A second time, now through the service worker.
  await page.reload()
  await page
    .getByRole('link', { name: /Ben, 3\d/ })
    .first()
    .click()
  await page.getByRole('heading', { level: 1, name: /Ben/ }).waitFor()
  await page.reload()
  await page.getByRole('heading', { level: 1, name: /Ben/ }).waitFor()

  const nothingOfMembers = async () => {
    const { names, paths, text } = await kept(page)
    expect(names).toEqual([expect.stringMatching(/^shell-[0-9a-f]{12}$/)])
    expect(paths.length).toBeGreaterThan(8)
    expect(paths.filter((path) => !shellOnly.test(path))).toEqual([])
    for (const secret of [anna.email, anna.token, anna.url_hash, ben.url_hash, ben.email, 'Anna', 'Hobart']) {
      expect([secret, text.includes(secret)]).toEqual([secret, false])
    }
  }
  await nothingOfMembers()

  await road.close()
  await page.reload()
  await offline(page).waitFor()
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Still no connection.').waitFor()
  expect(await page.content()).not.toContain('Ben')
  await road.open()
  await page.getByRole('heading', { level: 1, name: /Ben/ }).waitFor()

  await page.getByRole('button', { name: 'Your menu' }).click()
  await page.getByText('Log out').click()
  await page.getByRole('link', { name: 'Create free account' }).waitFor()
  await nothingOfMembers()
  await road.close()
  await page.goto('/')
  await offline(page).waitFor()
})

test('a new build takes the place of the old one, and a page of the old one whose parts are gone loads anew, once', async () => {
  const { page } = visitor
  await page.goto('/')
  await expect.poll(() => isControlled(page)).toBe(true)
  const [before] = (await kept(page)).names
  road.changes.set('/service-worker.js', (body) => body.replace(/shell-\$\{"\w+"\}/, 'shell-next'))
  await page.reload()
  await expect.poll(async () => (await kept(page)).names).toEqual(['shell-next'])
  expect(before).not.toBe('shell-next')
  expect((await kept(page)).paths).toContain('/')

  // The page knows the part by a name that the server no longer has.
  visitor.expectStatus(404)
  visitor.expectWords(/Failed to fetch dynamically imported module|Unable to preload/)
  let loads = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest() && ++loads === 1) road.changes.delete('/assets/FaqScreen')
  })
  road.changes.set('/assets/FaqScreen', 404)
  await page.getByRole('link', { name: 'FAQs' }).click()
  await page.getByRole('heading', { level: 1, name: /FAQ|questions/i }).waitFor()
  expect([loads, new URL(page.url()).pathname]).toEqual([1, '/faq'])

  // Gone for good: no endless loop, but words and a way on.
  road.changes.set('/assets/TermsScreen', 404)
  await page.goto('/terms')
  await page.getByRole('heading', { level: 1, name: 'Something went wrong' }).waitFor()
  expect(loads).toBeLessThanOrEqual(3)
})
