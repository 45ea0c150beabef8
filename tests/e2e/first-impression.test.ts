import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { findings } from './axe'
import { looks, twoLooks } from './browser'
import { openTestSite, visit } from './test-site'

openTestSite({ motion: true, env: { LEGAL_ADDRESS: 'Waratah Pty Ltd\\n7 Gum Street' } })

const bottomOf = async (page: Page, name: string) => {
  const box = await page.getByRole('button', { name, exact: true }).boundingBox()
  return (box?.y ?? Number.POSITIVE_INFINITY) + (box?.height ?? 0)
}

describe.each(twoLooks)('at $width px, $colorScheme', (look) => {
  test('the home page shows reasons, steps with pictures in this colour scheme, the price and a contact', async () => {
    const { page } = await visit(look)
    await page.goto('/')
    // The parts that P1 requires stay on the first screen.
    for (const text of ['Australian Dating Site', 'You must be 18+ and have 3 photos to sign up.']) {
      const box = await page.getByText(text).boundingBox()
      expect((box?.y ?? 9999) + (box?.height ?? 0)).toBeLessThanOrEqual(look.width === 390 ? 844 : 850)
    }
    for (const name of ['What’s different here', 'Three steps to hello', 'What it costs', 'Who runs it']) {
      await page.getByRole('heading', { level: 2, name }).waitFor()
    }
    for (const text of ['A person checks every photo', 'Reports are answered', 'Matching works both ways']) {
      await page.getByRole('heading', { level: 3, name: text }).waitFor()
    }
    await page.getByText('7 Gum Street').waitFor()
    expect(await page.getByRole('link', { name: 'Contact us' }).getAttribute('href')).toMatch(/^mailto:.+@/)
    // Pictures load only when they are scrolled into view.
    const picture = page.getByRole('img', { name: /A conversation on a phone/ })
    expect(await picture.getAttribute('loading')).toBe('lazy')
    await picture.scrollIntoViewIfNeeded()
    await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(780)
    expect(await picture.getAttribute('src')).toContain(`chat-${look.colorScheme}`)
    if (look.width === 390) expect(await findings(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(look.width)
  })
})

test('a shared link has a title, a description and a picture; a browser that is too old shows only a page that says so', async () => {
  const { page } = await visit()
  const html = await (await page.request.get('/faq')).text()
  const content = (name: string) =>
    new RegExp(`<meta (?:property|name)="${name}" content="([^"]+)"`).exec(html)?.[1]
  expect([content('og:title'), content('twitter:card')]).toEqual([
    'Rosella: Australian Dating Site',
    'summary_large_image',
  ])
  expect(content('og:description')).toMatch(/^Say hello to someone nearby/)
  const picture = new URL(content('og:image') ?? '')
  const image = await page.request.get(picture.pathname)
  expect([image.status(), image.headers()['content-type']]).toEqual([200, 'image/png'])

  // As in a browser without light-dark().
  await page.addInitScript(() => {
    CSS.supports = () => false
  })
  await page.route('**/*.css', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replaceAll(
      /@supports ?\(color: ?light-dark\(/g,
      '@supports (color:unknown(',
    )
    await route.fulfill({ response, body })
  })
  await page.goto('/')
  await page.getByRole('heading', { level: 1, name: 'Please update your browser' }).waitFor()
  await page.getByText('Chrome, Edge, Firefox, Safari and Samsung Internet from the last two years').waitFor()
  expect(await page.locator('#root').innerHTML()).toBe('')
})

test('the scene follows the time of day, and the pictures follow the colour scheme', async () => {
  const { page } = await visit(looks[2])
  await page.clock.install({ time: new Date('2026-11-16T00:30:00') })
  for (const [hour, part] of [
    ['06', 'dawn'],
    ['18', 'dusk'],
  ]) {
    await page.clock.setFixedTime(new Date(`2026-11-16T${hour}:30:00`))
    await page.goto('/')
    await page.locator(`[data-part-of-day=${part}]`).waitFor()
  }
  await page.getByTitle('Dark').click()
  await expect
    .poll(() => page.getByRole('img', { name: /A list of members/ }).getAttribute('src'))
    .toContain('list-dark')
})

test('[P1 §2] log-in on a phone: the whole form is visible without scrolling, without the 18+ hint, and links to sign-up', async () => {
  const { page } = await visit(looks[2])
  await page.goto('/#log-in')
  for (const name of ['Log in', 'Email me a link', 'Email me a code']) {
    await expect.poll(() => bottomOf(page, name)).toBeLessThanOrEqual(667)
  }
  expect(await page.getByText('You must be 18+').count()).toBe(0)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByRole('heading', { name: 'Create Account' }).waitFor()
})
