import { OWN_PREFIX } from './session/session'
import { onDevice } from './storage'

/** Stores this browser's push endpoint for the time of the session. */
export const PUSH_KEY = `${OWN_PREFIX}push`

export const pushEndpoint = (): string | null => onDevice.get(PUSH_KEY)
