import { call } from '../../platform/api'
import { OWN_PREFIX } from '../../platform/session/session'
import { onDevice } from '../../platform/storage'

const KEY = `${OWN_PREFIX}time-zone`

export const browserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Quiet hours use the browser's time zone: saved once, and again after it has changed. */
export async function keepTimeZone(): Promise<void> {
  const zone = browserTimeZone()
  if (!zone || onDevice.get(KEY) === zone) return
  await call('POST /api/settings-auto-save', { key: 'time_zone', value: zone })
  onDevice.set(KEY, zone)
}
