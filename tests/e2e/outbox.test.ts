import type { Person } from '@rosella/testkit/person'
import { say } from '@rosella/testkit/received'
import type { Page, WebSocketRoute } from 'playwright-core'
import { expect, test } from 'vitest'
import { findings } from './axe'
import { arriveAs, looks } from './browser'
import { box, bubble, twoWhoTalk } from './chat-page'
import { app, openTestSite, visit, visitAs } from './test-site'

openTestSite()

const textsTo = async (person: Person) => (await person.call('GET /api/messages')).m.map(({ t }) => t)
const lost = (page: Page) => page.getByText('Connection lost')

/** Cuts every socket of the browser and refuses new ones, until it is restored. */
async function cuttable(page: Page) {
  const open = new Set<[page: WebSocketRoute, server: WebSocketRoute]>()
  let isCut = false
  await page.context().routeWebSocket(/\/api\/socket\.io\//, (line) => {
    if (isCut) {
      // An invalid packet, because after a clean close the client would wait for its timeout of 20 seconds.
      line.send('x')
      return void line.close()
    }
    open.add([line, line.connectToServer()])
  })
  await page.context().route(/\/api\/socket\.io\/.*polling/, (route) => route.abort())
  return {
    cut() {
      isCut = true
      for (const ends of open) for (const end of ends) void end.close()
      open.clear()
    },
    restore() {
      isCut = false
    },
  }
}

/** Anna's browser with a conversation open, and a connection that can be cut. */
async function annaAt(anna: Person, path: string, look = looks[0] as (typeof looks)[number]) {
  const visitor = await visit(look)
  const { page } = visitor
  visitor.expectWords(/ERR_FAILED|WebSocket|live stream/)
  await page.clock.install()
  const connection = await cuttable(page)
  await arriveAs(page, anna, path)
  await bubble(page, 'Hello Anna').waitFor()
  return { page, connection }
}

async function writeOffline(page: Page, text: string): Promise<void> {
  await lost(page).waitFor()
  await box(page).fill(text)
  await page.getByRole('button', { name: 'Send', exact: true }).last().click()
  await bubble(page, text).getByText('Not sent').waitFor()
  expect(await box(page).inputValue()).toBe('')
}

test('[P3 §10] without a connection a message is "Not sent" in the conversation and the list, and is sent by itself within 5 minutes', async () => {
  const [anna, ben] = await twoWhoTalk()
  const [cara] = (await app.members('Cara')) as [Person]
  await say(await cara.socket(), anna, 'Hello from Cara')
  const { page, connection } = await annaAt(anna, `/messages?with=${ben.url_hash}`)
  connection.cut()
  await writeOffline(page, 'On my way')
  // Without a connection, sending it again says so.
  await bubble(page, 'On my way').getByRole('button', { name: 'Send', exact: true }).click()
  await expect.poll(() => lost(page).count()).toBe(2)
  expect(await findings(page)).toEqual([])

  const row = (name: string) =>
    page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: `${name}, ` })
  await row('Ben').getByText('Not sent:').waitFor()
  // The conversation is closed, and the message is sent all the same.
  await row('Cara').getByRole('link').click()
  await row('Ben').getByText('On my way').waitFor()
  connection.restore()
  await expect.poll(() => textsTo(ben), { timeout: 15_000 }).toContain('On my way')
  await row('Ben').getByText('Not sent:').waitFor({ state: 'hidden' })
  // The conversation with the latest activity, received or sent, is first, as soon as the list has reconnected too.
  const first = page.getByRole('main').getByRole('listitem').filter({ hasText: ', ' }).first()
  await expect.poll(() => first.innerText(), { timeout: 15_000 }).toContain('On my way')
})

