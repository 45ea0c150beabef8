import { call } from '../../platform/api'
import { PUSH_KEY, pushEndpoint } from '../../platform/push-key'
import { onDevice } from '../../platform/storage'

/** Whether this browser receives push notifications, and if not, whether it could. */
export type DeviceState = 'unsupported' | 'denied' | 'ready' | 'on'

/** Undefined without a service worker, as in `npm run dev` and in private windows of some browsers. */
async function pushManager(): Promise<PushManager | undefined> {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return undefined
  return (await navigator.serviceWorker.getRegistration())?.pushManager
}

export async function readDevice(): Promise<DeviceState> {
  const manager = await pushManager()
  if (!manager) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  const subscription = await manager.getSubscription()
  return subscription !== null && subscription.endpoint === pushEndpoint() ? 'on' : 'ready'
}

/** Asks for permission, so call it only after a click. */
export async function turnOn(): Promise<DeviceState> {
  const manager = await pushManager()
  if (!manager) return 'unsupported'
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'ready'
  await subscribe(manager)
  return 'on'
}

async function subscribe(manager: PushManager): Promise<void> {
  const { key } = await call('GET /api/push-key', {})
  const options = { userVisibleOnly: true, applicationServerKey: key }
  const subscription = await manager.subscribe(options).catch(async () => {
    // A subscription with an earlier key of the site prevents a new one.
    await (await manager.getSubscription())?.unsubscribe()
    return manager.subscribe(options)
  })
  await saveOnServer(subscription)
}

async function saveOnServer(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON()
  await call('POST /api/push-subscription', {
    subscription: {
      endpoint: endpoint ?? '',
      keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' },
    },
  })
  onDevice.set(PUSH_KEY, subscription.endpoint)
}

export async function turnOff(): Promise<DeviceState> {
  const endpoint = pushEndpoint()
  await forgetDevice()
  if (endpoint !== null) await call('POST /api/push-subscription-delete', { endpoint })
  return readDevice()
}

/** Removes the subscription from the browser only. At log-out the server removes its part with the session. */
export async function forgetDevice(): Promise<void> {
  onDevice.remove(PUSH_KEY)
  await (await (await pushManager())?.getSubscription())?.unsubscribe()
}

/** Restores the subscription, because browsers sometimes drop it or change its endpoint. */
export async function syncPushSubscription(): Promise<void> {
  const endpoint = pushEndpoint()
  if (endpoint === null || Notification.permission !== 'granted') return
  const manager = await pushManager()
  const subscription = await manager?.getSubscription()
  if (!manager || subscription?.endpoint === endpoint) return
  await (subscription ? saveOnServer(subscription) : subscribe(manager))
}
