import { problems } from '@rosella/contract/problems'
import { sentences } from '@rosella/contract/sentences'
import type { Person } from '@rosella/testkit/person'
import { PLEA, send } from '@rosella/testkit/shield'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { assertFine, heading, openAdminSite } from './admin-desk'
import { findings } from './axe'
import { goTo, type Look, looks } from './browser'
import { box, bubble } from './chat-page'
import { app, visitAs } from './test-site'

openAdminSite()

const chatWith = async (person: Person, other: Person, look: Look): Promise<Page> =>
  (await visitAs(person, `/${other.url_hash}#messages`, look)).page
const question = (page: Page) => page.getByRole('alertdialog', { name: problems['ask.scam'][1] })
const warning = (page: Page) => page.getByRole('region', { name: 'Scam warning' })

test('[P3 §7] the sender is asked on a desktop and the receiver warned on a phone', async () => {
  const [ben, anna] = (await app.members('Ben', 'Anna')) as [Person, Person]
  const his = await chatWith(ben, anna, looks[0])
  const hers = await chatWith(anna, ben, looks[3])
  await box(his).fill(PLEA)
  await box(his).press('Enter')
  await question(his).waitFor()
  // Edit returns to the text, and nothing was sent.
  await question(his).getByRole('button', { name: 'Edit' }).click()
  await question(his).waitFor({ state: 'hidden' })
  expect(await box(his).inputValue()).toBe(PLEA)
  expect(await box(his).evaluate((field) => field === document.activeElement)).toBe(true)
  expect((await anna.call('GET /api/messages')).m).toEqual([])
  await box(his).press('Enter')
  await question(his).getByRole('button', { name: 'Send anyway' }).click()
  await bubble(his, PLEA).waitFor()
  expect(await question(his).count()).toBe(0)

  await warning(hers).getByText(sentences.scamWarning).waitFor()
  for (const name of ['Report', 'Block']) await warning(hers).getByRole('button', { name }).waitFor()
  expect(await warning(hers).getByRole('link', { name: 'What to look out for' }).getAttribute('href')).toBe(
    '/safety#scams',
  )
  expect(await findings(hers)).toEqual([])
  const list = await hers.context().newPage()
  await list.goto('/messages')
  await list.getByRole('link', { name: 'Inbox' }).first().click()
  await list.getByText(sentences.scamWarning).waitFor()
  expect(await findings(list)).toEqual([])
  await warning(hers).getByRole('button', { name: 'It’s fine' }).click()
  await warning(hers).waitFor({ state: 'hidden' })
  await list.getByText(sentences.scamWarning).waitFor({ state: 'hidden' })
  await hers.reload()
  await bubble(hers, PLEA).waitFor()
  expect(await warning(hers).count()).toBe(0)
})

test('[P3 §7] after two receivers the sender sees why, and a moderator sees the case, the conversations and the rules', async () => {
  const [ben, anna, cleo, dora] = (await app.members('Ben', 'Anna', 'Cleo', 'Dora')) as [
    Person,
    Person,
    Person,
    Person,
  ]
  for (const one of [anna, cleo]) expect(await send(ben, one, PLEA, true)).toMatchObject({ ok: true })
  const his = await chatWith(ben, dora, looks[3])
  await his.getByText(problems['contact.shield'][1]).first().waitFor()
  expect(await box(his).count()).toBe(0)

  const { page: desk } = await visitAs(app.admin, '/admin/reports')
  await desk
    .getByRole('link', { name: /Raised by the scam shield/ })
    .first()
    .click()
  for (const name of ['Anna', 'Cleo']) await desk.getByText(`Ben to ${name}`).first().waitFor()
  await desk.getByText(/can’t start new conversations/).waitFor()
  await goTo(desk, '/admin/scam-rules')
  await heading(desk, 'Scam shield')
  const mode = desk.getByRole('combobox').first()
  await mode.selectOption('count')
  await desk.getByText('Saved!').first().waitFor()
  expect(await mode.inputValue()).toBe('count')
  await assertFine(desk)
  await mode.selectOption('on')
})

test('[P3 §7] a request for intimate pictures shows its own advice, live and in the list', async () => {
  const [ben, anna] = (await app.members('Ben', 'Anna')) as [Person, Person]
  const hers = await chatWith(anna, ben, looks[3])
  await box(hers).waitFor()
  expect(await send(ben, anna, 'Send me a naked pic', true)).toMatchObject({ ok: true })
  await warning(hers).getByText(sentences.picturesWarning).waitFor()
  expect(await findings(hers)).toEqual([])
  await warning(hers).getByRole('link', { name: 'What to do' }).click()
  await hers.getByRole('heading', { name: 'If someone wants intimate pictures' }).waitFor()
  const { page: list } = await visitAs(anna, '/messages', looks[3])
  await list.getByRole('link', { name: 'Inbox' }).first().click()
  await list.getByText(sentences.picturesWarning).waitFor()
})
