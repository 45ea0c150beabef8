import type { Person } from '@rosella/testkit/person'
import { received, say } from '@rosella/testkit/received'
import { redisUrl } from '@rosella/testkit/services'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
let second: Awaited<ReturnType<TestApp['second']>>
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres' })
  second = await app.second()
})
afterAll(async () => {
  await second?.close()
  await app.close()
})

const nothing = { viewed_me: 0, likes_received: 0, roses_received: 0, unread: 0 }

test('[D §11] events of one process reach the clients of the other', async () => {
  const [anna, ben] = (await app.members('Anna', 'Ben')) as [Person, Person]
  const there = anna.elsewhere(second.url)
  const tab = await there.stream()
  expect(await tab.next('connections')).toEqual(nothing)
  await ben.call('POST /api/user-action', { action: 'like', recipient_id: anna.id })
  expect((await tab.next('like')).from).toBe('Ben')
  expect(await tab.next('connections')).toEqual({ ...nothing, likes_received: 1 })
  await anna.call('GET /api/users', { filter: 'likes-received' })
  expect(await tab.next('connections')).toEqual(nothing)
  // Anna is online everywhere, although her stream is on the other process.
  expect((await (await ben.stream()).next('online')).split(',')).toContain(String(anna.id))
  there.disconnect()
})

test('[D §10] after 32 concurrent likes, the last connections event says 32', async () => {
  const [anna] = (await app.members('Anna')) as [Person]
  const admirers = await app.members(...Array.from({ length: 32 }, () => 'Ben'))
  const tab = await anna.stream()
  expect(await tab.next('connections')).toEqual(nothing)
  await Promise.all(
    admirers.map((ben, n) =>
      ben
        .elsewhere(n % 2 ? second.url : app.url)
        .call('POST /api/user-action', { action: 'like', recipient_id: anna.id }),
    ),
  )
  for (let n = 0; n < 32; n++) await tab.next('like')
  let counted = await tab.next('connections')
  while (counted.likes_received < 32) counted = await tab.next('connections')
  expect(counted).toEqual({ ...nothing, likes_received: 32 })
  expect(tab.waiting('like')).toEqual([])
})

test('[D §7] every event of a conversation reaches the sockets of both members in the other process', async () => {
  const [anna, ben] = (await app.members({ username: 'Anna', premium: true }, 'Ben')) as [Person, Person]
  await anna.call('POST /api/settings-auto-save', { key: 'read_receipts', value: true })
  const [annaThere, benThere] = [anna.elsewhere(second.url), ben.elsewhere(second.url)]
  const [toAnna, toBen] = [received(await annaThere.socket()), received(await benThere.socket())]
  const [annas, bens] = [await anna.socket(), await ben.socket()]
  const id = await say(annas, ben, 'Hello')
  await toBen.next('receiveMessage')
  await toAnna.next('newMessages')
  await bens.emitWithAck('markRead', id)
  await toBen.next('markedRead')
  await toAnna.next('messagesRead')
  await bens.emitWithAck('react', { id, emoji: '❤️' })
  await toBen.next('reacted')
  await toAnna.next('reacted')
  await annas.emitWithAck('delete', id)
  expect(await toBen.next('deleted')).toEqual([id])
  expect(await toAnna.next('deleted')).toEqual([id])
  const answer = await say(bens, anna, 'Hello you')
  await toAnna.next('receiveMessage')
  await annas.emitWithAck('delete', answer)
  expect(await toAnna.next('deleted')).toEqual([answer])
  await annas.emitWithAck('typing', { receiver_id: ben.id })
  expect(await toBen.next('typing')).toEqual([anna.id])
  await ben.call('POST /api/user-action', { action: 'not-interested', recipient_id: anna.id })
  await toBen.next('refetch')
  await toAnna.next('refetch')
  for (const person of [anna, ben, annaThere, benThere]) person.disconnect()
})

test('[D §11] after a gap in the events everyone gets everything again', async () => {
  const [anna] = (await app.members('Anna')) as [Person]
  const tab = await anna.stream()
  await tab.next('settings')
  await tab.next('connections')
  const client = new Redis(redisUrl())
  const keys = (await client.keys('*:feed:*')).filter((key) => key.includes(app.dataDir.slice(-6)))
  expect(keys).toHaveLength(2)
  for (const key of keys) await client.xadd(key, '*', 'gap', '')
  client.disconnect()
  expect(await tab.next('connections')).toEqual(nothing)
  expect(await tab.next('settings')).toEqual({ notification_show_interval: 6, notifications_gap: 2 })
})
