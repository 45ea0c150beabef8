import type { Locator, Page } from 'playwright-core'

export const box = (page: Page): Locator => page.getByRole('textbox', { name: /^Message to/ })
export const bubbles = (page: Page): Locator => page.getByRole('log').getByRole('listitem')
export const bubble = (page: Page, text: string): Locator => bubbles(page).filter({ hasText: text })
