import type { Person } from '@rosella/testkit/person'
import { say } from '@rosella/testkit/received'
import type { Locator, Page } from 'playwright-core'
import { app } from './test-site'

export const box = (page: Page): Locator => page.getByRole('textbox', { name: /^Message to/ })
export const bubbles = (page: Page): Locator => page.getByRole('log').getByRole('listitem')
export const bubble = (page: Page, text: string): Locator => bubbles(page).filter({ hasText: text })
export const fullScreen = (page: Page): Locator => page.getByRole('dialog', { name: /^Messages with/ })

/** Waits until no dialog is open and the page is usable. */
export const isClear = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.querySelector('dialog[open], :popover-open:not([data-toasts])') === null)

/** Two members with a conversation. */
export async function twoWhoTalk(photosOfBen = 0): Promise<[Person, Person]> {
  const [anna, ben] = (await app.members('Anna', { username: 'Ben', photos: photosOfBen })) as [
    Person,
    Person,
  ]
  await say(await anna.socket(), ben, 'Hello Ben')
  await say(await ben.socket(), anna, 'Hello Anna')
  return [anna, ben]
}
