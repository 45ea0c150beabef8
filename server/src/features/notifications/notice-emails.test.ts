import type { Person } from '@rosella/testkit/person'
import { openPushService, type TestPushService } from '@rosella/testkit/push-service'
import { say } from '@rosella/testkit/received'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import type { Email } from 'postal-mime'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

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

const MINUTE = 60
const HOUR = 3600
/** Noon in Sydney on a separate day for each test; tenMinutesLater moves it. */
let day = Date.parse('2027-02-01T12:00:00+11:00') / 1000
let noon = day
beforeEach(() => {
  day += 86_400
  noon = day
  app.clock.stand(noon)
})

/** Moves the time until everyone counts as away. */
function tenMinutesLater(): void {
  noon += 10 * MINUTE + 1
  app.clock.stand(noon)
}

const subscribe = (person: Person) =>
  person.call('POST /api/push-subscription', { subscription: service.browser().subscription })
const isNotice = ({ subject = '' }: Email) => /^(You have|News for you)/.test(subject)
const noticesTo = async (person: Person) =>
  (await app.mail()).filter((mail) => isNotice(mail) && mail.to?.[0]?.address === person.email)
const subjectsTo = async (person: Person) => (await noticesTo(person)).map(({ subject }) => subject)
const act = (from: Person, action: string, to: Person) =>
  from.call('POST /api/user-action', { action, recipient_id: to.id })
const set = (person: Person, key: string, value: unknown) =>
  person.call('POST /api/settings-auto-save', { key, value })
const write = async (from: Person, to: Person, text = 'Secret words') => say(await from.socket(), to, text)

/** Runs everything that is due by then. */
async function moveTo(ts: number): Promise<void> {
  app.clock.stand(ts)
  await app.jobsDone()
}

/** Confirmed and then away: none of their activity is written from now on. */
async function awayAndConfirmed(...names: string[]): Promise<Person[]> {
  const people = await app.members(...names)
  const ids = people.map(({ id }) => id)
  await app.db.updateTable('account').set({ email_confirmed: true }).where('member_id', 'in', ids).execute()
  tenMinutesLater()
  return people
}

/** Writes activity as a process does every few seconds. */
async function seenAt({ id }: Person, ts: number): Promise<void> {
  await app.db
    .updateTable('activity')
    .set({ last_active_ts: ts, left_ts: 1 })
    .where('member_id', '=', id)
    .execute()
}

test('[P3 §9] emails an absent member about a message immediately, without names or its text', async () => {
  const [anna] = (await awayAndConfirmed('Anna')) as [Person]
  const [ben] = (await app.members('Ben')) as [Person]
  await write(ben, anna)
  const [mail, ...more] = await noticesTo(anna)
  expect(more).toEqual([])
  expect(mail?.subject).toBe('You have a new message on Rosella')
  expect(mail?.text).toContain('https://rosella.test/messages')
  for (const part of [mail?.text, mail?.html, JSON.stringify(mail?.headers)]) {
    expect(part).not.toContain('Secret')
    expect(part).not.toContain('Ben')
  }
  expect(mail?.html).toContain('color-scheme')
  const headers = new Map(mail?.headers.map(({ key, value }) => [key, value]))
  expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
})

test('[P3 §9] emails only confirmed addresses, according to the settings; not about likes and roses by default', async () => {
  const [anna, off, quiet] = (await awayAndConfirmed('Anna', 'Olga', 'Pia')) as [Person, Person, Person]
  const [ben, una] = (await app.members('Ben', 'Una')) as [Person, Person]
  for (const one of [quiet, anna]) await subscribe(one)
  await set(off, 'notify_messages', 'none')
  await set(quiet, 'notify_messages', 'push')
  tenMinutesLater()
  for (const one of [off, quiet, una]) await write(ben, one)
  await act(ben, 'like', anna)
  await act(ben, 'rose', anna)
  for (const one of [anna, off, quiet, una]) expect(await subjectsTo(one)).toEqual([])
  await set(anna, 'notify_likes', 'both')
  await set(anna, 'notify_roses', 'mail')
  tenMinutesLater()
  const [cara] = (await app.members('Cara')) as [Person]
  await act(cara, 'like', anna)
  expect(await subjectsTo(anna)).toEqual(['You have a new like on Rosella'])
  // Within the hour, so it waits.
  await act(cara, 'rose', anna)
  await moveTo(noon + HOUR)
  expect(await subjectsTo(anna)).toEqual([
    'You have a new like on Rosella',
    'You have received a rose on Rosella',
  ])
})

