import type { Page } from 'playwright-core'

export const group = (page: Page, legend: string) => page.getByRole('group', { name: legend })
export const choose = (page: Page, legend: string, label: string) =>
  group(page, legend).getByText(label, { exact: true }).click()
export const isChosen = (page: Page, legend: string, label: string) =>
  group(page, legend).getByLabel(label, { exact: true }).isChecked()

/** A real paste: the browser must have been allowed the clipboard. */
export async function paste(page: Page, label: string, text: string): Promise<void> {
  await page.evaluate((words) => navigator.clipboard.writeText(words), text)
  await page.getByLabel(label).focus()
  await page.keyboard.press('Control+V')
}
