import type { Person } from '@rosella/testkit/person'
import { openPushService, type TestPushService } from '@rosella/testkit/push-service'
import { say } from '@rosella/testkit/received'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findProgram } from '../../tools/test/programs.mjs'
import { findings } from './axe'
import { arriveAs, looks, newVisit } from './browser'
import { app, openTestSite, visitAs } from './test-site'

const service: TestPushService = await openPushService()
afterAll(() => service.close())
openTestSite({ push: service })

/** The headless shell, which the other tests use, always denies notifications. */
let whole: Browser
beforeAll(async () => {
  whole = await chromium.launch({
    executablePath: findProgram('chromium'),
    args: ['--headless', '--no-sandbox'],
  })
})
afterAll(() => whole.close())

const card = (page: Page, name: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) })

/** Chromium reaches no push service here, so the test provides the subscription. */
async function giveSubscription(page: Page, subscription: unknown): Promise<void> {
  await page.addInitScript((given) => {
    const one = {
      ...(given as { endpoint: string }),
      toJSON: () => given,
      unsubscribe: async () => {
        localStorage.removeItem('test:subscribed')
        return true
      },
    }
    const current = () => (localStorage.getItem('test:subscribed') ? one : null)
    Object.assign(PushManager.prototype, {
      getSubscription: async () => current(),
      subscribe: async () => {
        localStorage.setItem('test:subscribed', '1')
        return current()
      },
    })
  }, subscription)
}

/** A time in Sydney outside all quiet hours. */
function nextNoon(): number {
  const [day, noon] = [86_400, 3600]
  return Math.ceil((Date.now() / 1000 - noon) / day) * day + noon
}

/** Delivers a push message like the push service, while no tab of the site is visible, so that it is shown. */
async function deliverUnseen(page: Page, data: string): Promise<void> {
  const { origin } = new URL(page.url())
  const client = await page.context().newCDPSession(page)
  const registered = new Promise<string>((found) => {
    client.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [one] }) => {
      if (one) found(one.registrationId)
    })
  })
  await client.send('ServiceWorker.enable')
  const registrationId = await registered
  await page.goto('about:blank')
  await client.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
  await page.goto('/messages')
}
const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    const all = await registration.getNotifications()
    return all.map(({ title, tag, data }) => ({ title, tag, url: data.url }))
  })

test('[P3 §9] "Notify me on this device" asks after a click, the service worker shows a push, and log-out ends it', async () => {
  const [anna, ben] = (await app.members('Anna', 'Ben')) as [Person, Person]
  app.clock.stand(nextNoon())
  const browser = service.browser()
  const { page, noise, close } = await newVisit(whole, app.url, looks[0], {
    serviceWorkers: 'allow',
    permissions: ['notifications'],
  })
  await giveSubscription(page, browser.subscription)
  await arriveAs(page, anna, '/settings#notifications')
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  await page.reload()
  const likes = page.getByRole('group', { name: 'Likes' })
  await likes.getByText('None', { exact: true }).waitFor()
  expect(await likes.getByRole('radio', { name: 'None' }).isChecked()).toBe(true)
  // Push needs a device.
  const both = page.getByRole('group', { name: 'Messages' }).getByRole('radio', { name: 'Both' })
  await page.getByText('To choose push, add a device first.').waitFor()
  expect(await both.isDisabled()).toBe(true)
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: 'Notify me on this device' }).click()
  await card(page, 'This device').getByText('On', { exact: true }).waitFor()
  await expect.poll(() => both.isEnabled()).toBe(true)
  await page.getByRole('group', { name: 'Messages' }).getByText('Both', { exact: true }).click()
  await expect.poll(async () => (await anna.call('GET /api/user-settings')).u.notify_messages).toBe('both')
  expect(await findings(page)).toEqual([])

  await say(await ben.socket(), anna, 'Secret words')
  app.clock.stand(app.clock.now() + 1)
  await app.jobsDone()
  const payload = service.received.at(-1)?.payload
  expect(payload).toMatchObject({ text: 'You have a new message', url: '/messages', unread: 1 })

  await deliverUnseen(page, JSON.stringify(payload))
  const notification = { title: 'You have a new message', tag: payload?.tag, url: '/messages' }
  await expect.poll(() => shown(page)).toEqual([notification])
  // A push without data is shown too.
  await deliverUnseen(page, '')
  await expect
    .poll(() => shown(page))
    .toEqual(expect.arrayContaining([notification, { title: 'You have news', tag: 'news', url: '/' }]))

  // A click opens another tab: this one has unsaved work.
  await page.goto('/settings#people-i-know')
  const box = page.getByRole('textbox', { name: /address/i })
  await box.fill('aunt@rosella.test')
  const [worker] = page.context().serviceWorkers()
  const opened = await worker?.evaluate(async () => {
    // Both need a real click.
    const scope = self as unknown as {
      clients: { openWindow(url: string): Promise<void> }
      WindowClient: { prototype: { focus(): Promise<unknown> } }
      openAt(path: string): Promise<void>
    }
    const urls: string[] = []
    scope.clients.openWindow = async (url) => void urls.push(url)
    scope.WindowClient.prototype.focus = async function () {
      return this
    }
    await scope.openAt('/messages')
    return urls
  })
  expect(opened).toEqual([`${app.url}/messages`])
  expect(await box.inputValue()).toBe('aunt@rosella.test')

  // The browser renews the subscription while no tab is open.
  const renewed = service.browser().subscription
  await worker?.evaluate(
    ([old, subscription]) =>
      (self as unknown as { renewSubscription(event: unknown): Promise<void> }).renewSubscription({
        oldSubscription: { toJSON: () => old },
        newSubscription: { toJSON: () => subscription },
      }),
    [browser.subscription, renewed],
  )
  const endpoints = () =>
    app.db.selectFrom('push_subscription').where('member_id', '=', anna.id).select('endpoint').execute()
  expect(await endpoints()).toEqual([{ endpoint: renewed.endpoint }])

  await page.getByRole('button', { name: 'Your menu' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.getByRole('link', { name: 'FAQs' }).waitFor()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('test:subscribed'))).toBe(null)
  const left = () =>
    app.db.selectFrom('push_subscription').where('member_id', '=', anna.id).select('id').execute()
  await expect.poll(left).toEqual([])
  await close()
  expect(noise).toEqual([])
})

