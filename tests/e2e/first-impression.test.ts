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

describe.each(twoLooks)('[issue 16] at $width px, $colorScheme', (look) => {
  test('home gives reasons, steps with pictures of this scheme, a price, somebody to write to', async () => {
    const { page } = await visit(look)
    await page.goto('/')
    // What part 1 asks for stays on the first screen.
    for (const words of ['Australian Dating Site', 'You must be 18+ and have 3 photos to sign up.']) {
      const box = await page.getByText(words).boundingBox()
      expect((box?.y ?? 9999) + (box?.height ?? 0)).toBeLessThanOrEqual(look.width === 390 ? 844 : 850)
    }
    for (const name of ['What’s different here', 'Three steps to hello', 'What it costs', 'Who runs it']) {
      await page.getByRole('heading', { level: 2, name }).waitFor()
    }
    for (const words of [
      'A person checks every photo',
      'Reports are answered',
      'Preferences that work both ways',
    ]) {
      await page.getByRole('heading', { level: 3, name: words }).waitFor()
    }
    await page.getByText('7 Gum Street').waitFor()
    expect(await page.getByRole('link', { name: 'Contact us' }).getAttribute('href')).toMatch(/^mailto:.+@/)
    // Pictures wait until somebody comes near.
    const picture = page.getByRole('img', { name: /A conversation on a phone/ })
    expect(await picture.getAttribute('loading')).toBe('lazy')
    await picture.scrollIntoViewIfNeeded()
    await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(780)
    expect(await picture.getAttribute('src')).toContain(`chat-${look.colorScheme}`)
    expect(await findings(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(look.width)
  })
})

test.each([
  [looks[0], { '06': 'dawn', '12': 'day' }],
  [looks[2], { '18': 'dusk', '23': 'night' }],
] as const)(
  '[issue 16] the scene follows the hour, and the switch of colours the pictures (%o)',
  async (look, parts) => {
    const { page } = await visit(look)
    await page.clock.install({ time: new Date('2026-11-16T00:30:00') })
    for (const [hour, part] of Object.entries(parts)) {
      await page.clock.setFixedTime(new Date(`2026-11-16T${hour}:30:00`))
      await page.goto('/')
      await page.locator(`[data-part-of-day=${part}]`).waitFor()
    }
    await page.getByTitle('Dark').click()
    await expect
      .poll(() => page.getByRole('img', { name: /A list of members/ }).getAttribute('src'))
      .toContain('list-dark')
  },
)

test('[issue 16] log-in on a phone: all of the form is seen at once, and who logs in need not hear of 18+', async () => {
  const { page } = await visit(looks[2])
  await page.goto('/#log-in')
  for (const name of ['Log in', 'Email me a link', 'Email me a code']) {
    await expect.poll(() => bottomOf(page, name)).toBeLessThanOrEqual(667)
  }
  expect(await page.getByText('You must be 18+').count()).toBe(0)
  await page.getByRole('link', { name: 'Create an account' }).waitFor()
})
