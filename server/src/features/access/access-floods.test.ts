import { SOCKET_PATH, socketEventsPerMinute } from '@rosella/contract/messages/rules'
import { confirmAddress } from '@rosella/testkit/mailed-key'
import { newEmail, Person } from '@rosella/testkit/person'
import { problemBody } from '@rosella/testkit/problem-body'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { io } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'

// Many consecutive calls, on machines that may be busy.
vi.setConfig({ testTimeout: 120_000 })

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres' })
})
afterEach(() => {
  vi.restoreAllMocks()
})
afterAll(() => app.close())

const one = async (name: string) => (await app.members(name))[0] as Person

describe('[D §3] at most 20 emails a day to one address', () => {
  /** Disables the limits per ten minutes and per hour. */
  function onlyEmailsCount(): void {
    const { rateLimits } = app.server.services
    const hit = rateLimits.hit.bind(rateLimits)
    vi.spyOn(rateLimits, 'hit').mockImplementation((key, ...all) =>
      /^(emails|hourly link) /.test(key)
        ? hit(key, ...all)
        : Promise.resolve({ allowed: true, waitSeconds: 0 }),
    )
  }

  test('counts request-access, forgot-password and verify-email together', async () => {
    onlyEmailsCount()
    const anna = await one('Anna')
    const { email } = anna
    type Ask = () => Promise<{ status: number }>
    const asks: Ask[] = [
      () => anna.try('POST /api/request-access', { email, kind: 'link' }),
      () => anna.try('POST /api/request-access', { email: email.toUpperCase(), kind: 'code' }),
      () => anna.try('POST /api/forgot-password', { email }),
      () => anna.try('POST /api/verify-email'),
    ]
    const statuses: number[] = []
    // One was sent at sign-up.
    for (let n = 1; n < 20; n++) statuses.push((await asks[n % asks.length]?.())?.status ?? 0)
    expect(statuses).toEqual(Array(19).fill(200))
    // One access link an hour is still sent, so that strangers can't shut the owner out.
    const [link, code, password, verify] = asks as [Ask, Ask, Ask, Ask]
    const statusOf = async (ask: Ask) => (await ask()).status
    expect([await statusOf(code), await statusOf(verify), await statusOf(link)]).toEqual([429, 429, 200])
    for (const ask of asks) expect(await statusOf(ask)).toBe(429)
    const emails = async () => (await app.mail()).filter(({ to }) => to?.[0]?.address === email)
    expect(await emails()).toHaveLength(21)
    expect((await emails()).at(-1)?.subject).toBe('Your log-in link – Rosella')
    expect(await statusOf(password)).toBe(429)
  })

  test('a stranger who requests codes all day can’t prevent the owner’s link', async () => {
    const [hana] = (await app.members('Hana')) as [Person]
    const { email } = hana
    const ask = (kind: string) => new Person(app.url).try('POST /api/request-access', { email, kind })
    const statuses: number[] = []
    for (let n = 0; n < 7; n++) statuses.push((await ask('code')).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
    expect((await ask('link')).status).toBe(200)
    const emails = (await app.mail()).filter(({ to }) => to?.[0]?.address === email)
    const hash = /(?<=hash=)[0-9a-f]{64}/.exec(emails.at(-1)?.text ?? '')?.[0]
    expect((await new Person(app.url).try('POST /api/login', { email, hash })).status).toBe(200)
  })

  test('changing the address back and forth doesn’t bypass it; a confirmed address is always notified', async () => {
    onlyEmailsCount()
    const [ben] = (await app.members('Ben')) as [Person]
    const [victim, other] = [newEmail('Victim'), newEmail('Other')]
    const change = async (new_email: string) => {
      const { status, body } = await ben.try('POST /api/change-email', { new_email, password: ben.password })
      if (status === 200) Object.assign(ben, { email: new_email, token: body.token })
      return status
    }
    let sentCount = 0
    for (let n = 0; n < 15 && (await change(victim)) === 200; n++) {
      sentCount++
      if ((await change(other)) !== 200) break
    }
    expect(sentCount).toBeLessThanOrEqual(20)
    const sent = async (to: string) => (await app.mail()).filter((mail) => mail.to?.[0]?.address === to)
    expect((await sent(victim)).length).toBeLessThanOrEqual(20)

    const cara = await one('Cara')
    await confirmAddress(app, cara)
    const ask = () => cara.try('POST /api/request-access', { email: cara.email, kind: 'link' })
    const answers = await Promise.all(Array.from({ length: 25 }, ask))
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0)
    const { email, password } = cara
    await cara.call('POST /api/change-email', { new_email: newEmail('Cara'), password })
    const isNotified = async () =>
      (await sent(email)).some(({ subject }) => subject?.startsWith('Your email address was changed'))
    await expect.poll(isNotified, { timeout: 5000 }).toBe(true)
  })
})

