import type { Person } from '@rosella/testkit/person'
import { say } from '@rosella/testkit/received'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { findings } from './axe'
import { goTo, looks } from './browser'
import { bubble } from './chat-page'
import { app, openTestSite, visitAs } from './test-site'

openTestSite()
beforeAll(() => app.admin.call('POST /api/admin/settings', { key: 'confirmed_to_write', value: 0 }))

const THANKS = 'Thank you for reporting this user. Our team will review the info soon.'

async function fillIn(page: Page, reason: string): Promise<void> {
  await page.getByText(reason, { exact: true }).click()
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByText(THANKS).waitFor()
}
const cases = async () =>
  (await app.admin.call('GET /api/admin/reports', { state: 'open' })).items.map(({ id }) => id)
const newestCase = async () => {
  const id = Math.max(...(await cases()))
  return (await app.admin.call('GET /api/admin/report', { id })).report
}

test('[P3 §6] "Report this message" by keyboard and touch; the case marks the message', async () => {
  const [anna, ben] = (await app.members('Anna', 'Ben')) as [Person, Person]
  const his = await ben.socket()
  const first = await say(his, anna, 'Send me money')
  await say(await anna.socket(), ben, 'No')
  const second = await say(his, anna, 'Then a gift card')

  const { page } = await visitAs(anna, `/${ben.url_hash}#messages`)
  await bubble(page, 'Then a gift card').waitFor()
  await page.getByRole('log').focus()
  await page.keyboard.press('Tab')
  const focused = (text: string) =>
    expect.poll(() => page.evaluate(() => document.activeElement?.closest('li')?.textContent)).toContain(text)
  await focused('Then a gift card')
  // Anna's own message is between them.
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await focused('Send me money')
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Report this message' }).waitFor()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Report this message' })
  await dialog.getByRole('blockquote').getByText('Send me money').waitFor()
  await fillIn(page, 'Asking for money')
  expect((await newestCase()).snapshot?.message_id).toBe(first)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await focused('Send me money')

  const phone = await visitAs(anna, `/${ben.url_hash}#messages`, looks[3], { hasTouch: true })
  await bubble(phone.page, 'Then a gift card').getByRole('button', { name: 'Message menu' }).tap()
  await phone.page.getByRole('menuitem', { name: 'Report this message' }).tap()
  await phone.page.getByRole('blockquote').getByText('Then a gift card').waitFor()
  expect(await findings(phone.page)).toEqual([])
  await fillIn(phone.page, 'Fake profile or scam')
  expect((await newestCase()).snapshot?.message_id).toBe(second)
})

test('[P3 §6] a member who blocked, deleted messages and left can still be reported, from the safety page and the settings', async () => {
  const [anna, ben, cleo] = (await app.members('Anna', 'Ben', 'Cleo')) as [Person, Person, Person]
  const his = await ben.socket()
  const taken = await say(his, anna, 'I know where you live')
  await his.emitWithAck('delete', taken)
  await ben.call('POST /api/user-action', { action: 'block', recipient_id: anna.id })
  await ben.call('DELETE /api/account')
  await say(await cleo.socket(), anna, 'Hi')

  const { page } = await visitAs(anna, '/safety', looks[3])
  await page.getByRole('button', { name: 'Report someone I can no longer see' }).click()
  const dialog = page.getByRole('dialog', { name: 'Report someone I can no longer see' })
  const contacts = dialog.getByRole('list', { name: 'Past contacts' }).getByRole('button')
  await contacts.first().waitFor()
  expect(await contacts.allInnerTexts()).toEqual([
    expect.stringMatching(/^B\s+Ben\s+Last contact: .+\s+No longer visible$/),
    expect.stringMatching(/^C\s+Cleo\s+Last contact: .+$/),
  ])
  const month = new Date().toLocaleDateString('en-AU', { month: 'long', year: 'numeric' })
  await dialog.getByLabel('Month of the contact').selectOption(month)
  await dialog.getByLabel('First name').fill('zoe')
  await dialog.getByText('Nobody found.').waitFor()
  await dialog.getByLabel('First name').fill('be')
  await expect.poll(() => contacts.count()).toBe(1)
  expect(await findings(page)).toEqual([])
  await contacts.click()
  await page.getByRole('dialog', { name: 'Report Ben' }).waitFor()
  await fillIn(page, 'Harassment or threats')
  expect(JSON.stringify((await newestCase()).snapshot?.messages)).toContain('I know where you live')

  await page.getByRole('button', { name: 'Done' }).click()
  await goTo(page, '/settings#reports')
  await page.getByRole('list', { name: 'Your reports' }).getByText('Harassment or threats').waitFor()
  await page.getByRole('button', { name: 'Report someone I can no longer see' }).waitFor()
  expect(await findings(page)).toEqual([])
})

test('[P3 §6] the deletion dialogs and the privacy page say what is retained and for how long', async () => {
  const [anna, ben] = (await app.members('Anna', 'Ben')) as [Person, Person]
  await say(await anna.socket(), ben, 'Hello')
  const { page } = await visitAs(anna, '/messages?tab=sent', looks[2])
  await page.getByRole('button', { name: 'Delete message to Ben' }).click()
  await page.getByRole('alertdialog').getByText('We keep it encrypted for 90 days').waitFor()
  await page.keyboard.press('Escape')
  await goTo(page, '/settings#account-status')
  await page.getByRole('button', { name: 'Delete account' }).click()
  await page.getByRole('alertdialog').getByText('kept encrypted for 90 days').waitFor()
  await page.keyboard.press('Escape')
  await goTo(page, `/${ben.url_hash}`)
  await page.getByRole('button', { name: 'Not interested, block or report' }).click()
  await page.getByRole('menuitem', { name: 'Block user' }).click()
  await page.getByRole('alertdialog').getByText('For 180 days either of you can still report').waitFor()
  await page.keyboard.press('Escape')
  await goTo(page, '/privacy')
  for (const text of [
    '90 days. Our backups never contain the keys.',
    '180 days after the last contact',
    'as keyed hashes only',
  ])
    await page.getByText(text).waitFor()
})
