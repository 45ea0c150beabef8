import type { Person } from '@rosella/testkit/person'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { arriveAs } from './browser'

/** Opens /edit, logged in and fully loaded. */
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

/** A real paste, which needs clipboard permission. */
export async function paste(page: Page, label: string, text: string): Promise<void> {
  await page.evaluate((text) => navigator.clipboard.writeText(text), text)
  await page.getByLabel(label).focus()
  await page.keyboard.press('Control+V')
}
