import { createECDH, createHash } from 'node:crypto'
import { request } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { ENDPOINT_MAX } from '@rosella/contract/notifications/rules'
import webPush from 'web-push'
import { Failure } from '../../failure'
import type { Push, PushSender, PushTarget } from '../../ports/push-sender'
import { type Address, type Resolve, resolveByDns, resolvePublic } from './public-address'

/** The address where it is one of a known service, by https on its own port, and by name. */
function readEndpoint(endpoint: string, hosts: readonly string[]): URL | undefined {
  if (endpoint.length > ENDPOINT_MAX || !URL.canParse(endpoint)) return undefined
  const url = new URL(endpoint)
  const { protocol, port, username, password, hash, hostname } = url
  if (protocol !== 'https:' || port !== '' || username + password + hash !== '') return undefined
  // As URL writes it, an address in any spelling looks like one.
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return undefined
  return hosts.some((host) => isHost(hostname, host)) ? url : undefined
}

const isHost = (hostname: string, host: string): boolean =>
  host.startsWith('*.')
    ? hostname.endsWith(host.slice(1)) && hostname.length > host.length - 1
    : hostname === host

/** For tests alone, which reach it through the composition's overrides: nothing in the environment does. */
export interface PushTestbed {
  /** Where names lead; what they lead to is checked all the same. */
  resolve?: Resolve
  /** After all checks, a push service of the test's own is spoken to instead. */
  service?: { address: string; port: number; ca: string }
  timeoutMs?: number
}

interface Options extends PushTestbed {
  /** 32 random bytes; the site's key pair follows from them. */
  secret: Buffer
  /** Whom a push service may write to: mailto: or https: */
  subject: string
  hosts: readonly string[]
}

const KEY_BYTES = 65
const AUTH_BYTES = 16

/** Web Push (RFC 8030, 8291, 8292) over https; redirects are not followed, and nothing of an answer is read. */
export function openPushSender(options: Options): PushSender {
  const { secret, subject, hosts, resolve = resolveByDns, service, timeoutMs = 10_000 } = options
  const keys = vapidKeys(secret)

  async function post(endpoint: string, details: ReturnType<typeof webPush.generateRequestDetails>) {
    const url = readEndpoint(endpoint, hosts)
    // The operator may have taken the service from the list since.
    if (!url) return undefined
    const addresses = await resolvePublic(resolve, url.hostname)
    if (!addresses) return undefined
    return new Promise<number>((settle, fail) => {
      const call = request(
        {
          method: 'POST',
          host: url.hostname,
          port: service?.port ?? 443,
          path: `${url.pathname}${url.search}`,
          headers: details.headers,
          // The addresses that were checked, and no others: a name may lead elsewhere a moment later.
          lookup: answering(service ? [{ address: service.address, family: 4 }] : addresses),
          agent: false,
          signal: AbortSignal.timeout(timeoutMs),
          ...(service ? { ca: service.ca } : {}),
        },
        (answer) => {
          settle(answer.statusCode ?? 0)
          // Nobody reads what it says, however much that is.
          answer.destroy()
        },
      )
      call.on('error', fail)
      call.end(details.body)
    })
  }

  return {
    publicKey: keys.publicKey,
    accepts: (target) => readEndpoint(target.endpoint, hosts) !== undefined && hasKeys(target),
    async send(target, push) {
      const status = await post(target.endpoint, compose(target, push))
      if (status === undefined) return 'refused'
      if (status >= 200 && status < 300) return 'sent'
      if (status === 404 || status === 410) return 'gone'
      if (status === 408 || status === 429 || status >= 500)
        throw new Failure(`The push service answered ${status}`)
      return 'refused'
    },
  }

  function compose({ endpoint, p256dh, auth }: PushTarget, { payload, topic, keptFor }: Push) {
    return webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
      vapidDetails: { subject, ...keys },
      TTL: keptFor,
      topic,
      urgency: 'normal',
      contentEncoding: 'aes128gcm',
    })
  }
}

const answering =
  (addresses: readonly Address[]): LookupFunction =>
  (_hostname, { all }, callback) => {
    const [first] = addresses
    if (all) callback(null, [...addresses])
    else callback(null, first?.address ?? '', first?.family)
  }

/** Any number below the order of the curve is a private key; of 2³² hashes one is none. */
function vapidKeys(secret: Buffer): { publicKey: string; privateKey: string } {
  const pair = createECDH('prime256v1')
  for (let number = secret; ; number = createHash('sha256').update(number).digest()) {
    try {
      pair.setPrivateKey(number)
      return { publicKey: pair.getPublicKey('base64url'), privateKey: number.toString('base64url') }
    } catch {
      // The next one will be.
    }
  }
}

/** A point on the curve, and a secret of the right length: what cannot be encrypted for would fail at every push. */
function hasKeys({ p256dh, auth }: PushTarget): boolean {
  const point = Buffer.from(p256dh, 'base64url')
  if (point.length !== KEY_BYTES || Buffer.from(auth, 'base64url').length !== AUTH_BYTES) return false
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  try {
    pair.computeSecret(point)
    return true
  } catch {
    return false
  }
}