test('[P3 §9] unread conversations on Messages, in the title and on the icon, live', async () => {
  app.clock.stand(undefined)
  const [anna, ben, dan] = (await app.members('Anna', 'Ben', 'Dan')) as [Person, Person, Person]
  const { page } = await visitAs(anna, '/messages', looks[2], {
    before: (one) =>
      one.addInitScript(() => {
        Object.assign(navigator, {
          setAppBadge: async (count: number) => {
            document.documentElement.dataset.badge = String(count)
          },
        })
      }),
  })
  await expect.poll(() => page.title()).toBe('Messages - Rosella')
  const link = page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: /^Messages/ })
  const badge = () => page.evaluate(() => document.documentElement.dataset.badge)
  await say(await ben.socket(), anna, 'One')
  const second = await say(await ben.socket(), anna, 'Two')
  await say(await dan.socket(), anna, 'Three')
  await expect.poll(() => page.title()).toBe('(2) Messages - Rosella')
  await expect.poll(() => link.textContent()).toBe('Messages2 unread conversations')
  await expect.poll(badge).toBe('2')
  await (await anna.socket()).emitWithAck('markRead', second)
  await expect.poll(() => page.title()).toBe('(1) Messages - Rosella')
  await expect.poll(badge).toBe('1')
})

test('[P3 §9] the settings: quiet hours, and push switched off by the operator', async () => {
  const [anna] = (await app.members('Anna')) as [Person]
  const { page } = await visitAs(anna, '/settings#notifications', looks[3], {
    permissions: [],
    serviceWorkers: 'block',
  })
  await card(page, 'This device').getByText('This browser can’t show notifications').waitFor()
  const from = card(page, 'Quiet hours').getByLabel('From')
  await expect.poll(() => from.inputValue()).toBe('22:00')
  await from.fill('21:30')
  await from.blur()
  await expect.poll(async () => (await anna.call('GET /api/user-settings')).u.quiet_from).toBe('21:30')
  await from.fill('')
  await from.blur()
  await expect.poll(async () => (await anna.call('GET /api/user-settings')).u.quiet_from).toBe('')

  // As on a site whose operator has not configured push.
  await page.route('**/api/user-settings?*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), push: false } })
  })
  await page.reload()
  await card(page, 'This device').getByText('doesn’t send push notifications').waitFor()
  expect(
    await page.getByRole('group', { name: 'Messages' }).getByRole('radio', { name: 'Push' }).isDisabled(),
  ).toBe(true)
})
