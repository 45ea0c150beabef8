import type { Person } from '@rosella/testkit/person'
import { openPushService, PUSH_HOST, type TestPushService } from '@rosella/testkit/push-service'
import { say } from '@rosella/testkit/received'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

let app: TestApp
let service: TestPushService
beforeAll(async () => {
  service = await openPushService()
  app = await openTestApp({ on: 'postgres', push: service })
})
afterAll(async () => {
  await app.close()
  await service.close()
})

const HOUR = 3600
/** Noon in Sydney on a separate day for each test. */
let noon = Date.parse('2027-02-01T12:00:00+11:00') / 1000
beforeEach(() => {
  noon += 86_400
  app.clock.stand(noon)
  service.answer = 201
  service.received.length = 0
  service.calls = 0
})

const act = (from: Person, action: string, to: Person) =>
  from.call('POST /api/user-action', { action, recipient_id: to.id })
const set = (person: Person, key: string, value: unknown) =>
  person.call('POST /api/settings-auto-save', { key, value })
const write = async (from: Person, to: Person, text = 'Secret words') => say(await from.socket(), to, text)
const texts = () => service.received.map(({ payload }) => payload.text)

async function moveTo(ts: number): Promise<void> {
  app.clock.stand(ts)
  await app.jobsDone()
}
/** A push about a message waits a second, in case the receiver is reading along. */
const soon = () => moveTo(app.clock.now() + 1)

async function subscribed(...names: string[]): Promise<Person[]> {
  const people = await app.members(...names)
  for (const one of people) await subscribe(one)
  return people
}

async function subscribe(person: Person) {
  const browser = service.browser()
  await person.call('POST /api/push-subscription', { subscription: browser.subscription })
  for (const kind of ['messages', 'matches', 'likes', 'roses']) await set(person, `notify_${kind}`, 'push')
  return browser.subscription.endpoint
}

test('[P3 §9] pushes a message with text, path and unread count, without names or content', async () => {
  const [anna] = (await subscribed('Anna')) as [Person]
  const [ben] = (await app.members('Ben')) as [Person]
  await write(ben, anna)
  await soon()
  const [push, ...more] = service.received
  expect(more).toEqual([])
  expect(push?.payload).toEqual({
    kind: 'message',
    text: 'You have a new message',
    url: '/messages',
    unread: 1,
    tag: expect.stringMatching(/^[\w-]{32}$/),
  })
  const { key } = await anna.call('GET /api/push-key')
  expect(push?.vapid).toMatchObject({ key, aud: `https://${PUSH_HOST}`, sub: 'mailto:hello@rosella.test' })
  expect(
    Object.entries(push?.headers ?? {}).filter(([, value]) => /Ben|Anna|Secret/.test(String(value))),
  ).toEqual([])
})

test('pushes likes, roses and matches immediately, according to the settings', async () => {
  const [anna] = (await subscribed('Anna')) as [Person]
  const [ben, dan] = (await app.members('Ben', 'Dan')) as [Person, Person]
  await act(ben, 'like', anna)
  await app.jobsDone()
  await act(ben, 'rose', anna)
  await app.jobsDone()
  await act(anna, 'like', dan)
  await act(dan, 'like', anna)
  await app.jobsDone()
  expect(service.received.map(({ payload }) => [payload.kind, payload.text, payload.url])).toEqual([
    ['like', 'You have a new like', '/likes-received'],
    ['rose', 'You have received a rose', '/roses-received'],
    ['match', 'You have a new match', '/matched'],
  ])
  await set(anna, 'notify_roses', 'mail')
  const [eve] = (await app.members('Eve')) as [Person]
  await act(eve, 'rose', anna)
  await app.jobsDone()
  expect(service.received).toHaveLength(3)
})

test('uses one topic per conversation and browser, which reveals nobody', async () => {
  const [anna] = (await subscribed('Anna')) as [Person]
  const [ben, dan] = (await app.members('Ben', 'Dan')) as [Person, Person]
  await write(ben, anna)
  await write(ben, anna, 'Again')
  await soon()
  // Two messages in one second are one push.
  expect(service.received).toHaveLength(1)
  await write(ben, anna, 'And again')
  await write(dan, anna)
  await soon()
  const topics = service.received.map(({ headers }) => headers.topic)
  expect(topics).toHaveLength(3)
  expect(new Set(topics).size).toBe(2)
  expect(topics[0]).toMatch(/^[\w-]{32}$/)
  expect(service.received.at(-1)?.payload.unread).toBe(2)
})

test('[P3 §9] quiet hours delay a push, and messages read meanwhile are not pushed', async () => {
  const [anna, eve] = (await subscribed('Anna', 'Eve')) as [Person, Person]
  const [ben] = (await app.members('Ben')) as [Person]
  app.clock.stand(noon + 12 * HOUR)
  await write(ben, anna)
  const id = await write(ben, eve)
  await soon()
  expect(service.received).toEqual([])
  await (await eve.socket()).emitWithAck('markRead', id)
  await moveTo(noon + 19 * HOUR - 1)
  expect(service.received).toEqual([])
  await moveTo(noon + 19 * HOUR)
  expect(texts()).toEqual(['You have a new message'])
})

