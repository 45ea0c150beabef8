import { gzipSync } from 'node:zlib'
import { testPhoto } from '@rosella/testkit/members'
import type { Person } from '@rosella/testkit/person'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { attempts, nameOf } from './attempts'
import { newAddress, send, type TestRequest, write } from './http-request'

let app: TestApp
let anna: Person
let picture: Buffer
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres' })
  ;[anna] = (await app.members({ username: 'Anna', premium: true })) as [Person]
  picture = await testPhoto(1)
})
afterAll(() => app.close())
beforeEach(() => {
  vi.spyOn(app.server.services.rateLimits, 'hit').mockResolvedValue({ allowed: true, waitSeconds: 0 })
})

/** The session is in the headers, so that only the body is invalid. */
const headersOf = ({ email, token }: Person): Record<string, string> => ({
  authorization: `Bearer ${token}`,
  'x-email': email,
  'x-forwarded-for': newAddress(),
})
/** These would end the session if they succeeded. They still refuse bodies that are not JSON. */
const isLast = (path: string) => ['/api/account', '/api/logout', '/api/deactivate-account'].includes(path)
const bodied = [...new Map(attempts.map(({ endpoint }) => [nameOf(endpoint), endpoint])).values()].filter(
  ({ method, carries }) => method !== 'GET' && carries === 'json',
)
const callerOf = (access: string) => (access === 'admin' || access === 'moderator' ? app.admin : anna)

const nested = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth)
const bomb = gzipSync(`{"value":"${'x'.repeat(9e6)}"}`)
/** Not JSON, or JSON that no call can accept. */
const broken: Record<string, string | Buffer> = {
  nothing: '',
  'cut off': '{"email":"a@b.cd","pass',
  'no object': '"text"',
  'a list': '[{"email":"a@b.cd"}]',
  null: 'null',
  'two values': '{}{}',
  'a comment': '{/* hello */}',
  'single quotes': "{'email':'a@b.cd'}",
  'no number': '{"id":NaN}',
  'a raw NUL': '{"email":"a\u0000b"}',
  'a prototype': '{"__proto__":{"admin":true}}',
  'a constructor': '{"constructor":{"prototype":{"admin":true}}}',
  'a hidden prototype': '{"value":{"\\u005f_proto__":{"admin":true}}}',
  'no UTF-8': Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0xc0, 0x22, 0x3a, 0x31, 0x2e, 0x7d]),
  'UTF-16': Buffer.from('{"email":"a@b.cd"}', 'utf16le'),
  gzip: gzipSync('{"email":"a@b.cd"}'),
  'lists without end': `{"value":${nested('[', ']', 15_000)}`,
}
/** Valid JSON with strange content. */
const strange: Record<string, string | Buffer> = {
  'the same key twice': '{"id":1,"id":"x","key":"tagline","key":"a","photo":"a","photo":1}',
  'numbers without end': '{"id":1e99999,"value":-1e99999,"recipient_id":123456789012345678901234567890}',
  'deep lists': `{"key":"tagline","value":${nested('[', ']', 20_000)}}`,
  'deep objects': `{"value":${'{"a":'.repeat(8000)}1${'}'.repeat(8000)}}`,
  'many keys': `{${Array.from({ length: 4000 }, (_, n) => `"k${n}":${n}`).join(',')}}`,
  'half a character': '{"text":"\\ud800","value":"\\udfff","key":"tagline","photo":"\\ud83d"}',
  'a mark of order': '\ufeff{"email":"a@b.cd"}',
  'bad UTF-8 in a text': Buffer.concat([
    Buffer.from('{"photo":"'),
    Buffer.from([0xc3, 0x28, 0xed, 0xa0, 0x80]),
    Buffer.from('"}'),
  ]),
}

async function post(
  endpoint: (typeof bodied)[number],
  payload: string | Buffer,
  more: Record<string, string> = {},
) {
  const headers = { 'content-type': 'application/json', ...headersOf(callerOf(endpoint.access)), ...more }
  const sent: TestRequest = { method: endpoint.method, url: endpoint.path, headers, payload }
  const { status, outcome } = await send(app, sent)
  return [status, outcome] as const
}

