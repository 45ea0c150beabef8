import { addChatMembers } from '@rosella/testkit/chat-members'
import type { Person } from '@rosella/testkit/person'
import { askQuestions } from '@rosella/testkit/questions'
import { say } from '@rosella/testkit/received'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { arriveAs } from './browser'
import { box, bubble } from './chat-page'
import { lockRow } from './lock-row'
import { app, openTestSite, visit, visitAs } from './test-site'

openTestSite()
const databaseUrl = () => (app.config.database.kind === 'postgres' ? app.config.database.url : '')
const cast = async () => (await app.members('Anna', 'Ben')) as [Person, Person]

test('icebreakers and "Reply to this" quote the partner’s prompts', async () => {
  const [anna, ben] = await cast()
  const [question_id] = await askQuestions(app)
  await ben.call('POST /api/update-discussion-prompts', {
    prompts: [{ question_id, answer: 'Cooking for friends', active: true }],
  })
  const { page } = await visitAs(anna, `/${ben.url_hash}`)
  const quote = 'About “Question 1 of this test?”: '
  await page.getByRole('button', { name: 'Question 1 of this test?' }).click()
  await expect.poll(() => box(page).inputValue()).toBe(quote)
  await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA')
  await page.keyboard.type('what do you cook?')
  await page.keyboard.press('Enter')
  await bubble(page, `${quote}what do you cook?`).waitFor()

  await page.getByRole('button', { name: 'Reply to this' }).click()
  await expect.poll(() => box(page).inputValue()).toBe(quote)
  await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA')
  // Picked twice, quoted once.
  await page.getByRole('button', { name: 'Reply to this' }).click()
  await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA')
  expect(await box(page).inputValue()).toBe(quote)
})

test('a message without a reply shows an error, and "Try again" reuses its client id, so it is stored once', async () => {
  const [anna, ben] = await cast()
  const { page } = await visit()
  await page.clock.install()
  await arriveAs(page, anna, `/${ben.url_hash}#messages`)
  await page.getByText('Say hello to Ben').waitFor()

  // Lock the row that storing needs for longer than the browser waits.
  const release = await lockRow(ben)
  await box(page).fill('Are you there?')
  await box(page).press('Enter')
  await bubble(page, 'Are you there?').waitFor()
  await page.clock.runFor(21_000)
  await bubble(page, 'Are you there?').getByText('An error occurred.').waitFor()
  await release()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('button', { name: 'Try again' }).waitFor({ state: 'hidden' })
  await bubble(page, 'Are you there?').getByText('Sent').waitFor()
  expect((await ben.call('GET /api/messages')).m.map(({ t }) => t)).toEqual(['Are you there?'])
  expect(await bubble(page, 'Are you there?').count()).toBe(1)
})

test('[P2 §2] the messages screen shows 100 rows per page, one per partner', async () => {
  const [anna] = await cast()
  const partners = await addChatMembers(databaseUrl(), 101)
  const ids = partners.map(({ id }) => id)
  await sql`
    insert into relation (me, other, messages)
    select ${anna.id}::bigint, id, 1 from unnest(${ids}::bigint[]) id
    union all select id, ${anna.id}::bigint, 1 from unnest(${ids}::bigint[]) id`.execute(app.db)
  await sql`
    insert into message (sender_id, receiver_id, text, ts)
    select id, ${anna.id}::bigint, 'Hello ' || n, 1700000000 + n
    from unnest(${ids}::bigint[]) with ordinality one(id, n)`.execute(app.db)
  const { page } = await visitAs(anna, '/messages?tab=inbox')
  const rows = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Hello' })
  await expect.poll(() => rows.count()).toBe(100)
  await rows.first().getByText('Hello 101', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Next page' }).click()
  await page.waitForURL('**/messages?p=2')
  await expect.poll(() => rows.count()).toBe(1)
  await rows.getByText('Hello 1', { exact: true }).waitFor()
})

test('[P2 §2] blocking a member in one tab removes them from Messages in the others immediately, and unblocking restores them', async () => {
  const [anna, ben] = await cast()
  await say(await ben.socket(), anna, 'Good evening')
  const { page } = await visitAs(anna, '/messages?tab=inbox')
  const row = page.getByRole('listitem').filter({ hasText: 'Good evening' })
  await row.waitFor()
  await anna.elsewhere().call('POST /api/user-action', { action: 'block', recipient_id: ben.id })
  await page.getByRole('heading', { name: 'No messages here' }).waitFor()
  await anna.elsewhere().call('POST /api/user-action', { action: 'unblock', recipient_id: ben.id })
  await row.waitFor()
})
