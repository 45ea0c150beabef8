import type { Person } from '@rosella/testkit/person'
import { say } from '@rosella/testkit/received'
import type { TestApp } from '@rosella/testkit/test-app'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { findings } from './axe'
import { goTo, type Look, looks, type Visit } from './browser'
import { box, bubble } from './chat-page'
import { covering } from './covered-focus'
import { app, openTestSite, visitAs } from './test-site'

openTestSite()

const needsConfirmed = (value: 0 | 1) =>
  app.admin.call('POST /api/admin/settings', { key: 'confirmed_to_write', value })
beforeAll(() => needsConfirmed(0))

const cast = async (...wishes: Parameters<TestApp['members']>) =>
  (await app.members(...wishes)) as [Person, Person]
/** A member who is visible in lists, which requires three photos. */
const seen = (username: string) => ({ username, photos: 3 })
const chatWith = (person: Person, other: Person, look?: Look): Promise<Visit> =>
  visitAs(person, `/${other.url_hash}#messages`, look)
const note = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true })
const write = async (page: Page, text: string) => {
  await box(page).fill(text)
  await box(page).press('Enter')
}
const choose = async (page: Page, menu: string, item: string) => {
  await page.getByRole('button', { name: menu }).first().click()
  await page.getByRole('menuitem', { name: item }).click()
}
const newest = async (person: Person) =>
  (await person.call('GET /api/users', { filter: 'newest' })).users.map(({ id }) => id)
const isFine = async (page: Page) => {
  expect(await findings(page)).toEqual([])
  const [content, width] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    window.innerWidth,
  ])
  expect(content).toBeLessThanOrEqual(width as number)
}

test('[P3 §5] the contact rule is shown before typing and enforced with the same message; replies are always accepted', async () => {
  const [anna, ben] = await cast('Anna', 'Ben')
  const { page: hers } = await visitAs(anna, '/settings#preferences')
  await hers.getByRole('heading', { name: 'First messages' }).waitFor()
  const his = (await chatWith(ben, anna, looks[3])).page
  await his.getByText('Say hello to Anna').waitFor()
  await box(his).fill('Hello Anna')

  await hers.getByText('People I liked', { exact: true }).click()
  await hers.getByText('Saved!').waitFor()
  // Refused with the same message, and his text is still there.
  await box(his).press('Enter')
  await note(his, 'Anna only accepts messages from people she likes.').waitFor()
  expect(await box(his).inputValue()).toBe('Hello Anna')
  expect(await his.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true)
  await isFine(his)

  const [cleo] = await cast('Cleo')
  const hers2 = (await chatWith(cleo, anna)).page
  await note(hers2, 'Anna only accepts messages from people she likes.').waitFor()
  expect(await box(hers2).count()).toBe(0)
  // A like lets him write, live.
  await anna.call('POST /api/user-action', { action: 'like', recipient_id: ben.id })
  await note(his, 'Anna only accepts messages from people she likes.').waitFor({ state: 'hidden' })
  await box(his).press('Enter')
  await bubble(his, 'Hello Anna').waitFor()

  await anna.call('POST /api/preferences', { contact: 'verified' })
  await hers2.reload()
  await note(hers2, 'Anna only accepts messages from verified members.').waitFor()
  expect(await box(hers2).count()).toBe(0)
  await say(await anna.socket(), cleo, 'Hi Cleo')
  await bubble(hers2, 'Hi Cleo').waitFor()
  await write(hers2, 'Hi Anna')
  await bubble(hers2, 'Hi Anna').waitFor()
})

