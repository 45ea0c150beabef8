import type { Person } from '@rosella/testkit/person'
import { problemBody } from '@rosella/testkit/problem-body'
import { received } from '@rosella/testkit/received'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
let anna: Person
let ben: Person
beforeAll(async () => {
  app = await openTestApp()
  ;[anna, ben] = (await app.members('Anna', 'Ben')) as [Person, Person]
})
afterAll(() => app.close())

interface Raw {
  emit(event: string, ...args: unknown[]): unknown
  emitWithAck(event: string, ...args: unknown[]): Promise<{ ok: boolean; message?: string }>
}

const strange: unknown[] = [
  undefined,
  null,
  true,
  0,
  -1,
  1.5,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  2 ** 53,
  1e300,
  '',
  '1',
  'constructor',
  [],
  [1],
  {},
  { receiver_id: '1', message: 'x' },
  { receiver_id: null, message: 'x' },
  { receiver_id: { valueOf: 1 }, message: 'x' },
  { receiver_id: 9_007_199_254_740_991, message: 'x' },
  { receiver_id: [1], message: ['x'] },
  { message: 'x' },
  JSON.parse('{"__proto__": {"receiver_id": 1, "message": "x"}, "constructor": {"prototype": 1}}'),
  { toString: 1, hasOwnProperty: 1 },
  Buffer.from('binary'),
  { receiver_id: 999_999_999, message: Buffer.from('binary') },
]

test('[P2 §7] any malformed payload gets an error, and the process keeps running', async () => {
  let raw = (await anna.socket()) as unknown as Raw
  for (const event of [
    'sendMessage',
    'fetchMessages',
    'markRead',
    'delete',
    'react',
    'constructor',
    '__proto__',
    'nothing',
  ]) {
    // A socket with a hundred of them is disconnected.
    raw = (await anna.socket()) as unknown as Raw
    for (const payload of strange) {
      const answer = await raw.emitWithAck(event, payload)
      expect([event, payload, answer.ok]).toEqual([event, payload, false])
      expect(answer.message).toMatch(/.{5}/)
    }
  }
  for (const field of ['client_id', 'message', 'receiver_id'] as const) {
    const payload = { receiver_id: ben.id, message: 'x', [field]: 17.5 }
    expect((await raw.emitWithAck('sendMessage', payload)).message).toContain(field)
  }
  for (const field of ['before_id', 'limit']) {
    const payload = { receiver_id: ben.id, [field]: 'x' }
    expect((await raw.emitWithAck('fetchMessages', payload)).message).toContain(field)
  }
  for (const payload of strange) {
    const answer = await raw.emitWithAck('typing', payload)
    // `typing` never reveals whether a member exists.
    const namesSomebody = Number.isSafeInteger((payload as { receiver_id?: unknown } | null)?.receiver_id)
    expect([payload, answer.ok]).toEqual([payload, namesSomebody])
  }
  for (const emoji of ['❤', '💩', 'x', 1, true, [], {}, undefined]) {
    expect((await raw.emitWithAck('react', { id: 1, emoji })).message).toContain('emoji')
  }
  expect((await ben.call('GET /api/messages')).m).toEqual([])
  const delivered = received(await ben.socket())
  expect((await raw.emitWithAck('sendMessage', { receiver_id: ben.id, message: 'Still here' })).ok).toBe(true)
  expect((await delivered.next('receiveMessage'))[0].message).toBe('Still here')
})

test('[D §7] a failure without an acknowledgement arrives as error', async () => {
  const socket = await anna.socket()
  const raw = socket as unknown as Raw
  const news = received(socket)
  raw.emit('sendMessage', { receiver_id: ben.id, message: 'http://example.com' })
  expect(await news.next('error')).toEqual([problemBody('message.link')])
  raw.emit('sendMessage')
  expect((await news.next('error'))[0].message).toContain('Invalid data provided')
  raw.emit('markRead', Number.NaN)
  expect((await news.next('error'))[0].message).toContain('Invalid data provided')
  raw.emit('whatever', 1, 2, 3)
  expect((await news.next('error'))[0].code).toBe('unknown-call')
  // A valid event without an acknowledgement is simply handled.
  const other = received(await ben.socket())
  raw.emit('sendMessage', { receiver_id: ben.id, message: 'No answer needed' })
  expect((await other.next('receiveMessage'))[0].message).toBe('No answer needed')
})

test('[P2 §7] fetchMessages also accepts a bare receiver id', async () => {
  const socket = await anna.socket()
  const news = received(socket)
  expect(await (socket as unknown as Raw).emitWithAck('fetchMessages', ben.id)).toEqual({ ok: true })
  expect((await news.next('messageHistory'))[1].receiver_id).toBe(ben.id)
})

test('[D §1] an overlong payload closes only its own connection', async () => {
  const [big, other] = [await anna.socket(), await ben.socket()]
  const lost = new Promise<string>((resolve) => big.once('disconnect', resolve))
  big.emit('sendMessage', { receiver_id: ben.id, message: 'x'.repeat(200_000) })
  expect(await lost).toMatch(/transport/)
  expect(other.connected).toBe(true)
  expect((await other.emitWithAck('fetchMessages', { receiver_id: anna.id })).ok).toBe(true)
})

test('[D §7] refuses events when too many are queued', async () => {
  const socket = await anna.socket()
  const answers = await Promise.all(
    Array.from({ length: 180 }, () => socket.emitWithAck('fetchMessages', { receiver_id: ben.id, limit: 1 })),
  )
  expect(answers.filter(({ ok }) => ok).length).toBeGreaterThanOrEqual(100)
  expect(answers.find(({ ok }) => !ok)?.message).toBe('Too many requests. Please try again later.')
})
