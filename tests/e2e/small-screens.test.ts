import type { Person } from '@rosella/testkit/person'
import { say } from '@rosella/testkit/received'
import type { Page } from 'playwright-core'
import { expect, test, vi } from 'vitest'
import { findings } from './axe'
import { goTo, looks } from './browser'
import { app, openTestSite, visitAs } from './test-site'

openTestSite()

/** Elements that stay on the screen while the page scrolls, and cover it. Those that float take no more than a button. */
const bars = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((element) => {
        const { position, visibility, pointerEvents } = getComputedStyle(element)
        const { width, height } = element.getBoundingClientRect()
        const covers = width > window.innerWidth / 2 && height > 0 && pointerEvents !== 'none'
        return (
          /fixed|sticky/.test(position) && visibility !== 'hidden' && covers && !element.closest('dialog')
        )
      })
      .map((element) => element.outerHTML.slice(0, 120)),
  )

/** Tabs through the page and returns the elements whose middle something else covers, or that are off the screen. */
const unreachable = (page: Page) =>
  page.evaluate(async () => {
    const scope = document.querySelector('dialog[open]') ?? document
    const all = [
      ...scope.querySelectorAll<HTMLElement>(
        'a[href]:not([href="#content"]), button:enabled, input:enabled, textarea, select',
      ),
    ]
    const lost: string[] = []
    for (const element of all) {
      if (!element.checkVisibility({ visibilityProperty: true })) continue
      element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      await new Promise(requestAnimationFrame)
      const { left, top, bottom, width, height } = element.getBoundingClientRect()
      // Native inputs under their drawn control.
      if (width < 4 || height < 4) continue
      const middle = (Math.max(0, top) + Math.min(window.innerHeight, bottom)) / 2
      const found = document.elementFromPoint(left + width / 2, middle)
      const label = element.closest('label')
      if (!(element.contains(found) || label?.contains(found) || found?.closest('label')?.contains(element)))
        lost.push(`${element.outerHTML.slice(0, 140)} under ${found?.outerHTML.slice(0, 80)}`)
    }
    return lost
  })

test('at 400 % zoom (320 by 256 px) the bars scroll away, and everything can be reached', async () => {
  const [anna, ben] = (await app.members('Anna', { username: 'Ben', photos: 3 })) as [Person, Person]
  await say(await ben.socket(), anna, 'Hello')
  const { page } = await visitAs(anna, '/', looks[2])
  await page.setViewportSize({ width: 320, height: 256 })
  // The reminder to confirm the address, which can be closed.
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Close' }).click()
  for (const path of ['/', '/search', '/messages', '/edit', '/settings#email', `/${ben.url_hash}`]) {
    await goTo(page, path)
    await page.waitForFunction(() => !document.querySelector('main .animate-shimmer'))
    expect(await bars(page), path).toEqual([])
    expect(await unreachable(page), path).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(320)
    const nav = page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: /Messages/ })
    await nav.scrollIntoViewIfNeeded()
    expect(await nav.isVisible(), path).toBe(true)
  }
  expect(await findings(page)).toEqual([])

  // A dialog scrolls as a whole.
  await page.getByRole('button', { name: 'Block or report' }).click()
  // Not with the mouse: Playwright would scroll, and click where the menu was before.
  await page.getByRole('menuitem', { name: /Report user/ }).press('Enter')
  await page.getByRole('dialog').getByRole('radio').first().waitFor()
  expect(await unreachable(page)).toEqual([])
})

test('in landscape, the page keeps clear of the camera; a dialog stays above the keyboard of a phone', async () => {
  const [anna, ben] = (await app.members('Anna', { username: 'Ben', photos: 3 })) as [Person, Person]
  const { page } = await visitAs(anna, `/${ben.url_hash}`, looks[2])
  // The menu closes when the page moves, as it does while it loads.
  await vi.waitFor(
    async () => {
      await page.getByRole('button', { name: 'Block or report' }).click()
      await page.getByRole('menuitem', { name: /Report user/ }).click({ timeout: 2000 })
    },
    { timeout: 20_000 },
  )
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio').first().check({ force: true })
  const field = dialog.getByRole('textbox')
  await field.focus()
  // As on iOS, where the keyboard covers the lower part of the page.
  await page.evaluate(() => {
    Object.defineProperty(window.visualViewport, 'height', { value: 500, configurable: true })
    window.visualViewport?.dispatchEvent(new Event('resize'))
  })
  const bottomOf = (selector: string) =>
    dialog
      .locator(selector)
      .last()
      .evaluate((element) => element.getBoundingClientRect().bottom)
  await expect.poll(() => bottomOf('footer')).toBeLessThanOrEqual(500)
  await expect.poll(() => bottomOf('textarea')).toBeLessThanOrEqual(500)
  await page.evaluate(() => {
    Object.defineProperty(window.visualViewport, 'height', { value: window.innerHeight, configurable: true })
    window.visualViewport?.dispatchEvent(new Event('resize'))
  })
  await expect.poll(() => bottomOf('footer')).toBeGreaterThan(840)
  await page.keyboard.press('Escape')

  await page.setViewportSize({ width: 844, height: 390 })
  const client = await page.context().newCDPSession(page)
  await client.send(
    'Emulation.setSafeAreaInsetsOverride' as never,
    { insets: { left: 47, right: 47 } } as never,
  )
  for (const path of ['/', '/settings#email', '/messages']) {
    await goTo(page, path)
    const edges = await page.evaluate(() =>
      [...document.querySelectorAll('h1, h2, p, a, button, img')]
        .map((element) => element.getBoundingClientRect())
        .filter(({ width, height, bottom }) => width > 1 && height > 1 && bottom > 0)
        .map(({ left, right }) => [left, right] as const),
    )
    expect(Math.min(...edges.map(([left]) => left)), path).toBeGreaterThanOrEqual(47)
    expect(Math.max(...edges.map(([, right]) => right)), path).toBeLessThanOrEqual(844 - 47)
  }
})
