import { OWN_PREFIX } from './session/session'
import { onDevice } from './storage'

/** Where the address is kept by which this browser is told, as long as the session lives. */
export const PUSH_KEY = `${OWN_PREFIX}push`

export const pushEndpoint = (): string | null => onDevice.get(PUSH_KEY)
