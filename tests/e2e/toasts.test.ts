import type { Person } from '@rosella/testkit/person'
import { say } from '@rosella/testkit/received'
import { beforeAll, expect, test } from 'vitest'
import { goTo, twoLooks } from './browser'
import { covering } from './covered-focus'
import { app, openTestSite, visitAs } from './test-site'

/** A slow machine may take its time. */
const soon = { timeout: 20_000 }

openTestSite({ motion: true })
beforeAll(async () => {
  // Longer than the test, so that a toast stays until closed and nothing follows it.
  await app.db
    .insertInto('setting')
    .values([
      { key: 'notification_show_interval', value: '600' },
      { key: 'notifications_gap', value: '600' },
    ])
    .execute()
  await app.server.services.bus.publish([{ kind: 'settings.changed' }])
})

test.each(twoLooks)(
  'at $width px, $colorScheme: toasts and banners never cover the chat, even in full screen',
  async (look) => {
    const [anna, ben, cara] = (await app.members('Anna', 'Ben', 'Cara')) as [Person, Person, Person]
    const visitor = await visitAs(anna, `/${ben.url_hash}#messages`, look)
    const { page } = visitor
    const toasts = page.getByRole('region', { name: 'Notifications' })
    const send = page.getByRole('button', { name: 'Send', exact: true })
    await send.waitFor()
    // Tips and reminders wait for a list.
    const banner = toasts.getByText('Please confirm your email address')
    expect(await banner.count()).toBe(0)
    const sender = await cara.socket()
    await say(sender, anna, 'Hello')
    await toasts.getByText('Cara sent you a message').waitFor()
    await expect.poll(() => covering(page, send), soon).toEqual([])
    // On a phone the chat is already full screen.
    if (look.width > 1000) await page.getByRole('button', { name: 'Full screen' }).click()
    await page.getByRole('dialog', { name: 'Messages with Ben' }).waitFor()
    await toasts.getByText('Cara sent you a message').waitFor()
    await expect.poll(() => covering(page, send), soon).toEqual([])
    // The toast is inside the dialog, so it can be clicked and read by screen readers.
    expect(await page.getByRole('dialog').getByRole('status').count()).toBeGreaterThan(0)
    await toasts.getByRole('button', { name: 'Close' }).click()
    await toasts.getByText('Cara sent you a message').waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Browse' }).first().click()
    await banner.waitFor()
    for (const path of ['/edit', '/verify', '/change-password', `/${ben.url_hash}`]) {
      await goTo(page, path)
      await banner.waitFor({ state: 'hidden' })
    }
    await goTo(page, '/newest')
    await banner.waitFor()
  },
)

test('nothing shifts when a screen opens and its bars are measured', async () => {
  const { page } = await visitAs(app.admin, '/admin', { width: 390, colorScheme: 'light' })
  await page.getByRole('link', { name: 'Members' }).first().waitFor()
  const shift = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(sum), 500)
      }),
  )
  expect(shift).toBeLessThan(0.1)
})