test('[P3 §9] emails a match to the member who liked first, unless they have opened the list', async () => {
  const [anna, eve] = (await awayAndConfirmed('Anna', 'Eve')) as [Person, Person]
  const [ben] = (await app.members('Ben')) as [Person]
  for (const one of [anna, eve]) await act(one, 'like', ben)
  tenMinutesLater()
  await act(ben, 'like', anna)
  expect(await subjectsTo(anna)).toEqual(['You have a new match on Rosella'])
  expect(await subjectsTo(ben)).toEqual([])
  // Eve is online, sees it and leaves.
  await seenAt(eve, noon)
  await act(ben, 'like', eve)
  await eve.call('GET /api/users', { filter: 'likes-received' })
  await moveTo(noon + HOUR)
  expect(await subjectsTo(eve)).toEqual([])
})

test('[P3 §9] emails only after 10 minutes offline', async () => {
  const [anna] = (await awayAndConfirmed('Anna')) as [Person]
  const [ben] = (await app.members('Ben')) as [Person]
  await seenAt(anna, noon - 100)
  await write(ben, anna)
  for (const [seconds, emails] of [
    [0, 0],
    [499, 0],
    [500, 1],
  ] as const) {
    await moveTo(noon + seconds)
    expect(await noticesTo(anna)).toHaveLength(emails)
  }
})

test('[P3 §9] an open tab counts as online, and so do the ten minutes after it is closed', async () => {
  const [anna] = (await awayAndConfirmed('Anna')) as [Person]
  const [ben] = (await app.members('Ben')) as [Person]
  const stream = await anna.stream()
  await stream.next('connections')
  await write(ben, anna)
  await moveTo(noon + 5 * HOUR)
  expect(await noticesTo(anna)).toEqual([])
  anna.disconnect()
  await expect
    .poll(async () => {
      const row = await app.db
        .selectFrom('activity')
        .where('member_id', '=', anna.id)
        .select('left_ts')
        .executeTakeFirst()
      return row?.left_ts
    })
    .toBe(noon + 5 * HOUR)
  await expect.poll(async () => (await app.server.services.presence.isOnline([anna.id])).size).toBe(0)
  await moveTo(noon + 5 * HOUR + 599)
  expect(await noticesTo(anna)).toEqual([])
  await moveTo(noon + 5 * HOUR + 20 * MINUTE)
  expect(await noticesTo(anna)).toHaveLength(1)
})

test('[P3 §9] sends one email per conversation until it is opened, and at most one an hour', async () => {
  const [anna] = (await awayAndConfirmed('Anna')) as [Person]
  const [ben, dan] = (await app.members('Ben', 'Dan')) as [Person, Person]
  await write(ben, anna)
  expect(await noticesTo(anna)).toHaveLength(1)
  // The same conversation is no longer news; another one waits for the hour.
  await write(ben, anna, 'Again')
  await write(dan, anna)
  await moveTo(noon + HOUR - 1)
  expect(await noticesTo(anna)).toHaveLength(1)
  await moveTo(noon + HOUR)
  expect(await noticesTo(anna)).toHaveLength(2)
  expect((await noticesTo(anna))[1]?.text).toContain('You have a new message.')
  await moveTo(noon + 5 * HOUR)
  expect(await noticesTo(anna)).toHaveLength(2)
  // She opens the conversation and gets another message.
  const last = await write(ben, anna, 'Once more')
  await anna.socket().then((socket) => socket.emitWithAck('markRead', last))
  app.clock.stand(noon + 5 * HOUR + 10 * MINUTE + 1)
  await write(ben, anna, 'Now?')
  expect(await noticesTo(anna)).toHaveLength(3)
})

test('sends no second email after a deleted message until the member has been active', async () => {
  const [anna] = (await awayAndConfirmed('Anna')) as [Person]
  const [ben] = (await app.members('Ben')) as [Person]
  const id = await write(ben, anna)
  expect(await noticesTo(anna)).toHaveLength(1)
  await (await ben.socket()).emitWithAck('delete', id)
  await write(ben, anna)
  await moveTo(noon + 3 * HOUR)
  expect(await noticesTo(anna)).toHaveLength(1)
  await seenAt(anna, noon + 3 * HOUR)
  await write(ben, anna)
  await moveTo(noon + 4 * HOUR)
  expect(await noticesTo(anna)).toHaveLength(2)
})

