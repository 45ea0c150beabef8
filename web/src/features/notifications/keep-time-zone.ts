import { call } from '../../platform/api'
import { OWN_PREFIX } from '../../platform/session'
import { onDevice } from '../../platform/storage'

const KEY = `${OWN_PREFIX}time-zone`

export const browserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Quiet hours go by the clocks of where the member is: told once, and again after a journey. */
export async function keepTimeZone(): Promise<void> {
  const zone = browserTimeZone()
  if (!zone || onDevice.get(KEY) === zone) return
  await call('POST /api/settings-auto-save', { key: 'time_zone', value: zone })
  onDevice.set(KEY, zone)
}
