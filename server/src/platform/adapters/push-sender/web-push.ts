import { createECDH, createHash } from 'node:crypto'
import { request } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { ENDPOINT_MAX } from '@rosella/contract/notifications/rules'
import webPush from 'web-push'
import { Failure } from '../../failure'
import type { Push, PushSender, PushTarget } from '../../ports/push-sender'
import { type Address, type Resolve, resolveByDns, resolvePublic } from './public-address'

/** Returns the URL if it belongs to a known service, uses https on the default port and has no IP address. */
function readEndpoint(endpoint: string, hosts: readonly string[]): URL | undefined {
  if (endpoint.length > ENDPOINT_MAX || !URL.canParse(endpoint)) return undefined
  const url = new URL(endpoint)
  const { protocol, port, username, password, hash, hostname } = url
  if (protocol !== 'https:' || port !== '' || username + password + hash !== '') return undefined
  // URL normalises every spelling of an IP address.
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return undefined
  return hosts.some((host) => isHost(hostname, host)) ? url : undefined
}

const isHost = (hostname: string, host: string): boolean =>
  host.startsWith('*.')
    ? hostname.endsWith(host.slice(1)) && hostname.length > host.length - 1
    : hostname === host

/** For tests only, through the overrides of the composition root; no environment variable sets it. */
export interface PushTestbed {
  /** Resolves names; the addresses are still checked. */
  resolve?: Resolve
  /** The test's own push service, which is contacted after all checks. */
  service?: { address: string; port: number; ca: string }
  timeoutMs?: number
}

interface Options extends PushTestbed {
  /** 32 random bytes, from which the site's key pair is derived. */
  secret: Buffer
  /** The operator's contact for push services: mailto: or https: */
  subject: string
  hosts: readonly string[]
}

const KEY_BYTES = 65
const AUTH_BYTES = 16

/** Web Push (RFC 8030, 8291, 8292) over https. Redirects are not followed and response bodies are not read. */
export function openPushSender(options: Options): PushSender {
  const { secret, subject, hosts, resolve = resolveByDns, service, timeoutMs = 10_000 } = options
  const keys = vapidKeys(secret)

  async function post(endpoint: string, details: ReturnType<typeof webPush.generateRequestDetails>) {
    const url = readEndpoint(endpoint, hosts)
    // The operator may have removed the service from the list since.
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
          // Only the checked addresses, because the name may resolve differently a moment later.
          lookup: lookupOf(service ? [{ address: service.address, family: 4 }] : addresses),
          agent: false,
          signal: AbortSignal.timeout(timeoutMs),
          ...(service ? { ca: service.ca } : {}),
        },
        (response) => {
          settle(response.statusCode ?? 0)
          // The body is not needed, however large it is.
          response.destroy()
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
        throw new Failure(`The push service responded ${status}`)
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

const lookupOf =
  (addresses: readonly Address[]): LookupFunction =>
  (_hostname, { all }, callback) => {
    const [first] = addresses
    if (all) callback(null, [...addresses])
    else callback(null, first?.address ?? '', first?.family)
  }

/** Every number below the order of the curve is a valid private key; one hash in 2³² is not. */
function vapidKeys(secret: Buffer): { publicKey: string; privateKey: string } {
  const pair = createECDH('prime256v1')
  for (let number = secret; ; number = createHash('sha256').update(number).digest()) {
    try {
      pair.setPrivateKey(number)
      return { publicKey: pair.getPublicKey('base64url'), privateKey: number.toString('base64url') }
    } catch {
      // Try the next hash.
    }
  }
}

/** A point on the curve and a secret of the right length; otherwise encryption would fail for every push. */
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