test('[P3 §9] quiet hours: delays emails until the morning in the member’s time zone', async () => {
  noon = Date.parse('2027-04-03T12:00:00+11:00') / 1000
  app.clock.stand(noon)
  const [anna, perth] = (await awayAndConfirmed('Anna', 'Petra')) as [Person, Person]
  const [ben] = (await app.members('Ben')) as [Person]
  await set(perth, 'time_zone', 'Australia/Perth')
  // The clocks go back on the night of 4 April, but not in Perth.
  app.clock.stand(Date.parse('2027-04-04T01:30:00+11:00') / 1000)
  for (const one of [anna, perth]) await write(ben, one)
  const counts = async () => [(await noticesTo(anna)).length, (await noticesTo(perth)).length]
  for (const [iso, emails] of [
    ['2027-04-04T01:30:00+11:00', [0, 0]],
    ['2027-04-04T06:59:59+10:00', [0, 0]],
    ['2027-04-04T07:00:00+10:00', [1, 0]],
    ['2027-04-04T06:59:59+08:00', [1, 0]],
    ['2027-04-04T07:00:00+08:00', [1, 1]],
  ] as const) {
    await moveTo(Date.parse(iso) / 1000)
    expect(await counts(), iso).toEqual(emails)
  }
})

test.each<[string, (anna: Person, ben: Person, id: number) => Promise<unknown>]>([
  ['was read', async (anna, _ben, id) => (await anna.socket()).emitWithAck('markRead', id)],
  ['was deleted by the sender', async (_anna, ben, id) => (await ben.socket()).emitWithAck('delete', id)],
  ['was deleted by the receiver', async (anna, _ben, id) => (await anna.socket()).emitWithAck('delete', id)],
  ['came from a sender who is blocked now', (anna, ben) => act(anna, 'block', ben)],
  ['came from a sender who has blocked the receiver', (anna, ben) => act(ben, 'block', anna)],
  ['came from a sender marked as not of interest', (anna, ben) => act(anna, 'not-interested', ben)],
  [
    'came from a sender who has left',
    (_anna, ben) => ben.call('DELETE /api/account', { password: ben.password }),
  ],
  ['is no longer wanted by email', (anna) => set(anna, 'notify_messages', 'none')],
  [
    'went to an address that is no longer confirmed',
    (anna) =>
      app.db
        .updateTable('account')
        .set({ email_confirmed: false })
        .where('member_id', '=', anna.id)
        .execute(),
  ],
  [
    'went to a member who is suspended now',
    (anna) => app.db.updateTable('member').set({ status: 3 }).where('id', '=', anna.id).execute(),
  ],
  ['went to a member who has left', (anna) => anna.call('DELETE /api/account', { password: anna.password })],
])('sends no email about a message that %s meanwhile', async (_name, happens) => {
  const [anna] = (await awayAndConfirmed('Anna')) as [Person]
  const [ben] = (await app.members('Ben')) as [Person]
  await seenAt(anna, noon)
  const id = await write(ben, anna)
  await happens(anna, ben, id)
  await moveTo(noon + 5 * HOUR)
  expect(await noticesTo(anna)).toEqual([])
})

test('retries when the mail server is down, and sends once', async () => {
  const [anna] = (await awayAndConfirmed('Anna')) as [Person]
  const [ben] = (await app.members('Ben')) as [Person]
  const refusal = vi.spyOn(app.server.services.mailer, 'send').mockRejectedValue(new Error('450 later'))
  await write(ben, anna)
  await app.jobsDone()
  expect(refusal).toHaveBeenCalledOnce()
  refusal.mockRestore()
  await moveTo(noon + 2 * MINUTE)
  expect(await noticesTo(anna)).toHaveLength(1)
})

test('one-click unsubscribe ends these emails but not push', async () => {
  const [anna] = (await awayAndConfirmed('Anna')) as [Person]
  const [ben] = (await app.members('Ben')) as [Person]
  await subscribe(anna)
  await set(anna, 'notify_likes', 'both')
  tenMinutesLater()
  await write(ben, anna)
  const [mail] = await noticesTo(anna)
  const key = /unsubscribe\?key=(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
  expect(await fetch(`${app.url}/api/unsubscribe?key=${key}`, { method: 'POST' })).toMatchObject({
    status: 200,
  })
  const { u } = await anna.call('GET /api/user-settings')
  expect(u).toMatchObject({
    notify_messages: 'none',
    notify_matches: 'none',
    notify_likes: 'push',
    notify_roses: 'none',
    notify_saved: 'mail',
    summaries: true,
  })
})