test('[P3 §10] after 5 minutes a message waits for the member, also after a reload and on a phone', async () => {
  const [anna, ben] = await twoWhoTalk()
  const { page, connection } = await annaAt(anna, `/${ben.url_hash}#messages`, looks[3])
  connection.cut()
  await writeOffline(page, 'Too late')
  await writeOffline(page, 'Not at all')
  await page.clock.fastForward(301_000)
  connection.restore()
  await lost(page).first().waitFor({ state: 'hidden' })
  await bubble(page, 'Too late').getByText('Not sent').waitFor()
  await page.reload()
  await bubble(page, 'Hello Anna').waitFor()
  await bubble(page, 'Too late').getByText('Not sent').waitFor()
  expect(await findings(page)).toEqual([])
  expect(await textsTo(ben)).not.toContain('Too late')
  await bubble(page, 'Not at all').getByRole('button', { name: 'Delete' }).click()
  await bubble(page, 'Not at all').waitFor({ state: 'hidden' })
  await bubble(page, 'Too late').getByRole('button', { name: 'Send', exact: true }).click()
  await bubble(page, 'Too late').getByText('Sent', { exact: true }).waitFor()
  expect((await textsTo(ben)).filter((text) => text === 'Too late')).toHaveLength(1)
  expect(await textsTo(ben)).not.toContain('Not at all')
})

test('[P3 §10] a message that was stored without an acknowledgement is not shown as "Not sent" days later', async () => {
  const [anna, ben] = await twoWhoTalk()
  const [lostOne, unsent] = ['6b3d6e2c-0a52-4c3e-8a8f-000000000001', '6b3d6e2c-0a52-4c3e-8a8f-000000000002']
  const hers = await anna.socket()
  await hers.emitWithAck('sendMessage', { receiver_id: ben.id, message: 'Stored', client_id: lostOne })
  const partner = { id: ben.id, un: 'Ben', uh: ben.url_hash, ph: null }
  const kept = [lostOne, unsent].map((client_id, at) => [
    `own:outbox:${anna.id}:${ben.id}:${client_id}`,
    JSON.stringify({ client_id, text: ['Stored', 'Unsent'][at], ts: 1_700_000_000 + at, partner }),
  ])
  const { page } = await visitAs(anna, '/messages', looks[2], { kept: Object.fromEntries(kept) })
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Ben, ' })
  await row.getByText('Not sent:').waitFor()
  await row.getByText('Unsent', { exact: true }).waitFor()
  await row.getByRole('link').click()
  await bubble(page, 'Unsent').getByText('Not sent').waitFor()
  await bubble(page, 'Stored').getByText('Sent', { exact: true }).waitFor()
  expect(await bubble(page, 'Stored').count()).toBe(1)
})

test('[P3 §10] two tabs share a draft and what was not sent', async () => {
  const [anna, ben] = await twoWhoTalk()
  const { page, connection } = await annaAt(anna, `/${ben.url_hash}#messages`)
  const other = await page.context().newPage()
  await other.goto(`/messages?with=${ben.url_hash}`)
  await bubble(other, 'Hello Anna').waitFor()
  await box(page).fill('Half a sen')
  await expect.poll(() => box(other).inputValue()).toBe('Half a sen')
  await box(other).fill('Half a sentence')
  await expect.poll(() => box(page).inputValue()).toBe('Half a sentence')
  await box(page).press('Enter')
  await bubble(other, 'Half a sentence').waitFor()
  await expect.poll(() => box(other).inputValue()).toBe('')

  // Deleted in one tab, it is never sent by the other.
  connection.cut()
  await lost(other).waitFor()
  await writeOffline(page, 'Second thoughts')
  await bubble(other, 'Second thoughts').getByRole('button', { name: 'Delete' }).click()
  await bubble(page, 'Second thoughts').waitFor({ state: 'hidden' })
  connection.restore()
  for (const tab of [page, other]) await lost(tab).waitFor({ state: 'hidden' })
  await say(await ben.socket(), anna, 'Still there?')
  await bubble(page, 'Still there?').waitFor()
  expect(await textsTo(ben)).not.toContain('Second thoughts')
})
