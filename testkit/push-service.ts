import {
  createDecipheriv,
  createECDH,
  createHmac,
  createPublicKey,
  type ECDH,
  randomBytes,
  verify,
} from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { selfSigned } from './self-signed'

export const PUSH_HOST = 'push.example'

/** A push as its browser receives it. */
export interface ReceivedPush {
  path: string
  headers: IncomingMessage['headers']
  payload: Record<string, unknown>
  vapid: { key: string; aud: string; exp: number; sub: string }
}

export interface TestBrowser {
  /** The format of `PushSubscription.toJSON()`. */
  subscription: { endpoint: string; expirationTime: null; keys: { p256dh: string; auth: string } }
  pair: ECDH
  auth: Buffer
}

export interface TestPushService {
  /** The overrides with which to open the app. */
  testbed: {
    resolve: () => Promise<{ address: string; family: number }[]>
    service: { address: string; port: number; ca: string }
    timeoutMs: number
  }
  received: ReceivedPush[]
  /** Called for each push. */
  onPush: (push: ReceivedPush) => void
  /** The number of requests, whatever the response was. */
  calls: number
  /** The status of later responses; `hang` never responds. */
  answer: number | 'hang'
  /** Subscribes another browser. */
  browser(): TestBrowser
  close(): Promise<void>
}

/** A push service on loopback that is as strict as a real one: it verifies the sender and decrypts the payload. */
export async function openPushService(): Promise<TestPushService> {
  const { key, cert } = selfSigned([PUSH_HOST])
  const browsers = new Map<string, TestBrowser>()
  const server = createServer({ key, cert }, (request, reply) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      service.calls++
      if (service.answer === 'hang') return
      const browser = browsers.get(request.url ?? '')
      if (service.answer === 201 && browser) {
        try {
          const push = readPush(request, Buffer.concat(parts), browser)
          service.received.push(push)
          service.onPush(push)
        } catch (error) {
          reply.writeHead(400).end(String(error))
          return
        }
      }
      reply.writeHead(service.answer, { location: `https://${PUSH_HOST}/elsewhere` }).end('x'.repeat(100_000))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const service: TestPushService = {
    testbed: {
      // A public address; the connection goes to the server above.
      resolve: async () => [{ address: '8.8.8.8', family: 4 }],
      service: { address: '127.0.0.1', port, ca: cert },
      timeoutMs: 1000,
    },
    received: [],
    onPush: () => {},
    calls: 0,
    answer: 201,
    browser() {
      const pair = createECDH('prime256v1')
      const p256dh = pair.generateKeys('base64url')
      const auth = randomBytes(16)
      const path = `/send/${randomBytes(12).toString('hex')}`
      const keys = { p256dh, auth: auth.toString('base64url') }
      const subscription = { endpoint: `https://${PUSH_HOST}${path}`, expirationTime: null, keys }
      const browser = { subscription, pair, auth }
      browsers.set(path, browser)
      return browser
    },
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  return service
}

function readPush(request: IncomingMessage, body: Buffer, browser: TestBrowser): ReceivedPush {
  const { headers, url: path = '' } = request
  if (request.method !== 'POST' || headers['content-encoding'] !== 'aes128gcm') throw new Error('Not a push')
  return {
    path,
    headers,
    vapid: readVapid(headers.authorization ?? ''),
    payload: JSON.parse(decrypt(body, browser)) as Record<string, unknown>,
  }
}

/** RFC 8292. */
function readVapid(header: string): ReceivedPush['vapid'] {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) throw new Error('The token is not signed with the key')
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
  if (read(head).alg !== 'ES256') throw new Error('Not ES256')
  return { key, ...read(claims) }
}

const hmac = (key: Uint8Array, ...parts: (Uint8Array | string)[]): Buffer => {
  const hash = createHmac('sha256', key)
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** RFC 8291 over RFC 8188, for a single record. */
function decrypt(body: Buffer, { pair, auth }: TestBrowser): string {
  const [salt, keyLength] = [body.subarray(0, 16), body[20] ?? 0]
  const sender = body.subarray(21, 21 + keyLength)
  const record = body.subarray(21 + keyLength)
  const shared = hmac(auth, pair.computeSecret(sender))
  const secret = hmac(shared, 'WebPush: info\0', pair.getPublicKey(), sender, '\x01')
  const pseudoRandom = hmac(salt, secret)
  const key = hmac(pseudoRandom, 'Content-Encoding: aes128gcm\0\x01').subarray(0, 16)
  const nonce = hmac(pseudoRandom, 'Content-Encoding: nonce\0\x01').subarray(0, 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  const end = padded.lastIndexOf(2)
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('Not the last record')
  return padded.subarray(0, end).toString()
}
