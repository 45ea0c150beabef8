import type { Person } from '@rosella/testkit/person'
import { openPushService, type TestPushService } from '@rosella/testkit/push-service'
import { say } from '@rosella/testkit/received'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
let withPush: TestApp
let service: TestPushService
beforeAll(async () => {
  service = await openPushService()
  app = await openTestApp({ on: 'postgres' })
  withPush = await openTestApp({ on: 'postgres', push: service })
})
afterAll(async () => {
  await app.close()
  await withPush.close()
  await service.close()
})

const set = (person: Person, key: string, value: unknown) =>
  person.try('POST /api/settings-auto-save', { key, value })

test('[P3 §9] the default settings', async () => {
  const [anna] = (await app.members('Anna')) as [Person]
  const { u, push } = await anna.call('GET /api/user-settings')
  expect(u).toMatchObject({
    notify_messages: 'mail',
    notify_matches: 'mail',
    notify_likes: 'none',
    notify_roses: 'none',
    notify_dates: 'both',
    notify_saved: 'mail',
    quiet_from: '22:00',
    quiet_to: '07:00',
    time_zone: '',
  })
  expect(push).toBe(false)
})

test.each([
  ['notify_messages', ['none', 'push', 'mail', 'both'], ['', 'Mail', 'sms', true, 1, null, ['mail']]],
  ['notify_saved', ['none', 'push', 'mail', 'both'], ['weekly', 0]],
  ['quiet_from', ['00:00', '23:59', ''], ['24:00', '7:00', '07:60', '07:00:00', 'noon', 7, null, true]],
  ['quiet_to', ['06:30', ''], ['6', '06.30']],
  [
    'time_zone',
    ['Australia/Sydney', 'America/Argentina/Buenos_Aires', 'UTC', 'Europe/Kyiv', ''],
    ['Sydney', '+10:00', 'Australia/Sydney; drop', '../../etc', 'x'.repeat(200), 10, null],
  ],
])('[P3 §14] %s', async (key, good, wrong) => {
  const [anna] = (await withPush.members('Anna')) as [Person]
  await anna.call('POST /api/push-subscription', { subscription: service.browser().subscription })
  for (const value of good) {
    expect(await set(anna, key, value), JSON.stringify(value)).toMatchObject({ status: 200 })
    const { u } = await anna.call('GET /api/user-settings')
    expect(u).toMatchObject({ [key]: value })
  }
  for (const value of wrong) {
    const { status, body } = await set(anna, key, value)
    expect([status, body.message], JSON.stringify(value)).toEqual([
      400,
      "This value isn't allowed for this setting.",
    ])
  }
})

test('[P3 §9] push can be chosen only while a device is registered for it', async () => {
  const [anna] = (await withPush.members('Anna')) as [Person]
  const [off] = (await app.members('Olga')) as [Person]
  const devices = async () => (await anna.call('GET /api/user-settings')).push_devices
  const refused = [400, 'push.no-device', 'Please choose “Notify me on this device” first.']
  const choose = async (who = anna, value = 'push') => {
    const { status, body } = await set(who, 'notify_likes', value)
    return status === 200 ? status : [status, body.code, body.message]
  }
  expect([await choose(off), await choose(), await choose(anna, 'both')]).toEqual([refused, refused, refused])
  expect(await devices()).toBe(0)
  const { subscription } = service.browser()
  await anna.call('POST /api/push-subscription', { subscription })
  expect([await devices(), await choose(), await choose(anna, 'both')]).toEqual([1, 200, 200])
  await anna.call('POST /api/push-subscription-delete', { endpoint: subscription.endpoint })
  // The choice stays, for the next device; email and none can always be chosen.
  expect([await devices(), await choose()]).toEqual([0, refused])
  expect((await anna.call('GET /api/user-settings')).u.notify_likes).toBe('both')
  expect(await choose(anna, 'mail')).toBe(200)
})

test('[P3 §14] returns 404 if push is off', async () => {
  const [anna] = (await app.members('Anna')) as [Person]
  const keys = { p256dh: 'AAAA', auth: 'AAAA' }
  const answers = [
    await anna.try('GET /api/push-key'),
    await anna.try('POST /api/push-subscription', { subscription: { endpoint: 'https://a.example/', keys } }),
    await anna.try('POST /api/push-subscription-renew', {
      old: { endpoint: 'https://a.example/', keys },
      subscription: { endpoint: 'https://a.example/', keys },
    }),
    await anna.try('POST /api/push-subscription-delete', { endpoint: 'https://a.example/' }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
})

test('[P3 §14] unread counts conversations with unread messages, in GET /api/user and in the live event', async () => {
  const [anna, ben, dan] = (await app.members('Anna', 'Ben', 'Dan')) as [Person, Person, Person]
  const stream = await anna.stream()
  expect((await stream.next('connections')).unread).toBe(0)
  const [bens, dans] = [await ben.socket(), await dan.socket()]
  const unread = async () => {
    const { unread: count, user } = await anna.call('GET /api/user')
    expect(user.unread).toBe(count)
    return count
  }
  await say(bens, anna, 'One')
  expect((await stream.next('connections')).unread).toBe(1)
  const newest = await say(bens, anna, 'Two')
  const third = await say(dans, anna, 'Three')
  expect((await stream.next('connections')).unread).toBe(2)
  expect(await unread()).toBe(2)
  // Reading, deleting, removing and blocking.
  const annas = await anna.socket()
  await annas.emitWithAck('markRead', newest)
  expect((await stream.next('connections')).unread).toBe(1)
  await dans.emitWithAck('delete', third)
  expect((await stream.next('connections')).unread).toBe(0)
  const fourth = await say(dans, anna, 'Four')
  expect((await stream.next('connections')).unread).toBe(1)
  await annas.emitWithAck('delete', fourth)
  expect((await stream.next('connections')).unread).toBe(0)
  await say(dans, anna, 'Five')
  expect((await stream.next('connections')).unread).toBe(1)
  await anna.call('POST /api/user-action', { action: 'block', recipient_id: dan.id })
  expect((await stream.next('connections')).unread).toBe(0)
  expect(await unread()).toBe(0)
})