describe('tokens that belong to no session', () => {
  const ask = (address: string, session: { email: string; token: string }) =>
    fetch(`${app.url}/api/user?${new URLSearchParams(session)}`, { headers: { 'x-forwarded-for': address } })
  const bogus = (n: number) => ({ email: 'anna@rosella.test', token: `bogus-${n}` })

  async function flood(addressOf: (n: number) => string): Promise<number[]> {
    const statusOf = async (n: number) => (await ask(addressOf(n), bogus(n))).status
    const statuses: number[] = []
    for (let n = 0; n < 130; n++) statuses.push(await statusOf(n))
    return statuses
  }

  test('are refused past the limit without a query; a known session keeps working', async () => {
    const dora = await one('Dora')
    const address = '203.0.113.77'
    await ask(address, dora)
    expect(await flood(() => address)).toEqual([...Array(120).fill(401), ...Array(10).fill(429)])
    const query = vi.spyOn(app.db, 'executeQuery')
    const refused = await ask(address, bogus(1000))
    expect([refused.status, query.mock.calls.length]).toEqual([429, 0])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    query.mockRestore()
    expect((await ask(address, dora)).status).toBe(200)
    expect((await ask('203.0.113.78', bogus(1))).status).toBe(401)

    const socket = io(app.url, {
      path: SOCKET_PATH,
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
      extraHeaders: { 'x-forwarded-for': address },
      auth: bogus(2000),
    })
    const message = await new Promise<string>((resolve) => {
      socket.once('connect_error', (error) => resolve(error.message))
    })
    expect(message).toBe('Too many requests. Please try again later.')
    socket.close()
  })

  test('an IPv6 /64 counts as one address', async () => {
    const statuses = await flood((n) => `2001:db8:5:6::${(n + 1).toString(16)}`)
    expect(statuses.slice(-10)).toEqual(Array(10).fill(429))
  })
})

test('fetchMessages, markRead and delete are limited per member', async () => {
  const [eve, finn] = (await app.members('Eve', 'Finn')) as [Person, Person]
  const { rateLimits } = app.server.services
  const counted = new Map<string, number>()
  vi.spyOn(rateLimits, 'hit').mockImplementation(async (key) => {
    counted.set(key, (counted.get(key) ?? 0) + 1)
    const kind = key.split(' ')[0] ?? ''
    return { allowed: !Object.hasOwn(socketEventsPerMinute, kind), waitSeconds: 60 }
  })
  const socket = (await eve.socket()) as unknown as {
    emitWithAck(name: string, frame: unknown): Promise<unknown>
  }
  const frames = [
    ['fetchMessages', { receiver_id: finn.id }],
    ['markRead', 1],
    ['delete', 1],
  ] as const
  for (const [name, frame] of frames) {
    const answer = await socket.emitWithAck(name, frame)
    expect([name, answer]).toEqual([name, { ok: false, ...problemBody('message.flood') }])
  }
  expect([...counted.keys()].filter((key) => key.endsWith(` ${eve.id}`))).toHaveLength(3)
})

