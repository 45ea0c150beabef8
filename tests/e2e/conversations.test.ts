import type { Person } from '@rosella/testkit/person'
import { say } from '@rosella/testkit/received'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { findings } from './axe'
import { goTo, looks } from './browser'
import { box, bubble, fullScreen, isClear, twoWhoTalk } from './chat-page'
import { app, openTestSite, visitAs } from './test-site'

openTestSite()

const [desktop, , phone] = looks
const touch = { hasTouch: true, isMobile: true }

const viewer = (page: Page) => page.getByRole('dialog', { name: /^Photos of/ })
const rectOf = async (page: Page, selector: string) =>
  page.locator(selector).evaluate((node) => {
    const { top, bottom, left, right } = node.getBoundingClientRect()
    return { top, bottom, left, right, width: innerWidth, height: innerHeight }
  })
const hash = (page: Page): string => new URL(page.url()).hash

test('[P3 §10] at #messages on a desktop the conversation is a full-height column next to the profile', async () => {
  const [anna, ben] = await twoWhoTalk(3)
  const { page } = await visitAs(anna, `/${ben.url_hash}#messages`, desktop)
  await bubble(page, 'Hello Anna').waitFor()
  const column = await rectOf(page, '#messages')
  const bar = await rectOf(page, 'header.sticky')
  expect(Math.abs(column.top - bar.bottom)).toBeLessThan(1)
  expect(column.bottom).toBe(column.height)
  expect((await rectOf(page, 'article')).right).toBeLessThanOrEqual(column.left)
  expect(await findings(page)).toEqual([])
  // The profile scrolls next to it.
  await page.mouse.move(300, 500)
  await page.mouse.wheel(0, 900)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(200)
  expect(await rectOf(page, '#messages')).toEqual(column)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1280)

  // Full screen and photos have addresses; Back closes them, and the column stays open.
  await page.getByRole('button', { name: 'Full screen', exact: true }).click()
  await fullScreen(page).waitFor()
  expect(hash(page)).toBe('#chat')
  await page.reload()
  await fullScreen(page).waitFor()
  await page.goBack()
  await fullScreen(page).waitFor({ state: 'hidden' })
  expect(hash(page)).toBe('#messages')
  await bubble(page, 'Hello Anna').waitFor()
  await page.evaluate(() => scrollTo(0, 0))
  await page.getByRole('button', { name: 'Open the 3 photos of Ben' }).click()
  await page.getByText('Photo 1 of 3', { exact: true }).waitFor()
  await page.keyboard.press('ArrowRight')
  await page.getByText('Photo 2 of 3', { exact: true }).waitFor()
  expect(hash(page)).toBe('#photo-2')
  await page.goBack()
  await viewer(page).waitFor({ state: 'hidden' })
  expect(hash(page)).toBe('#messages')
  await page.waitForFunction(() =>
    document.activeElement?.getAttribute('aria-label')?.startsWith('Open the 3'),
  )
  expect((await rectOf(page, '#messages')).bottom).toBe(column.height)

  // Opened from an outside link, closing it shows the profile without an extra history entry.
  await page.goto(`/${ben.url_hash}#photo-3`)
  await page.getByText('Photo 3 of 3', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await viewer(page).waitFor({ state: 'hidden' })
  await expect.poll(() => new URL(page.url()).pathname + hash(page)).toBe(`/${ben.url_hash}`)
  expect(await isClear(page)).toBe(true)
})

test('[P3 §10] on a phone it fills the screen, and Back returns to the previous page', async () => {
  const [anna, ben] = await twoWhoTalk()
  const { page } = await visitAs(anna, '/messages?tab=inbox', phone, touch)
  await page.getByRole('link', { name: /^Ben/ }).click()
  await page.waitForURL(`**/${ben.url_hash}#messages`)
  await fullScreen(page).waitFor()
  await bubble(page, 'Hello Anna').waitFor()
  const whole = await rectOf(page, 'dialog[open]')
  expect([whole.top, whole.left, whole.right, whole.bottom]).toEqual([0, 0, whole.width, whole.height])
  // The keyboard does not open automatically.
  expect(await box(page).evaluate((node) => node === document.activeElement)).toBe(false)
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await page.waitForURL('**/messages?tab=inbox')
  await page.goForward()
  await fullScreen(page).waitFor()
  await page.goBack()
  await page.waitForURL('**/messages?tab=inbox')
  // A closing dialog gives the focus back to where it was.
  await fullScreen(page).waitFor({ state: 'hidden' })

  // From the profile to its chat and back, and from the chat to the profile.
  await goTo(page, `/${ben.url_hash}`)
  await page.getByRole('link', { name: 'Write a message' }).click()
  await fullScreen(page).waitFor()
  await fullScreen(page).getByRole('link', { name: 'View profile' }).click()
  await fullScreen(page).waitFor({ state: 'hidden' })
  await page.goBack()
  await fullScreen(page).waitFor()
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await fullScreen(page).waitFor({ state: 'hidden' })
  expect(hash(page)).toBe('')

  // With a keyboard over half the screen, the box and the last message stay visible.
  await page.goto(`/${ben.url_hash}#messages`)
  await bubble(page, 'Hello Anna').waitFor()
  await box(page).tap()
  await page.setViewportSize({ width: 390, height: 400 })
  const isSeen = (target: ReturnType<typeof box>) =>
    target.evaluate((node) => {
      const { top, bottom, left, right } = node.getBoundingClientRect()
      const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      return top >= 0 && bottom <= innerHeight && hit !== null && (node.contains(hit) || hit.contains(node))
    })
  for (const target of [box(page), page.getByRole('button', { name: 'Send', exact: true })])
    await expect.poll(() => isSeen(target)).toBe(true)
  await expect.poll(() => isSeen(bubble(page, 'Hello Anna').getByRole('paragraph').last())).toBe(true)
  for (const bar of ['[data-bottom-bar]', '[data-action-bar]'])
    expect(await page.locator(bar).isVisible(), bar).toBe(false)
})

