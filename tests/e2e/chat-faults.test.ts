import type { Person } from '@rosella/testkit/person'
import { problemBody } from '@rosella/testkit/problem-body'
import { say } from '@rosella/testkit/received'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { arriveAs } from './browser'
import { box, bubble, bubbles } from './chat-page'
import { lockRow } from './lock-row'
import { app, openTestSite, visit } from './test-site'

openTestSite()
const cast = async () => (await app.members('Anna', 'Ben')) as [Person, Person]

const newPage = async (): Promise<Page> => (await visit()).page

/** Intercepts the socket: returns a reply to a payload, or nothing to let it through. */
async function listenIn(page: Page, answer: (frame: string) => string | undefined): Promise<void> {
  await page.routeWebSocket(/\/api\/socket\.io\//, (line) => {
    const server = line.connectToServer()
    line.onMessage((frame) => {
      const instead = answer(String(frame))
      if (instead === undefined) server.send(frame)
      else line.send(instead)
    })
    server.onMessage((frame) => line.send(frame))
  })
}

test('[P2 §7] the chat socket sends credentials, fetchMessages and sendMessage, and refetches three times after sending; [P3 §10] typing events', async () => {
  const [anna, ben] = await cast()
  const page = await newPage()
  const frames: string[] = []
  await listenIn(page, (frame) => void frames.push(frame))
  await arriveAs(page, anna, `/${ben.url_hash}#messages`)
  await page.getByText('Say hello to Ben').waitFor()
  const hello = JSON.parse(frames.find((frame) => frame.startsWith('40'))?.slice(2) ?? '{}')
  const { email, token, id } = anna
  expect(hello).toEqual({ email, token, id, receiver_id: ben.id })

  const said = () =>
    frames.flatMap((frame) => /^42\d*(.*)$/s.exec(frame)?.[1] ?? []).map((it) => JSON.parse(it))
  expect(said()).toEqual([['fetchMessages', { receiver_id: ben.id }]])
  await box(page).fill('Hello')
  await box(page).press('Enter')
  await bubble(page, 'Hello').getByText('Sent').waitFor()
  expect(said().slice(1, 3)).toEqual([
    ['typing', { receiver_id: ben.id }],
    ['sendMessage', { sender_id: id, receiver_id: ben.id, message: 'Hello', client_id: expect.any(String) }],
  ])
  await expect.poll(() => said().length).toBe(6)
  expect(said().slice(3)).toEqual(Array(3).fill(['fetchMessages', { receiver_id: ben.id }]))
})

test('[P2 §8] a deletion without a reply in time: "An error occurred."', async () => {
  const [anna, ben] = await cast()
  await say(await anna.socket(), ben, 'Take this back')
  const page = await newPage()
  await page.clock.install()
  await arriveAs(page, anna, '/messages?tab=sent')
  await page.getByRole('button', { name: 'Delete message to Ben' }).click()

  const release = await lockRow(ben)
  const dialog = page.getByRole('alertdialog', { name: 'Delete message' })
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await dialog.locator('[aria-busy=true]').waitFor()
  await page.clock.runFor(11_000)
  await dialog.getByText('An error occurred.', { exact: true }).waitFor()
  // The message is deleted after all, and the screen gets the event.
  await release()
  await page.getByRole('heading', { name: 'No messages here', includeHidden: true }).waitFor()
})

test('[P2 §8] older messages that fail to load show an error and are requested again later', async () => {
  const [anna, ben] = await cast()
  const [hers, his] = [await anna.socket(), await ben.socket()]
  for (let n = 1; n <= 30; n++) {
    await say(hers, ben, `Line ${n} of hers`)
    await say(his, anna, `Line ${n} of his`)
  }
  const page = await newPage()
  let refusals = 0
  await listenIn(page, (frame) => {
    const place = /^42(\d+)\["fetchMessages",.*before_id/.exec(frame)?.[1]
    if (place === undefined || refusals > 0) return undefined
    refusals++
    return `43${place}${JSON.stringify([{ ok: false, ...problemBody('socket.failed') }])}`
  })
  await arriveAs(page, anna, `/${ben.url_hash}#messages`)
  await bubble(page, 'Line 30 of his').waitFor()
  await bubbles(page).first().scrollIntoViewIfNeeded()
  await page.getByText('An error occurred.').waitFor()
  await expect.poll(() => bubbles(page).count()).toBe(60)
  expect(refusals).toBe(1)
})