describe('malformed JSON of every kind to every call', () => {
  test.each(bodied.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    '%s',
    async (_name, endpoint) => {
      for (const [kind, payload] of Object.entries(broken)) {
        const [status, outcome] = await post(endpoint, payload)
        expect([kind, status, outcome]).toEqual([kind, 400, expect.stringMatching(/^[a-z]/)])
      }
      for (const [kind, payload] of Object.entries(isLast(endpoint.path) ? {} : strange)) {
        const [status, outcome] = await post(endpoint, payload)
        expect([kind, status < 500, outcome]).toEqual([kind, true, expect.stringMatching(/^[a-z]/)])
      }
      expect(await post(endpoint, `{"value":"${'x'.repeat(66_000)}"}`)).toEqual([413, 'body-too-large'])
      const packed = { 'content-encoding': 'gzip' }
      expect(await post(endpoint, bomb, packed)).toEqual([400, 'bad-json'])
      expect(({} as { admin?: true }).admin).toBeUndefined()
    },
  )

  test('every call refuses what another site can make a browser post', async () => {
    const simple = [
      ['application/x-www-form-urlencoded', 'id=1&va=1'],
      ['text/plain', '{"id":1}'],
      ['text/plain; charset=application/json', '{"id":1}'],
      [
        'multipart/form-data; boundary=x',
        '--x\r\ncontent-disposition: form-data; name="id"\r\n\r\n1\r\n--x--',
      ],
      ['application/xml', '<id>1</id>'],
      ['nonsense', '{}'],
    ] as const
    for (const endpoint of bodied) {
      for (const [type, payload] of simple) {
        const [status, outcome] = await post(endpoint, payload, { 'content-type': type })
        expect([400, 415], `${nameOf(endpoint)} ${type}: ${outcome}`).toContain(status)
        expect(['bad-content-type', 'invalid']).toContain(outcome)
      }
    }
  })
})

describe('URLs and methods', () => {
  const inputs = [
    '?%zz',
    '?p=%00',
    '?p=%ff%fe',
    '?email=%C0%AF',
    `?${'a=1&'.repeat(3000)}`,
    '?p[]=1&p[a]=2&__proto__[x]=1',
  ]
  test.each(inputs)('GET /api/users%s gets a reply', async (query) => {
    const headers = headersOf(anna)
    const { status, outcome } = await send(app, { method: 'GET', url: `/api/users${query}`, headers })
    expect([status < 500, outcome]).toEqual([true, expect.stringMatching(/^[a-z]/)])
  })

  test.each(['PUT', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND'])('%s is not a known method', async (method) => {
    for (const url of ['/api/users', '/api/admin/overview', '/api/login']) {
      const { status } = await send(app, { method: method as 'GET', url, headers: headersOf(anna) })
      expect(status).toBe(404)
    }
  })

  const outside = ['..%2f..%2f', '%2e%2e/%2e%2e/', '../../', '..%5c..%5c', '....//....//', '%252e%252e%252f']
  test.each(outside)('%s finds nothing', async (up) => {
    for (const url of [
      `/media/tmb/${up}package.json`,
      `/media/lg/${up}etc/passwd%00.jpg`,
      `/media/${up}tmb/x.jpg`,
      `/assets/${up}package.json`,
      `/${up}server/src/main.ts`,
    ]) {
      const { status, body } = await send(app, { method: 'GET', url, headers: {} })
      expect(status).toBeLessThan(500)
      expect(body).not.toMatch(/"dependencies"|root:x:0|import /)
    }
  })
})

