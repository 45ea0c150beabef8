import { once } from 'node:events'
import { connect } from 'node:net'
import { testPhoto } from '@rosella/testkit/members'
import { newEmail, Person } from '@rosella/testkit/person'
import { problemBody } from '@rosella/testkit/problem-body'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { attempts, nameOf } from './attempts'
import { send, sessionOf, write } from './http-request'
import { anyValue } from './odd-values'

const EVIL = 'https://evil.example'
let app: TestApp
let anna: Person
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres' })
  ;[anna] = (await app.members({ username: 'Anna', premium: true })) as [Person]
})
afterAll(() => app.close())

const everyCall = [...new Map(attempts.map(({ endpoint }) => [nameOf(endpoint), endpoint])).values()]
const meaning = new Map(attempts.map(({ endpoint, input }) => [nameOf(endpoint), input]))
const things = { email: 'anna@rosella.test', decided: { report_id: 1, key: 'x' }, unsubscribe: '1.x' }

describe('floods', () => {
  test('every call has limits that return 429, the specified message and Retry-After', async () => {
    const { rateLimits } = app.server.services
    for (const endpoint of everyCall) {
      for (const { per } of endpoint.rates) {
        vi.spyOn(rateLimits, 'hit').mockImplementation(async (key) => ({
          allowed: !key.startsWith(`${nameOf(endpoint)} ${per} `),
          waitSeconds: 37,
        }))
        const caller = endpoint.path.startsWith('/api/admin/') ? app.admin : anna
        const input = meaning.get(nameOf(endpoint))?.(things as never)
        const { status, outcome, headers } = await send(
          app,
          write(endpoint, { ...sessionOf(caller), ...input }),
        )
        const result = [nameOf(endpoint), per, status, outcome, headers['retry-after']]
        expect(result).toEqual([nameOf(endpoint), per, 429, 'too-many', '37'])
      }
    }
    vi.restoreAllMocks()
    expect((await anna.try('GET /api/user')).status).toBe(200)
  })

  test('a flood from one IP address is limited, and others are served', async () => {
    const flood = (address: string) =>
      fetch(`${app.url}/api/settings`, { headers: { 'x-forwarded-for': address } })
    const answers = await Promise.all(Array.from({ length: 150 }, () => flood('203.0.113.7')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(120)
    const late = answers.find(({ status }) => status === 429)
    expect(Number(late?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(late?.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    expect((await flood('203.0.113.8')).status).toBe(200)
  })

  test('forging proxy headers gains nothing', async () => {
    const answers: number[] = []
    for (let n = 0; n < 125; n++) {
      const forwarded = `198.51.100.${n}, 203.0.113.9`
      const { status } = await fetch(`${app.url}/api/settings`, {
        headers: { 'x-forwarded-for': forwarded },
      })
      answers.push(status)
    }
    expect(answers.filter((status) => status === 429)).toHaveLength(5)
  })
})

test('stalled uploads do not block others', async () => {
  const counted = vi.spyOn(app.server.services.rateLimits, 'hit')
  const { hostname, port } = new URL(app.url)
  const head = 'POST /api/photos HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=x\r\n'
  const stalled = await Promise.all(
    Array.from({ length: 40 }, async () => {
      const socket = connect(Number(port), hostname)
      await once(socket, 'connect')
      socket.write(`${head}content-length: 9000000\r\n\r\n--x\r\n`)
      return socket
    }),
  )
  await expect.poll(() => counted.mock.calls.length).toBe(stalled.length)
  try {
    expect((await anna.tryUpload(await testPhoto(1))).status).toBe(200)
  } finally {
    for (const socket of stalled) socket.destroy()
  }
})

describe('enumeration', () => {
  const stranger = () => new Person(app.url)

  test('wrong passwords, links and codes do not reveal who is a member', async () => {
    for (const way of [{ password: 'Wrong-Password-1' }, { hash: 'ab'.repeat(32) }, { code: '123456' }]) {
      const known = await stranger().try('POST /api/login', { email: anna.email, ...way })
      const unknown = await stranger().try('POST /api/login', { email: newEmail('Nobody'), ...way })
      expect(unknown).toEqual(known)
    }
  })

  test('a wrong token and a wrong address give the same error', async () => {
    const [ben] = (await app.members('Ben')) as [Person]
    const tries = [
      { email: ben.email, token: anna.token },
      { email: newEmail('Nobody'), token: anna.token },
      { email: anna.email, token: 'A'.repeat(43) },
    ]
    for (const pair of tries) {
      const { status, body } = await stranger().try('GET /api/user', pair)
      expect([status, body]).toEqual([401, problemBody('session.none')])
    }
  })
})

describe('other sites', () => {
  test('no call lets a page of another site read its reply or passes a CORS preflight', async () => {
    for (const endpoint of everyCall.filter(({ carries }) => carries !== 'stream')) {
      const sent = write(endpoint, {})
      for (const method of [sent.method, 'OPTIONS'] as const) {
        const headers = { ...sent.headers, origin: EVIL, 'access-control-request-method': sent.method }
        const result = await send(app, { ...sent, method: method as 'GET', headers })
        const granted = Object.keys(result.headers).filter((name) => name.startsWith('access-control'))
        expect([nameOf(endpoint), method, granted]).toEqual([nameOf(endpoint), method, []])
        if (method === 'OPTIONS') expect(result.status).toBe(404)
      }
    }
  })

  test('the event stream opens for this site and for scripts, but not for other sites', async () => {
    const open = async (origin: string | undefined) => {
      const abort = new AbortController()
      const query = new URLSearchParams(sessionOf(anna))
      const headers: Record<string, string> = origin ? { origin } : {}
      const answer = await fetch(`${app.url}/api/notifications?${query}`, { headers, signal: abort.signal })
      const granted = answer.headers.get('access-control-allow-origin')
      abort.abort()
      return [answer.status, granted]
    }
    for (const origin of [undefined, app.url, 'https://rosella.test'])
      expect(await open(origin)).toEqual([200, null])
    for (const origin of [
      EVIL,
      'null',
      'https://rosella.test.evil.example',
      'http://rosella.test',
      'nonsense',
    ])
      expect([origin, ...(await open(origin))]).toEqual([origin, 403, null])
  })

  test('a socket with long polling does not either', async () => {
    const knock = async (origin: string) =>
      (await fetch(`${app.url}/api/socket.io/?EIO=4&transport=polling`, { headers: { origin } })).status
    expect(await knock(app.url)).toBe(200)
    for (const origin of [EVIL, 'null', 'nonsense']) expect(await knock(origin)).toBe(403)
  })
})

describe('socket packets', () => {
  const path = () => `${app.url}/api/socket.io/?EIO=4&transport=polling`
  async function session() {
    const hello = await (await fetch(path())).text()
    const sid = (JSON.parse(hello.slice(1)) as { sid: string }).sid
    return (body: string | Uint8Array<ArrayBuffer>) =>
      fetch(`${path()}&sid=${sid}`, { method: 'POST', body, headers: { 'content-type': 'text/plain' } })
  }
  const broken = [
    '',
    '4',
    '40',
    '40{',
    '40{"email":',
    '42["delete"',
    '42{}',
    '42[]',
    '42[null]',
    '4299999999999999999["x"]',
    '451-["delete",{"_placeholder":true,"num":0}]',
    '459999999-[]',
    '46[]',
    '40/admin,',
    '40/__proto__,{}',
    '9',
    'nonsense',
    '\u001e\u001e\u001e',
    'b!!!!',
  ]

  test.each(broken)('%j closes at most its own connection', async (packet) => {
    for (const before of [[], [`40${JSON.stringify(sessionOf(anna))}`]]) {
      const push = await session()
      for (const each of [...before, packet]) expect((await push(each)).status).toBeLessThan(500)
    }
    expect((await fetch(`${app.url}/healthz`)).status).toBe(200)
  })

  test('every packet gets a reply, and so does the next', async () => {
    const socket = await anna.socket()
    const events = fc.constantFrom(
      'sendMessage',
      'fetchMessages',
      'markRead',
      'delete',
      'disconnect',
      'error',
      '',
    )
    await fc.assert(
      fc.asyncProperty(events, fc.array(anyValue, { maxLength: 3 }), async (event, frame) => {
        if (event === 'disconnect') return
        const raw = socket as unknown as {
          emitWithAck(event: string, ...args: unknown[]): Promise<{ ok: boolean }>
        }
        expect(typeof (await raw.emitWithAck(event, ...frame)).ok).toBe('boolean')
      }),
      { numRuns: 60 },
    )
    expect(socket.connected).toBe(true)
    socket.disconnect()
  })
})

describe('emails go to one address with our own text', () => {
  const addresses = [
    'a,b@rosella.test',
    'a;b@rosella.test',
    '<b>@rosella.test',
    '"a"@rosella.test',
    'a(b)@rosella.test',
    'a:b@rosella.test',
    'ü@rosella.test',
    "o'b@rosella.test",
    'a\u0001@rosella.test',
    'a\u007f@rosella.test',
    '=?utf-8?q?a?=@rosella.test',
    `${'a'.repeat(230)}@rosella.test`,
  ]
  const split = [
    'a@x.test\r\nBcc: b@x.test',
    'a@x.test,b@x.test',
    'a@x.test b@x.test',
    'a@x.test\u2028b@x.test',
    '<b>@x.test',
    'a\u0001@x.test',
    'a\u200bb@x.test',
    '\ud800@x.test',
    '<a@x.test>, b@x.test',
  ]

  test.each(addresses)('%j gets the email at exactly that address, or none', async (email) => {
    const before = (await app.mail()).length
    const { status } = await app.admin.try('POST /api/admin/invite', { invite_email: email })
    expect([200, 400]).toContain(status)
    // An email quotes characters that would otherwise have a meaning.
    const written = (address = '') => address.replace(/^"(.*)"@/, '$1@')
    const emails = (await app.mail()).slice(before)
    expect(emails.map(({ to, cc, bcc }) => [to?.map(({ address }) => written(address)), cc, bcc])).toEqual(
      status === 200 ? [[[written(email)], undefined, undefined]] : [],
    )
  })

  test.each(split)('%j is not an address', async (invite_email) => {
    const { status, body } = await app.admin.try('POST /api/admin/invite', { invite_email })
    expect([status, body.message]).toEqual([400, 'Invalid email address'])
  })
})
