import { randomBytes } from 'node:crypto'
import { createServer } from 'node:net'
import { openPushService, PUSH_HOST, type TestPushService } from '@rosella/testkit/push-service'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PushTarget } from '../../ports/push-sender'
import { isPublicAddress } from './public-address'
import { openPushSender, type PushTestbed } from './web-push'

let service: TestPushService
beforeAll(async () => {
  service = await openPushService()
})
afterAll(() => service.close())

const secret = randomBytes(32)
const hosts = [PUSH_HOST, '*.push.apple.com']
const openSender = (testbed: PushTestbed = service.testbed) =>
  openPushSender({ ...testbed, secret, hosts, subject: 'mailto:hello@rosella.test' })
const targetOf = ({ subscription }: ReturnType<TestPushService['browser']>): PushTarget => ({
  endpoint: subscription.endpoint,
  ...subscription.keys,
})
const push = { payload: '{"kind":"message"}', topic: 'a-topic', keptFor: 60 }

test('[P3 §9] sends encrypted Web Push with VAPID, signed with the site’s key for that service only', async () => {
  const sender = openSender()
  const browser = service.browser()
  service.received.length = 0
  expect(await sender.send(targetOf(browser), push)).toBe('sent')
  const [got] = service.received
  expect(got?.payload).toEqual({ kind: 'message' })
  expect(got?.headers).toMatchObject({ ttl: '60', topic: 'a-topic', urgency: 'normal' })
  expect(got?.vapid).toMatchObject({
    key: sender.publicKey,
    aud: `https://${PUSH_HOST}`,
    sub: 'mailto:hello@rosella.test',
  })
  const now = Date.now() / 1000
  expect(got?.vapid.exp).toBeGreaterThan(now)
  expect(got?.vapid.exp).toBeLessThanOrEqual(now + 86_400)
  // The key is the same in every process and after every start.
  expect(openSender().publicKey).toBe(sender.publicKey)
})

test.each([
  [201, 'sent'],
  [404, 'gone'],
  [410, 'gone'],
  [400, 'refused'],
  [403, 'refused'],
  [413, 'refused'],
  [301, 'refused'],
  [307, 'refused'],
] as const)('a status of %i means %s, and no redirect is followed', async (status, outcome) => {
  service.answer = status
  service.calls = 0
  expect(await openSender().send(targetOf(service.browser()), push)).toBe(outcome)
  expect(service.calls).toBe(1)
  service.answer = 201
})

test.each([429, 500, 503])('a status of %i throws, so that the job is retried', async (status) => {
  service.answer = status
  await expect(openSender().send(targetOf(service.browser()), push)).rejects.toThrow(`responded ${status}`)
  service.answer = 201
})

test('a service that does not respond times out', async () => {
  service.answer = 'hang'
  const began = performance.now()
  await expect(openSender().send(targetOf(service.browser()), push)).rejects.toThrow()
  expect(performance.now() - began).toBeLessThan(5000)
  service.answer = 201
})

test('sends nothing to a server without a valid certificate for its name', async () => {
  const { service: other, ...testbed } = service.testbed
  const wrong = { ...testbed, service: { ...other, ca: '' } }
  service.calls = 0
  await expect(openSender(wrong).send(targetOf(service.browser()), push)).rejects.toThrow()
  expect(service.calls).toBe(0)
})

describe('[P3 §9] accepts only https endpoints at known push services', () => {
  test.each([
    `http://${PUSH_HOST}/a`,
    `https://${PUSH_HOST}:8443/a`,
    `https://user:word@${PUSH_HOST}/a`,
    `https://${PUSH_HOST}.evil.example/a`,
    `https://evil-${PUSH_HOST}/a`,
    `https://${PUSH_HOST}./a`,
    `https://${PUSH_HOST}#@127.0.0.1/`,
    'https://push.apple.com/a',
    'https://evilpush.apple.com.example/a',
    'https://localhost/a',
    'https://127.0.0.1/a',
    'https://2130706433/a',
    'https://0x7f.1/a',
    'https://0177.0.0.1/a',
    'https://[::1]/a',
    'https://[::ffff:127.0.0.1]/a',
    'https://[fe80::1]/a',
    'https://169.254.169.254/latest/meta-data',
    'https://10.0.0.1/a',
    'wss://push.example/a',
    'file:///etc/passwd',
    'push.example/a',
    `https://${PUSH_HOST}/${'x'.repeat(1000)}`,
    '',
  ])('refuses %s when it is registered and when it is used', async (endpoint) => {
    const target = { ...targetOf(service.browser()), endpoint }
    const sender = openSender()
    service.calls = 0
    expect(sender.accepts(target)).toBe(false)
    // Even if it were in the table, nothing is sent.
    const sent = await sender.send(target, push).catch(() => 'failed')
    expect(sent).not.toBe('sent')
    expect(service.calls).toBe(0)
  })

  test.each([`https://${PUSH_HOST}/a`, `https://${PUSH_HOST}:443/a?b=c`, 'https://web.push.apple.com/Q'])(
    'accepts %s',
    (endpoint) => {
      expect(openSender().accepts({ ...targetOf(service.browser()), endpoint })).toBe(true)
    },
  )

  test('refuses keys that cannot be used for encryption', () => {
    const target = targetOf(service.browser())
    const off = Buffer.from(target.p256dh, 'base64url')
    off[64] = (off[64] ?? 0) ^ 1
    for (const wrong of [
      { p256dh: off.toString('base64url') },
      { p256dh: target.p256dh.slice(0, -4) },
      { p256dh: 'A'.repeat(87) },
      { auth: 'AAAA' },
    ])
      expect(openSender().accepts({ ...target, ...wrong }), JSON.stringify(wrong)).toBe(false)
  })
})

describe('resolves a name when sending, and connects only to the checked addresses', () => {
  test.each([
    '127.0.0.1',
    '127.8.8.8',
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '169.254.169.254',
    '172.31.0.1',
    '192.168.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001::1',
    'fc00::1',
    'fd12::1',
    'fe80::1',
    'ff02::1',
    'fe80::1%eth0',
    'nonsense',
  ])('%s is internal', async (address) => {
    expect(isPublicAddress(address)).toBe(false)
    const family = address.includes(':') ? 6 : 4
    // One public address does not outweigh an internal one.
    const resolve = async () => [
      { address: '8.8.8.8', family: 4 },
      { address, family },
    ]
    service.calls = 0
    const sender = openSender({ ...service.testbed, resolve })
    expect(await sender.send(targetOf(service.browser()), push)).toBe('refused')
    expect(service.calls).toBe(0)
  })

  test.each(['8.8.8.8', '142.250.70.170', '172.15.0.1', '2404:6800:4006:809::200a'])(
    '%s is public',
    (address) => expect(isPublicAddress(address)).toBe(true),
  )

  test('resists DNS rebinding: resolves once, and never connects to an internal address', async () => {
    let connections = 0
    const internal = createServer(() => connections++)
    await new Promise<void>((resolve) => internal.listen(0, '127.0.0.1', resolve))
    let lookups = 0
    const resolve = async () => {
      lookups++
      return [{ address: lookups === 1 ? '127.0.0.1' : '8.8.8.8', family: 4 }]
    }
    expect(await openSender({ resolve }).send(targetOf(service.browser()), push)).toBe('refused')
    expect([lookups, connections]).toEqual([1, 0])
    await new Promise((done) => internal.close(done))
  })
})
