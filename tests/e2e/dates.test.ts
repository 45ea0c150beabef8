import { confirmAddresses } from '@rosella/testkit/give-role'
import type { Person } from '@rosella/testkit/person'
import { say } from '@rosella/testkit/received'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { assertFine } from './admin-desk'
import { looks } from './browser'
import { app, openTestSite, visit, visitAs } from './test-site'

openTestSite()

const HOUR = 3600
const [desktop, , , phone] = looks

async function couple(): Promise<[Person, Person]> {
  const [anna, ben] = (await app.members('Anna', { username: 'Ben', photos: 1 })) as [Person, Person]
  await confirmAddresses(app, anna, ben)
  const [hers, his] = [await anna.socket(), await ben.socket()]
  await say(hers, ben, 'Coffee on Saturday?')
  await say(his, anna, 'I would love to')
  return [anna, ben]
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
async function keyOf(address: string): Promise<string> {
  const emails = (await app.mail()).filter(({ to }) => to?.[0]?.address === address)
  return /(?<=\?key=)[\w.-]+/.exec(emails[0]?.text ?? '')?.[0] ?? 'none'
}
async function pass(seconds: number): Promise<void> {
  app.clock.advance(seconds)
  await app.jobsDone()
}

test('[P4 §3] two members plan a date, a contact confirms, is alerted, and gets the all-clear', async () => {
  const [anna, ben] = await couple()
  const { page: hers } = await visitAs(anna, `/messages?with=${ben.url_hash}`, desktop)
  const { page: his } = await visitAs(ben, `/messages?with=${anna.url_hash}`, phone)
  await press(hers, 'Plan a date')
  const start = Math.floor((app.clock.now() + 20 * HOUR) / 60) * 60
  const local = await hers.evaluate((ms) => {
    const date = new Date(ms)
    return new Date(ms - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
  }, start * 1000)
  await hers.getByLabel('Day and time').fill(local)
  await hers.getByLabel('Place').fill('Cafe Numbat')
  await press(hers, 'Suggest date')
  await hers.getByText('Waiting for Ben', { exact: true }).waitFor()
  await his.getByText('Waiting for your answer', { exact: true }).waitFor()
  await assertFine(his)
  await press(his, 'Accept')
  await hers.getByText('It’s a date', { exact: true }).waitFor()

  await hers.getByRole('link', { name: 'Start a check-in' }).click()
  const dialog = hers.getByRole('dialog', { name: 'Check in' })
  await dialog.getByLabel('Name of contact 1').fill('Rosa')
  await dialog.getByLabel('Email of contact 1').fill('rosa@elsewhere.test')
  await assertFine(hers)
  await press(hers, 'Start check-in')
  await hers.getByText('Not confirmed yet').waitFor()
  await app.jobsDone()
  const key = await keyOf('rosa@elsewhere.test')
  const { page: contact } = await visit(phone)
  await contact.goto(`${app.url}/contact?key=${key}`)
  await press(contact, 'Confirm')
  await contact.getByText('Thank you.').waitFor()
  await assertFine(contact)
  await hers.getByText('Confirmed', { exact: true }).waitFor()
  await assertFine(hers)

  await pass(start + 2 * HOUR - app.clock.now())
  const question = hers.getByRole('dialog', { name: 'Are you OK?' })
  await question.getByText('1800 737 732').waitFor()
  await assertFine(hers)
  // The email to Anna, on a device without a log-in.
  const own = (await anna.call('GET /api/dates')).check_ins[0]?.key
  await contact.goto(`${app.url}/check-in?key=${own}`)
  await contact.getByText('we’ll alert your contact').waitFor()
  await assertFine(contact)
  await pass(HOUR / 2)
  await contact.goto(`${app.url}/alert?key=${key}`)
  await contact.getByRole('heading', { name: 'Anna may need help' }).waitFor()
  await contact.getByText('Cafe Numbat').waitFor()
  await contact.getByRole('img', { name: 'Ben, as on Rosella' }).waitFor()
  await assertFine(contact)
  await hers.getByRole('dialog', { name: 'Your contacts are alerted' }).waitFor()
  // The card of the check-in, behind the question, has the same button.
  await hers.getByRole('dialog').getByRole('button', { name: 'I’m OK' }).click()
  await hers.getByText('Your answer has arrived.').waitFor()
  await contact.reload()
  await contact.getByRole('heading', { name: 'Anna is OK' }).waitFor()
  expect(await contact.getByText('Ben').count()).toBe(0)
  expect(await his.getByText(/check-in is|Are you OK/).count()).toBe(0)
})

test('[P4 §3] “I’m OK” without a network is stored on the device and arrives when the network returns', async () => {
  const [anna] = await couple()
  const now = app.clock.now()
  const contacts = [{ name: 'Rosa', email: 'rosa-2@elsewhere.test' }]
  const times = { at_ts: now + HOUR, end_ts: now + 2 * HOUR, grace: 15 }
  await anna.call('POST /api/check-in', { name: 'Max', place: 'Cafe', ...times, contacts })
  await app.db.updateTable('check_in_contact').set({ state: 'confirmed' }).execute()
  const { page, expectWords } = await visitAs(anna, '/dates', phone)
  await page.getByRole('heading', { name: 'Check-ins' }).waitFor()
  await pass(2 * HOUR)
  await page.getByRole('dialog', { name: 'Are you OK?' }).waitFor()
  expectWords(/ERR_INTERNET_DISCONNECTED|live stream|fetching user/)
  await page.context().setOffline(true)
  await page.getByRole('dialog').getByRole('button', { name: 'I’m OK' }).click()
  await page.getByText('It’s stored on this device until it arrives.').waitFor()
  await page.context().setOffline(false)
  await page.getByText('Your answer has arrived.').waitFor()
  await pass(HOUR)
  expect((await anna.call('GET /api/dates')).check_ins[0]?.state).toBe('ended')
  const emails = (await app.mail()).filter(({ to }) => to?.[0]?.address === contacts[0]?.email)
  expect(emails.filter(({ subject }) => subject?.includes('may need'))).toEqual([])
})

test('[P4 §3] a member who is suspended during a date answers on the device, and sees it behind the link in the email', async () => {
  const [anna] = await couple()
  const now = app.clock.now()
  const contacts = [{ name: 'Rosa', email: 'rosa-3@elsewhere.test' }]
  const times = { at_ts: now + HOUR / 2, end_ts: now + HOUR, grace: 60 }
  await anna.call('POST /api/check-in', { name: 'Max', place: 'Cafe', ...times, contacts })
  await app.db.updateTable('check_in_contact').set({ state: 'confirmed' }).execute()
  const key = (await anna.call('GET /api/dates')).check_ins[0]?.key
  const { page, expectWords } = await visitAs(anna, '/dates', phone)
  await page.getByRole('heading', { name: 'Check-ins' }).waitFor()
  await pass(HOUR)
  const question = page.getByRole('dialog', { name: 'Are you OK?' })
  await question.waitFor()
  expectWords(/401|live stream|fetching user/)
  await app.admin.call('POST /api/admin/member', { id: anna.id, status: 3, reason: 'Spam' })
  await page.getByRole('heading', { name: 'Check-ins' }).waitFor({ state: 'detached' })
  // Also after the page was closed.
  await page.reload()
  await question.getByRole('button', { name: 'I need help' }).click()
  await page.getByText('Your answer has arrived.').waitFor()
  await app.jobsDone()
  expect((await app.mail()).some(({ to }) => to?.[0]?.address === contacts[0]?.email)).toBe(true)
  const { page: elsewhere } = await visit(phone)
  await elsewhere.goto(`${app.url}/check-in?key=${key}`)
  await elsewhere.getByText('We’ve alerted your contact.').waitFor()
  await press(elsewhere, 'I’m OK')
  await elsewhere.getByRole('heading', { name: 'Good to know you’re OK' }).waitFor()
})