test('[D §3] a 51st session ends the oldest one and its live connections', async () => {
  const gina = await one('Gina')
  const { email, password } = gina
  const logIn = async () => (await new Person(app.url).call('POST /api/login', { email, password })).token
  const stream = await gina.stream()
  const second = await logIn()
  for (let n = 0; n < 48; n++) await logIn()
  expect((await gina.try('GET /api/user')).status).toBe(200)
  const last = await logIn()
  expect((await gina.try('GET /api/user')).status).toBe(401)
  await stream.closed
  for (const token of [second, last]) {
    expect((await Object.assign(gina.elsewhere(), { token }).try('GET /api/user')).status).toBe(200)
  }
  const { sessions } = await Object.assign(gina.elsewhere(), { token: last }).call('GET /api/sessions')
  expect(sessions).toHaveLength(50)
})

describe('[D §7] a socket that ignores its limits', () => {
  const refuseMessages = () => {
    const { rateLimits } = app.server.services
    const hit = rateLimits.hit.bind(rateLimits)
    vi.spyOn(rateLimits, 'hit').mockImplementation((key, ...limits) =>
      key.startsWith('messages ')
        ? Promise.resolve({ allowed: false, waitSeconds: 60 })
        : hit(key, ...limits),
    )
  }

  test('is refused before the text of a message is read', async () => {
    const [gus, hal] = (await app.members('Gus', 'Hal')) as [Person, Person]
    const socket = await gus.socket()
    const send = (message: string) => socket.emitWithAck('sendMessage', { receiver_id: hal.id, message })
    const bad = ['See www.example.com', 'x'.repeat(2001), '']
    for (const text of bad) expect((await send(text)).code).not.toBe('message.flood')
    refuseMessages()
    for (const text of bad) expect((await send(text)).code).toBe('message.flood')
    socket.disconnect()
  })

  test('is disconnected if it keeps going, and may connect again', async () => {
    const [ida, jon] = (await app.members('Ida', 'Jon')) as [Person, Person]
    const socket = await ida.socket()
    const gone = new Promise<string>((resolve) => socket.once('disconnect', resolve))
    refuseMessages()
    let replies = 0
    for (let n = 0; n < 300 && socket.connected; n++) {
      const reply = socket.timeout(2000).emitWithAck('sendMessage', { receiver_id: jon.id, message: 'Hi' })
      await reply.then(
        () => replies++,
        () => {},
      )
    }
    expect(await gone).toBe('io server disconnect')
    expect(replies).toBeLessThanOrEqual(100)
    vi.restoreAllMocks()
    const again = await ida.socket()
    expect(
      await again.emitWithAck('sendMessage', { receiver_id: jon.id, message: 'Hello Jon' }),
    ).toMatchObject({ ok: true })
    again.disconnect()
  })

  test('is disconnected if it keeps sending payloads of the wrong shape', async () => {
    const [ida] = (await app.members('Ida')) as [Person]
    const socket = await ida.socket()
    const gone = new Promise<string>((resolve) => socket.once('disconnect', resolve))
    for (let n = 0; n < 300 && socket.connected; n++)
      await socket
        .timeout(2000)
        .emitWithAck('sendMessage', { receiver_id: 'x' } as never)
        .catch(() => {})
    expect(socket.connected).toBe(false)
    expect(await gone).toBe('io server disconnect')
  })

  test('is refused without a query after 120 handshakes in a minute; other members are not', async () => {
    const [kim, lea] = (await app.members('Kim', 'Lea')) as [Person, Person]
    const connect = (person: Person) => {
      const socket = io(app.url, {
        path: SOCKET_PATH,
        transports: ['websocket'],
        reconnection: false,
        forceNew: true,
        auth: { email: person.email, token: person.token },
      })
      return new Promise<string>((resolve) => {
        socket.once('connect', () => resolve('connected'))
        socket.once('connect_error', ({ message }) => resolve(message))
      }).finally(() => socket.disconnect())
    }
    const results: string[] = []
    for (let n = 0; n < 121; n++) results.push(await connect(kim))
    expect(results.slice(0, 120)).toEqual(Array(120).fill('connected'))
    expect(results[120]).toBe('Too many requests. Please try again later.')
    const query = vi.spyOn(app.db, 'executeQuery')
    await connect(kim)
    expect(query).not.toHaveBeenCalled()
    query.mockRestore()
    expect(await connect(lea)).toBe('connected')
  })
})
