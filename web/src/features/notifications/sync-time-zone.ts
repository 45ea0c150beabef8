import { call } from '../../platform/api'
import { OWN_PREFIX } from '../../platform/session/session'
import { onDevice } from '../../platform/storage'

const KEY = `${OWN_PREFIX}time-zone`

export const browserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Saves the browser's time zone for quiet hours, once and after every change. */
export async function syncTimeZone(): Promise<void> {
  const zone = browserTimeZone()
  if (!zone || onDevice.get(KEY) === zone) return
  await call('POST /api/settings-auto-save', { key: 'time_zone', value: zone })
  onDevice.set(KEY, zone)
}
