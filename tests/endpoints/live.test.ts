import type { Person } from '@rosella/testkit/person'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { sql } from 'kysely'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const within = <T>(ms: number, promise: Promise<T>): Promise<T | 'late'> =>
  Promise.race([promise, new Promise<'late'>((resolve) => setTimeout(() => resolve('late'), ms))])

describe.each(['pglite', 'postgres'] as const)('streams and sockets on %s', (on) => {
  let app: TestApp
  beforeAll(async () => {
    app = await openTestApp({ on })
  })
  afterAll(() => app.close())

  const people = async (...names: string[]) => {
    const cast = await app.members(...names)
    return cast as [(typeof cast)[number], ...typeof cast]
  }

  test('ending a session closes its stream and socket within a second', async () => {
    const [anna] = await people('Anna')
    const stream = await anna.stream()
    const socket = await anna.socket()
    const cut = new Promise<string>((resolve) => socket.once('disconnect', resolve))
    await stream.next('settings')
    await anna.call('POST /api/logout')
    expect(await within(1000, stream.closed)).toBeUndefined()
    expect(await within(1000, cut)).toBe('io server disconnect')
    expect((await anna.try('GET /api/user')).status).toBe(401)
  })

  test('a new password ends every other session within a second, but not the current one', async () => {
    const [gia] = await people('Gia')
    const { token } = await gia.call('POST /api/login', { email: gia.email, password: gia.password })
    const phone = Object.assign(gia.elsewhere(), { token })
    const [stream, socket] = [await phone.stream(), await phone.socket()]
    const own = await gia.stream()
    await Promise.all([stream.next('settings'), own.next('settings')])
    const cut = new Promise<string>((resolve) => socket.once('disconnect', resolve))
    const password = 'Galah-River-77'
    await gia.call('POST /api/settings-change-password', { current: gia.password, new: password })
    expect(await within(1000, Promise.all([stream.closed, cut]))).toEqual([undefined, 'io server disconnect'])
    expect((await phone.try('GET /api/user')).status).toBe(401)
    await expect(phone.stream()).rejects.toThrow('401')
    expect((await gia.try('GET /api/user')).status).toBe(200)
    expect(await within(200, own.closed)).toBe('late')
    gia.disconnect()
  })

  test('a session ended from another device is closed within a second', async () => {
    const [ida] = await people('Ida')
    const { token } = await ida.call('POST /api/login', { email: ida.email, password: ida.password })
    const phone = Object.assign(ida.elsewhere(), { token })
    const [stream, socket] = [await phone.stream(), await phone.socket()]
    const cut = new Promise<string>((resolve) => socket.once('disconnect', resolve))
    const { sessions } = await ida.call('GET /api/sessions')
    const session_id = sessions.find(({ current }) => !current)?.id
    await ida.call('DELETE /api/session', { session_id })
    expect(await within(1000, Promise.all([stream.closed, cut]))).toEqual([undefined, 'io server disconnect'])
    expect((await phone.try('GET /api/user')).status).toBe(401)
    expect((await ida.try('GET /api/user')).status).toBe(200)
  })

  test('a ban ends every session of the member', async () => {
    const [ben] = await people('Ben')
    const { token } = await ben.call('POST /api/login', { email: ben.email, password: ben.password })
    const phone = Object.assign(ben.elsewhere(), { token })
    const [stream, socket] = [await ben.stream(), await phone.socket()]
    const cut = new Promise<string>((resolve) => socket.once('disconnect', resolve))
    await app.admin.call('POST /api/admin/member', { id: ben.id, status: 4, reason: 'Scam' })
    expect(await within(1000, Promise.all([stream.closed, cut]))).toEqual([undefined, 'io server disconnect'])
    for (const device of [ben, phone]) expect((await device.try('GET /api/user')).status).toBe(401)
    const answer = await ben.try('POST /api/login', { email: ben.email, password: ben.password })
    expect([answer.status, answer.body.message]).toEqual([
      400,
      'Your account has been banned. Reason: Scam. Please write to us to appeal: hello@rosella.test',
    ])
  })

  test('a socket needs a session and the site’s own origin', async () => {
    const [cara] = await people('Cara')
    await expect(cara.socket({ token: 'guess' })).rejects.toThrow('Please log in')
    const foreign = io(app.url, {
      path: '/api/socket.io',
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
      extraHeaders: { origin: 'https://evil.example' },
      auth: { email: cara.email, token: cara.token },
    })
    const refused = await new Promise<boolean>((resolve) => {
      foreign.once('connect', () => resolve(false))
      foreign.once('connect_error', () => resolve(true))
    })
    foreign.disconnect()
    expect(refused).toBe(true)
  })

  test('limits the number of streams per member', async () => {
    const [dora] = await people('Dora')
    for (let n = 0; n < 12; n++) await dora.stream()
    await expect(dora.stream()).rejects.toThrow('429')
    dora.disconnect()
  })
})

describe('two processes on one PostgreSQL and Redis', () => {
  let app: TestApp
  let second: Awaited<ReturnType<TestApp['second']>>
  beforeAll(async () => {
    app = await openTestApp({ on: 'postgres' })
    second = await app.second()
  })
  afterAll(async () => {
    await second.close()
    await app.close()
  })

  test('a client that disconnects while its session is looked up leaves no stream behind', async () => {
    const [eve] = (await app.members('Eve')) as [Person]
    const leave = new AbortController()
    const address = `${app.url}/api/notifications?${new URLSearchParams({ email: eve.email, token: eve.token })}`
    await app.db.transaction().execute(async (tx) => {
      await sql`lock table session in access exclusive mode`.execute(tx)
      const asked = Array.from({ length: 8 }, () =>
        fetch(address, { signal: leave.signal }).catch(() => 'left'),
      )
      await new Promise((resolve) => setTimeout(resolve, 500))
      leave.abort()
      expect(await Promise.all(asked)).toEqual(Array(8).fill('left'))
      await new Promise((resolve) => setTimeout(resolve, 200))
    })
    await expect.poll(() => app.server.services.presence.isOnline([eve.id])).toEqual(new Set())
    // The limit only counts open streams, so all twelve are available.
    for (let n = 0; n < 12; n++) await eve.stream()
    eve.disconnect()
  })

  test('a session created by one works on the other', async () => {
    const [anna] = await app.members('Anna')
    const elsewhere = anna?.elsewhere(second.url)
    expect(await elsewhere?.call('GET /api/user')).toMatchObject({ id: anna?.id, valid: true })
  })

  test('an event on one reaches a stream on the other', async () => {
    const [anna, ben] = await app.members('Anna', 'Ben')
    if (!anna || !ben) throw new Error('no cast')
    const stream = await ben.elsewhere(second.url).stream()
    await stream.next('connections')
    await anna.call('POST /api/user-action', { action: 'like', recipient_id: ben.id })
    expect(await stream.next('like')).toEqual({ from: 'Anna', photo: null, url_hash: anna.url_hash })
    expect(await stream.next('connections')).toEqual({
      viewed_me: 0,
      likes_received: 1,
      roses_received: 0,
      unread: 0,
    })
    stream.close()
  })

  test('a session ended on one closes its stream on the other within a second', async () => {
    const [cara] = await app.members('Cara')
    const stream = await cara?.elsewhere(second.url).stream()
    await stream?.next('settings')
    await cara?.call('POST /api/logout')
    expect(await within(1000, stream?.closed ?? Promise.reject())).toBeUndefined()
  })
})
