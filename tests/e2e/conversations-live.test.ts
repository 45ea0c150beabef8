import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { findings } from './axe'
import { goTo, looks } from './browser'
import { box, bubble, fullScreen, isClear, twoWhoTalk } from './chat-page'
import { openTestSite, visitAs } from './test-site'

openTestSite({ motion: true })

const [desktop, , phone] = looks
const touch = { hasTouch: true, isMobile: true }
const log = (page: Page) => page.getByRole('log')

test('[P3 §10] desktop and phone: typing, reactions, copies and deletions, by keyboard, right click and long press', async () => {
  const [anna, ben] = await twoWhoTalk()
  const { page: hers } = await visitAs(anna, `/messages?with=${ben.url_hash}`, desktop, {
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const { page: his } = await visitAs(ben, `/${anna.url_hash}#messages`, phone, touch)
  for (const page of [hers, his]) await bubble(page, 'Hello Anna').waitFor()

  await box(hers).pressSequentially('Dinner')
  await his.getByText('Anna is typing').waitFor()
  expect(await findings(his)).toEqual([])
  await his.getByText('Anna is typing').waitFor({ state: 'hidden' })
  await box(hers).press('Enter')
  await bubble(his, 'Dinner').waitFor()
  await box(his).pressSequentially('Yes')
  await hers.getByText('Ben is typing').waitFor()
  // Enter adds a line on a touch device, and the button sends.
  await box(his).press('Enter')
  await box(his).pressSequentially('please')
  expect(await box(his).inputValue()).toBe('Yes\nplease')
  await his.getByRole('button', { name: 'Send', exact: true }).tap()
  await bubble(hers, 'please').waitFor()

  // Tab reaches the partner's newest message, and the arrow keys reach any other.
  const focused = (text: string) =>
    expect.poll(() => hers.evaluate(() => document.activeElement?.closest('li')?.textContent)).toContain(text)
  await log(hers).focus()
  await hers.keyboard.press('Tab')
  await focused('please')
  await hers.keyboard.press('ArrowUp')
  await focused('Dinner')
  await hers.keyboard.press('ArrowUp')
  await focused('Hello Anna')
  await hers.keyboard.press('Enter')
  const picker = hers.getByRole('menu', { name: 'Message menu' })
  await picker.getByRole('menuitemradio', { name: 'Heart' }).waitFor()
  await hers.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Heart')
  await hers.keyboard.press('ArrowRight')
  await hers.keyboard.press('Enter')
  const react = (page: Page, text: string) => bubble(page, text).getByRole('button', { name: /Message menu/ })
  await expect
    .poll(() => react(hers, 'Hello Anna').getAttribute('aria-label'))
    .toBe('You: Laughing. Message menu')
  await expect
    .poll(() => react(his, 'Hello Anna').getAttribute('aria-label'))
    .toBe('Anna: Laughing. Message menu')
  await hers.waitForFunction(() => document.activeElement?.matches('[data-menu]'))
  await hers.keyboard.press('Enter')
  await picker.waitFor()
  await hers.keyboard.press('Escape')
  await picker.waitFor({ state: 'hidden' })
  await hers.waitForFunction(() => document.activeElement?.matches('[data-menu]'))

  // Long press.
  const bubbleBox = await bubble(his, 'Dinner').locator('[data-bubble]').boundingBox()
  const finger = await his.context().newCDPSession(his)
  const at = { x: (bubbleBox?.x ?? 0) + 20, y: (bubbleBox?.y ?? 0) + 15 }
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] })
  await his.getByRole('group', { name: 'Reactions' }).waitFor()
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  expect(await findings(his)).toEqual([])
  await his.getByRole('menuitemradio', { name: 'Fire' }).tap()
  await expect.poll(() => react(hers, 'Dinner').getAttribute('aria-label')).toBe('Ben: Fire. Message menu')
  expect(await findings(hers)).toEqual([])

  // A right click opens the same menu.
  const item = (name: string) => hers.getByRole('menuitem', { name })
  await bubble(hers, 'please').locator('[data-bubble]').click({ button: 'right' })
  await item('Copy').click()
  await hers.getByText('Copied.').waitFor()
  expect(await hers.evaluate(() => navigator.clipboard.readText())).toBe('Yes\nplease')
  await bubble(hers, 'Dinner').locator('[data-bubble]').click({ button: 'right' })
  await item('Copy').waitFor()
  expect(await item('Report this message').count()).toBe(0)
  await hers.keyboard.press('Escape')
  await bubble(hers, 'Hello Ben').getByRole('button', { name: 'Message menu' }).press('Shift+F10')
  await item('Delete').click()
  await hers.getByRole('alertdialog').getByText('It will be deleted for you and Ben.').waitFor()
  expect(await findings(hers)).toEqual([])
  await hers.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  for (const page of [hers, his]) await bubble(page, 'Hello Ben').waitFor({ state: 'hidden' })
  await hers.waitForFunction(() => document.activeElement?.matches('[role=log], [role=log] *'))

  // The same reaction again removes it, on both sides.
  await react(his, 'Dinner').tap()
  await his.getByRole('menuitemradio', { name: 'Fire' }).tap()
  await expect.poll(() => react(hers, 'Dinner').getAttribute('aria-label')).toBe('Message menu')
  await hers.reload()
  await expect
    .poll(() => react(hers, 'Hello Anna').getAttribute('aria-label'))
    .toBe('You: Laughing. Message menu')
})

test('[P3 §10] the chat menu reports, blocks, ends and asks to verify; the partner sees the end live; Back closes everything', async () => {
  const [anna, ben] = await twoWhoTalk()
  const { page } = await visitAs(anna, `/${ben.url_hash}`, desktop)
  const { page: his } = await visitAs(ben, `/${anna.url_hash}#messages`, phone, touch)
  await bubble(his, 'Hello Anna').waitFor()
  await goTo(page, `/messages?with=${ben.url_hash}`)
  const menu = page.getByRole('button', { name: 'Conversation menu' })
  await menu.click()
  const items = page.getByRole('menuitem')
  expect((await items.allInnerTexts()).map((text) => text.split('\n')[0])).toEqual([
    'Ask to verify',
    'Not interested',
    'Block user',
    'Report user',
  ])
  await items.filter({ hasText: 'Ask to verify' }).click()
  await page.getByText('We’ve let Ben know that you’d like them to verify their photos.').waitFor()

  // Menus and dialogs have no history entry: Back leaves their page and closes them.
  await menu.click()
  expect(await items.filter({ hasText: 'Ask to verify' }).count()).toBe(0)
  await page.goBack()
  await page.waitForURL(`**/${ben.url_hash}`)
  await expect.poll(() => isClear(page)).toBe(true)
  await page.goForward()
  await menu.click()
  await items.filter({ hasText: 'Report user' }).click()
  await page.getByRole('dialog', { name: 'Report user' }).waitFor()
  await page.goBack()
  await page.waitForURL(`**/${ben.url_hash}`)
  await expect.poll(() => isClear(page)).toBe(true)
  await page.goForward()
  await page.getByRole('button', { name: 'Full screen', exact: true }).click()
  await fullScreen(page).getByRole('button', { name: 'Conversation menu' }).click()
  await page.goBack()
  await fullScreen(page).waitFor({ state: 'hidden' })
  expect(await isClear(page)).toBe(true)

  // It can be undone before the partner sees it.
  await page.clock.install()
  await menu.click()
  await items.filter({ hasText: 'Not interested' }).click()
  await page.clock.fastForward(5000)
  for (const one of [page, his]) await one.getByText('Anna ended this conversation.').waitFor()
})
