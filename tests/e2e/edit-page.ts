import type { Person } from '@rosella/testkit/person'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { arriveAs } from './browser'

/** Logged in, on /edit, with everything loaded. */
export async function arriveAtEdit(page: Page, person: Person): Promise<void> {
  await arriveAs(page, person, '/edit')
  await page.getByLabel('Tagline').waitFor()
}

export const own = async (person: Person) => (await person.call('GET /api/user')).user
export const stored = (person: Person) => expect.poll(() => own(person), { timeout: 20_000 })

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
