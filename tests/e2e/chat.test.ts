import type { Person } from '@rosella/testkit/person'
import { say } from '@rosella/testkit/received'
import type { TestApp } from '@rosella/testkit/test-app'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { findings } from './axe'
import { type Look, looks } from './browser'
import { box, bubble, bubbles } from './chat-page'
import { app, openTestSite, visitAs } from './test-site'

openTestSite()

/** A separate browser, logged in, at a path. */
const at = async (person: Person, path: string, look?: Look): Promise<Page> =>
  (await visitAs(person, path, look)).page

const chatWith = (person: Person, other: Person, look?: Look) =>
  at(person, `/${other.url_hash}#messages`, look)
const cast = async (...wishes: Parameters<TestApp['members']>) =>
  (await app.members(...wishes)) as [Person, Person, Person]

async function write(page: Page, text: string): Promise<void> {
  await box(page).fill(text)
  await box(page).press('Enter')
  await expect.poll(() => box(page).inputValue()).toBe('')
}

test('[P2 §2] two browsers: line breaks, emoji, right-to-left, long words, and ticks for members with read receipts', async () => {
  const [anna, ben] = await cast({ username: 'Anna', premium: true }, 'Ben')
  await anna.call('POST /api/settings-auto-save', { key: 'read_receipts', value: true })
  const [hers, his] = [await chatWith(anna, ben), await chatWith(ben, anna, looks[3])]
  await hers.getByText('Say hello to Ben').waitFor()

  await box(hers).fill('Hello Ben')
  await box(hers).press('Shift+Enter')
  await box(hers).pressSequentially('🌹 <b>bold</b>')
  await box(hers).press('Enter')
  await bubble(his, 'Hello Ben').waitFor()
  expect(await bubble(his, 'Hello Ben').getByRole('paragraph').last().innerText()).toBe(
    'Hello Ben\n🌹 <b>bold</b>',
  )
  await bubble(hers, 'Hello Ben').getByText('Read').waitFor()

  await write(his, 'مرحبا آنا')
  await bubble(hers, 'مرحبا').waitFor()
  const side = (page: Page) =>
    bubble(page, 'مرحبا')
      .getByRole('paragraph')
      .last()
      .evaluate((p) => getComputedStyle(p).direction)
  expect(await side(hers)).toBe('rtl')
  await bubble(his, 'مرحبا').getByText('Sent').waitFor()

  await write(hers, 'W'.repeat(400))
  await bubble(his, 'WWWW').waitFor()
  // Anna has read the reply, and Ben does not see that.
  expect(await bubble(his, 'مرحبا').getByText('Read').count()).toBe(0)
  for (const [page, width] of [
    [hers, 1280],
    [his, 390],
  ] as const) {
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
  expect(await findings(his)).toEqual([])
  await his.setViewportSize({ width: 320, height: 640 })
  expect(await his.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
})

test('[P2 §5] links and empty messages are not sent; Enter in an IME does not send; the limit is shown', async () => {
  const [anna, ben] = await cast('Anna', 'Ben')
  const page = await chatWith(anna, ben)
  await page.getByText('Say hello to Ben').waitFor()
  await box(page).fill('See HTTPS://example.com')
  await box(page).press('Enter')
  await page.getByText('Sending links is not allowed.').waitFor()
  expect(await box(page).inputValue()).toBe('See HTTPS://example.com')
  await box(page).fill(' \n ')
  await box(page).press('Enter')
  await box(page).fill('にほん')
  await box(page).dispatchEvent('keydown', { key: 'Enter', isComposing: true })
  await box(page).fill('x'.repeat(1990))
  await page.getByText('10 characters left').waitFor()
  // Screen readers hear the room at a few steps, not at every key.
  const room = page.getByRole('status').filter({ hasText: 'Room for' })
  await room.getByText('Room for 10 more characters.').waitFor()
  await box(page).pressSequentially('xyz')
  await page.getByText('7 characters left').waitFor()
  expect(await room.textContent()).toBe('Room for 10 more characters.')
  await box(page).fill('x'.repeat(2001))
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('A message can be at most 2,000 characters long.').waitFor()
  expect((await ben.call('GET /api/messages')).m).toEqual([])

  // A server refusal returns the text with its message.
  await ben.call('POST /api/user-action', { action: 'block', recipient_id: anna.id })
  await box(page).fill('Still there?')
  await box(page).press('Enter')
  await page.getByText('User not found.').waitFor()
  await expect.poll(() => box(page).inputValue()).toBe('Still there?')
  expect(await bubbles(page).count()).toBe(0)
})

test('[P2 §2] full screen by keyboard; a draft survives a reload but not a log-out', async () => {
  const [anna, ben] = await cast('Anna', 'Ben')
  await say(await ben.socket(), anna, 'Coffee?')
  const page = await chatWith(anna, ben, looks[1])
  await bubble(page, 'Coffee?').waitFor()
  await page.getByRole('button', { name: 'Full screen', exact: true }).press('Enter')
  const dialog = page.getByRole('dialog', { name: /Messages/ })
  await dialog.waitFor()
  await expect.poll(() => box(page).evaluate((node) => node === document.activeElement)).toBe(true)
  expect(await findings(page)).toEqual([])
  await page.keyboard.type('Not yet sent')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Full screen')

  await page.reload()
  await bubble(page, 'Coffee?').waitFor()
  expect(await box(page).inputValue()).toBe('Not yet sent')
  await page.getByRole('button', { name: 'Your menu' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.waitForFunction(() => !Object.keys(localStorage).some((key) => key.startsWith('own:')))
})

test('[P2 §4] scrolling up loads older messages without a jump; time labels after a minute', async () => {
  const [anna, ben] = await cast('Anna', 'Ben')
  const [one, two] = [await anna.socket(), await ben.socket()]
  for (let n = 1; n <= 30; n++) {
    await say(one, ben, `Anna ${n}`)
    await say(two, anna, `Ben ${n}`)
  }
  const page = await chatWith(anna, ben)
  await bubble(page, 'Ben 30').waitFor()
  await expect.poll(() => bubbles(page).count()).toBe(50)
  const log = page.getByRole('log')
  await expect.poll(() => log.evaluate((box) => Math.abs(box.scrollTop))).toBe(0)
  const place = () => bubble(page, 'Ben 8').evaluate((node) => node.getBoundingClientRect().top)
  await bubble(page, 'Ben 8').scrollIntoViewIfNeeded()
  const before = await place()
  await bubble(page, 'Anna 1').first().waitFor({ state: 'attached' })
  await expect.poll(() => bubbles(page).count()).toBe(60)
  expect(Math.abs((await place()) - before)).toBeLessThan(3)
  // The sender changes with every message here, so each has a label.
  await expect.poll(() => page.getByRole('log').locator('time').count()).toBe(60)
})

test('[P2 §2] the messages screen: live rows, tabs with addresses, ticks, deletion on both sides', async () => {
  const [anna, ben] = await cast('Anna', { username: 'Ben', city: 'Perth, WA' })
  const page = await at(anna, '/messages?tab=unread')
  await page.getByRole('heading', { name: 'No new messages' }).waitFor()
  expect(await findings(page)).toEqual([])
  const socket = await ben.socket()
  const long = 'A sentence of more than forty characters, to be cut'
  await say(socket, anna, 'First')
  await say(socket, anna, long)
  const rows = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('button') })
  await rows.getByText(`${long.slice(0, 40)}...`).waitFor()
  await expect.poll(() => rows.count()).toBe(1)
  await page.getByRole('link', { name: 'Unread 1 unread conversation' }).waitFor()
  for (const text of ['Perth, WA, Australia', '<1min ago', 'Messages: 2'])
    await rows.getByText(text).waitFor()

  // Reading it elsewhere empties Unread here; the inbox keeps the row.
  const { m } = await anna.call('GET /api/messages')
  await (await anna.socket()).emitWithAck('markRead', m[0]?.id ?? 0)
  await page.getByRole('heading', { name: 'No new messages' }).waitFor()
  await page.getByRole('link', { name: 'Inbox', exact: true }).click()
  await page.waitForURL('**/messages')
  await rows.getByText(long.slice(0, 20)).waitFor()

  // Removed by the receiver for herself: the previous message takes its place.
  await page.getByRole('button', { name: 'Remove message from Ben' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete message' })
  await dialog.getByText('Are you sure?').waitFor()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await rows.getByText('First').waitFor()
  expect((await ben.call('GET /api/messages')).m[0]?.t).toBe(long)

  // Deleted by the sender: also removed from her open conversation.
  await rows.getByRole('link').click()
  await page.waitForURL(`**/messages?with=${ben.url_hash}`)
  await bubble(page, 'First').waitFor()
  const his = await at(ben, '/messages?tab=sent', looks[2])
  await his.getByRole('button', { name: 'Delete message to Anna' }).click()
  await his.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await his.getByText('First').waitFor()
  await his.getByRole('button', { name: 'Delete message to Anna' }).click()
  expect(await findings(his)).toEqual([])
  await his.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await his.getByRole('heading', { name: 'No messages here' }).waitFor()
  await page.getByText('Say hello to Ben').waitFor()
})