test('sends no push to a member who has the conversation open', async () => {
  const [anna] = (await subscribed('Anna')) as [Person]
  const [ben] = (await app.members('Ben')) as [Person]
  const id = await write(ben, anna)
  await (await anna.socket()).emitWithAck('markRead', id)
  await soon()
  expect(service.calls).toBe(0)
})

test.each([404, 410])('[P3 §9] deletes a subscription when the push service returns %i', async (status) => {
  const [anna] = (await subscribed('Anna')) as [Person]
  const [ben] = (await app.members('Ben')) as [Person]
  service.answer = status
  await write(ben, anna)
  await soon()
  expect(service.calls).toBe(1)
  service.answer = 201
  await write(ben, anna)
  await soon()
  expect(service.calls).toBe(1)
  const left = await app.db
    .selectFrom('push_subscription')
    .where('member_id', '=', anna.id)
    .select('id')
    .execute()
  expect(left).toEqual([])
})

test.each([429, 500, 'hang'] as const)(
  'retries after growing pauses when the push service returns %s',
  async (answer) => {
    const [anna] = (await subscribed('Anna')) as [Person]
    const [ben] = (await app.members('Ben')) as [Person]
    service.answer = answer
    await write(ben, anna)
    await soon()
    const pauses: number[] = []
    for (const calls of [1, 2, 3]) {
      expect(service.calls).toBe(calls)
      const job = await app.db
        .selectFrom('job')
        .where('kind', '=', 'push')
        .where('died_ts', 'is', null)
        .select('run_ts')
        .executeTakeFirstOrThrow()
      pauses.push(job.run_ts - app.clock.now())
      if (calls === 3) service.answer = 201
      await moveTo(job.run_ts)
    }
    expect(pauses[1]).toBeGreaterThan(pauses[0] ?? 0)
    expect(pauses[2]).toBeGreaterThan(pauses[1] ?? 0)
    expect(texts()).toEqual(['You have a new message'])
  },
)

describe('[P3 §9] sends no push after', () => {
  test.each<[string, (anna: Person, ben: Person) => Promise<unknown>]>([
    ['log-out', (anna) => anna.call('POST /api/logout')],
    ['the end of the session', (anna) => anna.call('DELETE /api/session', { others: true })],
    ['a block', (anna, ben) => act(anna, 'block', ben)],
    ['being blocked', (anna, ben) => act(ben, 'block', anna)],
    ['marking the sender as not of interest', (anna, ben) => act(anna, 'not-interested', ben)],
    ['leaving', (anna) => anna.call('DELETE /api/account', { password: anna.password })],
    ['the sender left', (_anna, ben) => ben.call('DELETE /api/account', { password: ben.password })],
    [
      'a suspension',
      (anna) => app.db.updateTable('member').set({ status: 3 }).where('id', '=', anna.id).execute(),
    ],
    ['choosing none', (anna) => set(anna, 'notify_messages', 'none')],
  ])('%s', async (name, happens) => {
    const [anna] = (await app.members('Anna')) as [Person]
    const [ben] = (await app.members('Ben')) as [Person]
    if (name === 'the end of the session') {
      // Another session of hers takes over the browser.
      const { email, password } = anna
      const { token } = await anna.call('POST /api/login', { email, password })
      const own = anna.token
      anna.token = token
      await subscribe(anna)
      anna.token = own
    } else await subscribe(anna)
    await write(ben, anna)
    await happens(anna, ben)
    await soon()
    await moveTo(noon + HOUR)
    expect(service.calls).toBe(0)
    const jobs = await app.db
      .selectFrom('job')
      .where('kind', '=', 'push')
      .where('died_ts', 'is', null)
      .selectAll()
      .execute()
    expect(jobs).toEqual([])
  })

  test('the session has expired', async () => {
    const [anna] = (await subscribed('Anna')) as [Person]
    const [ben] = (await app.members('Ben')) as [Person]
    await write(ben, anna)
    await app.db.updateTable('session').set({ expires_ts: noon }).where('member_id', '=', anna.id).execute()
    await soon()
    expect(service.calls).toBe(0)
  })
})

test('another process sends the push if one is killed after storing the message', async () => {
  const [anna] = (await subscribed('Anna')) as [Person]
  const [ben] = (await app.members('Ben')) as [Person]
  await write(ben, anna)
  // Leased by a process that no longer exists.
  await app.db
    .updateTable('job')
    .set({ lease_id: '00000000-0000-4000-8000-000000000000', lease_until_ts: 1, tries: 1 })
    .where('kind', '=', 'push')
    .where('died_ts', 'is', null)
    .execute()
  await soon()
  expect(texts()).toEqual(['You have a new message'])
})

test('a message that arrives while a push is being sent is pushed too', async () => {
  const [anna] = (await subscribed('Anna')) as [Person]
  const [ben] = (await app.members('Ben')) as [Person]
  await write(ben, anna)
  // Another process is running the job and has queried before the second message.
  await app.db
    .updateTable('job')
    .set({ lease_id: '00000000-0000-4000-8000-000000000001', lease_until_ts: 9_999_999_999, tries: 1 })
    .where('kind', '=', 'push')
    .where('died_ts', 'is', null)
    .execute()
  app.clock.stand(app.clock.now() + 1)
  await write(ben, anna, 'Second')
  expect(service.calls).toBe(0)
  await moveTo(app.clock.now() + 61)
  expect(texts()).toEqual(['You have a new message'])
})