describe('malformed uploads', () => {
  const upload = write(attempts.find(({ name }) => name === 'POST /api/photos')?.endpoint as never, {})
  const field = (head: string, content: string | Buffer) =>
    Buffer.concat([
      Buffer.from(`--x\r\n${head}\r\n\r\n`),
      Buffer.from(content as string),
      Buffer.from('\r\n'),
    ])
  const end = Buffer.from('--x--\r\n')
  const file = (more = 'filename="a.jpg"') =>
    field(`content-disposition: form-data; name="file"; ${more}`, picture)
  const bodies: [string, string, () => Buffer, string | undefined][] = [
    ['no boundary', 'multipart/form-data', file, undefined],
    ['another boundary', 'multipart/form-data; boundary=y', () => Buffer.concat([file(), end]), undefined],
    ['no end', 'multipart/form-data; boundary=x', file, undefined],
    ['an end in the middle', 'multipart/form-data; boundary=x', () => file().subarray(0, 120), undefined],
    ['nothing', 'multipart/form-data; boundary=x', () => Buffer.alloc(0), undefined],
    ['only an end', 'multipart/form-data; boundary=x', () => end, 'photo.missing'],
    [
      'no header',
      'multipart/form-data; boundary=x',
      () => Buffer.concat([field('', picture), end]),
      undefined,
    ],
    ['two files', 'multipart/form-data; boundary=x', () => Buffer.concat([file(), file(), end]), 'invalid'],
    [
      'an empty file',
      'multipart/form-data; boundary=x',
      () => Buffer.concat([field('content-disposition: form-data; name="file"; filename="a.jpg"', ''), end]),
      'photo.missing',
    ],
    [
      'a prototype',
      'multipart/form-data; boundary=x',
      () => Buffer.concat([field('content-disposition: form-data; name="__proto__"', '1'), file(), end]),
      undefined,
    ],
    [
      'a hundred fields',
      'multipart/form-data; boundary=x',
      () =>
        Buffer.concat([
          ...Array.from({ length: 100 }, (_, n) =>
            field(`content-disposition: form-data; name="f${n}"`, '1'),
          ),
          file(),
          end,
        ]),
      'invalid',
    ],
    [
      'a field of a megabyte',
      'multipart/form-data; boundary=x',
      () =>
        Buffer.concat([
          field('content-disposition: form-data; name="va"', 'x'.repeat(1_000_000)),
          file(),
          end,
        ]),
      undefined,
    ],
    [
      'headers without end',
      'multipart/form-data; boundary=x',
      () =>
        Buffer.concat([
          field(`content-disposition: form-data; name="${'n'.repeat(200_000)}"`, '1'),
          file(),
          end,
        ]),
      undefined,
    ],
    [
      'a text for a file',
      'multipart/form-data; boundary=x',
      () => Buffer.concat([field('content-disposition: form-data; name="file"', 'text'), end]),
      'photo.missing',
    ],
    ['an empty boundary', 'multipart/form-data; boundary=', file, undefined],
    ['a boundary without end', `multipart/form-data; boundary=${'x'.repeat(400)}`, file, undefined],
    ['a mixed one', 'multipart/mixed; boundary=x', file, undefined],
    ['JSON', 'application/json', () => Buffer.from('{}'), 'bad-upload-type'],
  ]
  test.each(bodies)('%s', async (_name, type, payload, expected) => {
    const headers = { ...headersOf(anna), 'content-type': type }
    const { status, outcome } = await send(app, { ...upload, headers, payload: payload() })
    expect([status < 500, outcome]).toEqual([true, expected ?? expect.stringMatching(/^[a-z]/)])
  })

  test.each([
    '../../../../tmp/x.jpg',
    '..\\\\x.jpg',
    '/etc/passwd',
    'a\u0000.jpg',
    '<img src=x onerror=alert(1)>.jpg',
    `${'n'.repeat(5000)}.jpg`,
  ])('a file called %s gets a new name', async (name) => {
    const payload = Buffer.concat([file(`filename="${name}"`), end])
    const headers = { ...headersOf(anna), 'content-type': 'multipart/form-data; boundary=x' }
    const { status, body } = await send(app, { ...upload, headers, payload })
    expect(status).toBe(200)
    expect(JSON.parse(body).filename).toMatch(/^[A-Za-z0-9_-]{22,64}$/)
  })
})
