import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@rosella/testkit/free-port'
import { signUpPerson } from '@rosella/testkit/members'
import { Person } from '@rosella/testkit/person'
import { freshPostgresDatabase } from '@rosella/testkit/services'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { arriveAs, looks } from './browser'
import { openServer, type ServerProcess } from './server-process'
import { closeVisits, visit } from './test-site'

closeVisits()
let dir: string
const started: ServerProcess[] = []
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'rosella-restart-'))
})
afterAll(async () => {
  for (const { child } of started) child.kill('SIGKILL')
  await rm(dir, { recursive: true, force: true })
})

test('[P2 §4] the server restarts or is killed: "Connection lost", then the conversation continues without loss', async () => {
  const database = await freshPostgresDatabase()
  const env = {
    DATA_DIR: dir,
    DATABASE_URL: database.url,
    PORT: String(await freePort()),
    TRUST_PROXY: '1',
  }
  const start = async () => {
    const server = await openServer(env)
    started.push(server)
    return server
  }
  const first = await start()
  const nobody = new Person(first.url)
  const anna = await signUpPerson(first.url, { username: 'Anna' }, nobody)
  const ben = await signUpPerson(first.url, { username: 'Ben' }, nobody)
  // A member who was liked may write without a confirmed address.
  await ben.call('POST /api/user-action', { action: 'like', recipient_id: anna.id })

  const { page, expectWords, expectStatus } = await visit(looks[0], { baseURL: first.url })
  // The browser logs every failed connection while the server is down.
  expectWords(/WebSocket|ERR_CONNECTION_REFUSED|live stream|Error fetching user|Failed to load resource/)
  expectStatus(502, 503)
  await arriveAs(page, anna, `/${ben.url_hash}#messages`)
  const box = page.getByRole('textbox', { name: 'Message to Ben' })
  const log = page.getByRole('log')
  await page.getByText('Say hello to Ben').waitFor()
  await box.fill('Before')
  await box.press('Enter')
  await log.getByText('Sent', { exact: true }).waitFor()

  first.child.kill('SIGTERM')
  expect(await first.exit).toBe(0)
  await page.getByText('Connection lost').waitFor()
  await box.fill('Meanwhile')
  await box.press('Enter')
  await log.getByText('Not sent').waitFor()
  expect(await box.inputValue()).toBe('')

  const second = await start()
  await page.getByText('Connection lost').first().waitFor({ state: 'hidden' })
  // It is sent by itself.
  await log.getByText('Not sent').waitFor({ state: 'hidden' })
  await expect.poll(() => log.getByText('Sent', { exact: true }).count()).toBe(2)
  const socket = await ben.socket()
  await socket.emitWithAck('sendMessage', { receiver_id: anna.id, message: 'Welcome back' })
  await log.getByText('Welcome back').waitFor()
  ben.disconnect()

  // A message sent to a server that is killed before it replies is sent again and stored once.
  second.child.kill('SIGSTOP')
  await box.fill('In flight')
  await box.press('Enter')
  await log.getByText('Sending').waitFor()
  second.child.kill('SIGKILL')
  await page.getByText('Connection lost').waitFor()
  const third = await start()
  await page.getByText('Connection lost').waitFor({ state: 'hidden' })
  await log.getByText('Sending').waitFor({ state: 'hidden' })
  await expect.poll(() => log.getByText('Sent', { exact: true }).count()).toBe(3)
  expect(await log.getByText('In flight').count()).toBe(1)
  const { m } = await ben.call('GET /api/messages')
  expect(m.filter(({ t }) => t === 'In flight')).toHaveLength(1)
  third.child.kill('SIGTERM')
  await third.exit
  await database.drop()
})