test('[P3 §5] a first message needs a confirmed address, shown before typing; the emailed link enables the box', async () => {
  const [anna, ben] = await cast('Anna', 'Ben')
  await needsConfirmed(1)
  const { page } = await chatWith(ben, anna, looks[2])
  await note(page, "Please confirm your email address first. We've sent you a link.").waitFor()
  await isFine(page)
  await page.getByRole('button', { name: 'Send again' }).click()
  await page.getByText('Verification email sent!').first().waitFor()
  const mail = (await app.mail()).filter(({ to }) => to?.[0]?.address === ben.email).at(-1)
  const link = await page.context().newPage()
  await link.goto(/https:\/\/rosella\.test(\/verify\S+)/.exec(mail?.text ?? '')?.[1] ?? '')
  await link.getByText('You successfully verified your email address. Thank you!').waitFor()
  await box(page).waitFor()
  // The toast is above the message box.
  expect(await covering(page, page.getByRole('button', { name: 'Send', exact: true }))).toEqual([])
  await write(page, 'Confirmed')
  await bubble(page, 'Confirmed').waitFor()
  await needsConfirmed(0)
})

test('[P3 §5] not interested without messages: removed from my lists, undone in the settings', async () => {
  const [anna, ben] = await cast('Anna', seen('Ben'))
  const { page } = await visitAs(anna, `/${ben.url_hash}`, looks[3], {
    before: (early) => early.clock.install(),
  })
  // [P3 §11] One tap, which can be undone before it is sent.
  await choose(page, 'Not interested, block or report', 'Not interested')
  await page.getByText('You’re not interested in Ben.').first().waitFor()
  await isFine(page)
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Like', exact: true }).waitFor()
  await page.clock.fastForward(5000)
  expect(await newest(anna)).toContain(ben.id)
  await choose(page, 'Not interested, block or report', 'Not interested')
  await page.clock.fastForward(5000)
  await expect.poll(() => newest(anna)).not.toContain(ben.id)
  await page.getByText('You’re not interested in Ben.').first().waitFor()
  expect(await page.getByRole('button', { name: 'Like', exact: true }).count()).toBe(0)
  await isFine(page)

  await goTo(page, '/settings#not-interested')
  await page.getByRole('list', { name: 'Not interested' }).getByText('Ben').waitFor()
  await isFine(page)
  await page.getByRole('button', { name: 'Undo for Ben' }).click()
  await page.getByText('Nobody here').waitFor()
  expect(await newest(anna)).toContain(ben.id)
})

