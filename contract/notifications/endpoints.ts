import { endpoint } from '../endpoint'
import { nullable, num, obj, ok, opt, text } from '../shapes'
import { ENDPOINT_MAX } from './rules'

const endpointInput = () => text({ minLength: 1, maxLength: ENDPOINT_MAX, problem: 'push.subscription' })
const keyInput = () =>
  text({ minLength: 1, maxLength: 200, pattern: '^[A-Za-z0-9_=+/-]+$', problem: 'push.subscription' })

export const getPushKey = endpoint({
  method: 'GET',
  path: '/api/push-key',
  access: 'active',
  summary: "Read the site's public key for push notifications; 404 if push is off",
  input: {},
  reply: obj({ key: text() }),
})

const subscription = obj({
  endpoint: endpointInput(),
  expirationTime: opt(nullable(num())),
  keys: obj({ p256dh: keyInput(), auth: keyInput() }),
})

export const savePushSubscription = endpoint({
  method: 'POST',
  path: '/api/push-subscription',
  access: 'active',
  summary: 'Send push notifications to this session; the subscription ends with the session',
  input: { subscription },
  reply: ok,
  rates: [{ per: 'member', limit: 30, seconds: 3600 }],
  closedToImpersonation: true,
})

/** The service worker calls it, which has no session. Only the browser and this site know the old keys. */
export const renewPushSubscription = endpoint({
  method: 'POST',
  path: '/api/push-subscription-renew',
  access: 'public',
  summary: 'Replace a subscription that the browser has renewed; its keys identify it',
  input: { old: subscription, subscription },
  reply: ok,
})

export const deletePushSubscription = endpoint({
  method: 'POST',
  path: '/api/push-subscription-delete',
  access: 'active',
  summary: 'Stop push notifications to this subscription',
  input: { endpoint: endpointInput() },
  reply: ok,
  closedToImpersonation: true,
})