test('[P3 §10] /messages on a desktop: the list with the chosen conversation next to it, by click, keyboard and address; each conversation keeps a draft', async () => {
  const [anna, ben] = await twoWhoTalk()
  const [cara] = (await app.members('Cara')) as [Person]
  await say(await cara.socket(), anna, 'Hello from Cara')
  const { page } = await visitAs(anna, '/messages', desktop)
  await page.getByRole('heading', { name: 'Choose a conversation' }).waitFor()
  const row = (name: string) => page.getByRole('link', { name: new RegExp(`^${name}, `) })
  await row('Ben').click()
  await page.waitForURL(`**/messages?with=${ben.url_hash}`)
  await bubble(page, 'Hello Anna').waitFor()
  const pane = await rectOf(page, '[data-chat-column]')
  expect([pane.right, pane.bottom]).toEqual([pane.width, pane.height])
  expect(await page.getByRole('link', { name: /^Ben, / }).getAttribute('aria-current')).toBe('true')
  await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA')
  expect(await findings(page)).toEqual([])
  // Opening it reads it, and the row stays in place.
  await page.getByRole('link', { name: 'Unread 1 unread conversation' }).waitFor()
  await expect.poll(() => row('Ben').count()).toBe(1)

  await box(page).fill('For Ben')
  await row('Cara').press('Enter')
  await page.waitForURL(`**/messages?with=${cara.url_hash}`)
  await bubble(page, 'Hello from Cara').waitFor()
  expect(await box(page).inputValue()).toBe('')
  await box(page).fill('For Cara')
  await page.goBack()
  await bubble(page, 'Hello Anna').waitFor()
  expect(await box(page).inputValue()).toBe('For Ben')
  // The list shows the draft of the other conversation.
  const draft = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Draft:' })
  await draft.getByText('For Cara').waitFor()
  await expect.poll(() => draft.count()).toBe(1)
  // The next member to log in never sees them, because a log-in deletes every key that starts with "own:".
  const kept = await page.evaluate(() => Object.keys(localStorage).filter((key) => /draft/.test(key)))
  expect(kept.toSorted()).toEqual([ben, cara].map(({ id }) => `own:draft:${anna.id}:${id}`).toSorted())
  await page.reload()
  await bubble(page, 'Hello Anna').waitFor()
  await page.getByRole('button', { name: 'Full screen', exact: true }).click()
  await fullScreen(page).waitFor()
  expect(page.url()).toContain(`/messages?with=${ben.url_hash}#chat`)
  await page.goBack()
  await fullScreen(page).waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: 'View profile' }).click()
  await page.waitForURL(`**/${ben.url_hash}`)
  await page.goBack()
  await page.getByRole('link', { name: 'Inbox', exact: true }).click()
  await row('Cara').dblclick()
  await page.waitForURL(`**/${cara.url_hash}`)

  // An unknown member, and a screen without room for both.
  await page.goto('/messages?with=abcdefghijkl')
  await page.waitForURL('**/messages?with=abcdefghijkl')
  await goTo(page, `/messages?with=${ben.url_hash}`)
  await bubble(page, 'Hello Anna').waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.waitForURL(`**/${ben.url_hash}#messages`)
  await fullScreen(page).waitFor()
})

test('[P3 §10] reading in the two-pane inbox: no view, no toast, at most 720 px of text, and when the partner was active', async () => {
  const [anna, ben] = await twoWhoTalk()
  const [cara] = (await app.members('Cara')) as [Person]
  ben.disconnect()
  const { page } = await visitAs(anna, `/messages?with=${ben.url_hash}`, looks[1])
  await page.setViewportSize({ width: 2000, height: 900 })
  await bubble(page, 'Hello Anna').waitFor()
  const head = page.getByRole('region', { name: 'Conversation' })
  await head.getByText('Active just now').waitFor()
  await ben.stream()
  await head.getByText('Online').waitFor({ timeout: 15_000 })

  await say(await ben.socket(), anna, 'W '.repeat(900))
  await bubble(page, 'W W').waitFor()
  const widths = await page
    .locator('[data-bubble] p, [data-composer] textarea')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width))
  expect(Math.max(...widths)).toBeLessThanOrEqual(720)
  await say(await cara.socket(), anna, 'Hello')
  await page.getByText('Cara sent you a message').first().waitFor()
  expect(await page.getByText('Ben sent you a message').count()).toBe(0)
  expect(await findings(page)).toEqual([])

  const viewers = async () =>
    (await ben.call('GET /api/users', { filter: 'viewed-me' })).users.map(({ id }) => id)
  expect(await viewers()).toEqual([])
  await head.getByRole('link', { name: 'View profile' }).click()
  await page.getByRole('heading', { level: 1, name: 'Ben' }).waitFor()
  await expect.poll(viewers).toEqual([anna.id])
})