test('"Not interested" on a profile is one tap that can be undone, and leads on to the next person of a list', async () => {
  const [anna, ben, cara] = (await app.members('Anna', 'Ben', 'Cara')) as [Person, Person, Person]
  for (const other of [cara, ben]) {
    await anna.call('POST /api/user-action', { action: 'fav', recipient_id: other.id })
    app.clock.advance(1)
  }
  const { page } = await visitAs(anna, '/favorites', looks[2], { before: (early) => early.clock.install() })
  await page.getByRole('link', { name: /^Ben, / }).click()
  await page.getByText('1 of 2').waitFor()
  const pass = page.getByRole('button', { name: 'Not interested', exact: true })
  await pass.click()
  await page.getByRole('heading', { level: 1, name: /^Cara/ }).waitFor()
  await page.getByText('2 of 2').waitFor()
  await page.getByRole('status').getByText('You won’t see Ben any more.').waitFor()
  await page.clock.fastForward(5000)
  await expect
    .poll(async () => (await anna.call('GET /api/not-interested')).items)
    .toMatchObject([{ id: ben.id }])
  // Nobody comes after the last person. A second tap undoes it, without losing the focus.
  await pass.press('Enter')
  await page.getByText('You’re not interested in Cara.').first().waitFor()
  expect(await pass.getAttribute('aria-pressed')).toBe('true')
  expect(await pass.evaluate((one) => one === document.activeElement)).toBe(true)
  expect(await findings(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Like', exact: true }).waitFor()
  await page.clock.fastForward(5000)
  expect((await anna.call('GET /api/not-interested')).items).toHaveLength(1)
})

test('[P3 §5] not interested after messages: both see who ended the conversation, and neither can write', async () => {
  const [anna, ben] = await cast('Anna', 'Ben')
  await say(await ben.socket(), anna, 'Coffee?')
  await say(await anna.socket(), ben, 'No, thank you')
  const hers = (await chatWith(anna, ben)).page
  const his = (await chatWith(ben, anna, looks[3])).page
  await bubble(hers, 'Coffee?').waitFor()
  await bubble(his, 'No, thank you').waitFor()
  await box(his).fill('Tea, then?')

  await hers.clock.install()
  await choose(hers, 'Conversation menu', 'Not interested')
  await note(hers, 'You’re not interested in Ben.').waitFor()
  await hers.clock.fastForward(5000)
  await note(hers, 'Anna ended this conversation.').waitFor()
  expect(await box(hers).count()).toBe(0)
  // It appears while he types: his text stays and is not sent.
  await note(his, 'Anna ended this conversation.').waitFor()
  await box(his).press('Enter')
  expect(await his.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true)
  expect(await box(his).inputValue()).toBe('Tea, then?')
  expect(await bubble(his, 'Tea, then?').count()).toBe(0)
  await isFine(hers)
  await his.reload()
  await note(his, 'Anna ended this conversation.').waitFor()

  await hers.locator('#messages').getByRole('button', { name: 'Undo' }).click()
  await box(hers).waitFor()
  await hers.waitForFunction(() => document.activeElement?.tagName === 'H1')
  await write(hers, 'Well, tea.')
  await bubble(his, 'Well, tea.').waitFor()
  await his.getByRole('button', { name: 'Send', exact: true }).click()
  await bubble(hers, 'Tea, then?').waitFor()
})

test('[P3 §5] a pause is a switch, shows a strip under the top bar, and can be ended there', async () => {
  const [anna, ben] = await cast(seen('Anna'), 'Ben')
  const { page } = await visitAs(anna, '/settings#account-status', looks[3])
  const pause = page.getByRole('switch', { name: 'Pause my profile' })
  await pause.click()
  const strip = page.getByRole('complementary', { name: 'Paused' })
  await strip.getByText('Your profile is paused.', { exact: true }).waitFor()
  expect(await newest(ben)).not.toContain(anna.id)
  await goTo(page, '/')
  await page.getByRole('heading', { level: 1, name: 'Recent Activity' }).waitFor()
  await strip.waitFor()
  await page.setViewportSize({ width: 320, height: 640 })
  await isFine(page)
  await goTo(page, '/settings#account-status')
  await pause.waitFor()
  await strip.getByRole('button', { name: 'Resume' }).click()
  await strip.waitFor({ state: 'hidden' })
  await pause.and(page.locator('[aria-checked=false]')).waitFor()
  expect(await newest(ben)).toContain(anna.id)
})

test('[P3 §5] people I know: pasted, counted, never shown, and removed all together', async () => {
  const [anna, ben] = await cast(seen('Anna'), seen('Ben'))
  const { page } = await visitAs(anna, '/settings#people-i-know', looks[3])
  await page.getByText('You aren’t hiding from anyone yet.').waitFor()
  const field = page.getByLabel('Email addresses')
  await field.fill(`"Bay, Ben" <${ben.email.toUpperCase()}>; cleo@example.com\nnot an address`)
  await page.getByText('5 addresses', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Add' }).click()
  await page.getByText('Please check this address: not').waitFor()
  await isFine(page)
  await field.fill(`"Bay, Ben" <${ben.email.toUpperCase()}>; cleo@example.com`)
  await page.getByRole('button', { name: 'Add' }).click()
  await page.getByText('You’re hiding from 2 addresses.').waitFor()
  expect(await field.inputValue()).toBe('')
  await goTo(page, '/faq')
  await page.getByRole('heading', { level: 1, name: 'FAQs' }).waitFor()
  await goTo(page, '/settings#people-i-know')
  await page.getByText('You’re hiding from 2 addresses.').waitFor()
  expect(await page.getByText(ben.email).count()).toBe(0)
  expect(await newest(ben)).not.toContain(anna.id)
  expect((await ben.try('GET /api/view-profile', { url_hash: anna.url_hash })).status).toBe(404)
  expect(await newest(anna)).toContain(ben.id)

  await page.getByRole('button', { name: 'Remove all' }).click()
  await page.getByRole('alertdialog').getByText('may see you again').waitFor()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove all' }).click()
  await page.getByText('You aren’t hiding from anyone yet.').waitFor()
  expect(await newest(ben)).toContain(anna.id)
})
