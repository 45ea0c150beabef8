import { useEffect, useState } from 'react'
import { getSession, OWN_PREFIX } from '../../platform/session/session'
import { onDevice } from '../../platform/storage'
import type { Outgoing } from './conversation'

/** Unsent text survives a reload and is deleted from the device on log-out. */

const keyFor = (what: 'draft' | 'outbox', partnerId: number): string =>
  `${OWN_PREFIX}${what}:${getSession()?.id}:${partnerId}`

function save(key: string, value: string): void {
  if (value === '') onDevice.remove(key)
  else onDevice.set(key, value)
}

const read = (key: string): string => onDevice.get(key) ?? ''

export function useMessageDraft(partnerId: number) {
  // Computed once, because the session may end before this screen closes.
  const [key] = useState(() => keyFor('draft', partnerId))
  const [text, setText] = useState(() => read(key))
  useEffect(() => save(key, text), [key, text])
  return [text, setText] as const
}

/** Messages still being sent when the page closed. They reuse their client_id, so each is stored once. */
export function readOutbox(partnerId: number): Outgoing[] {
  try {
    const items = JSON.parse(read(keyFor('outbox', partnerId)) || '[]') as Outgoing[]
    return items.map(({ client_id, text, ts, sure }) => ({ client_id, text, ts, sure, state: 'pending' }))
  } catch {
    return []
  }
}

export function useOutbox(partnerId: number, outgoing: readonly Outgoing[]): void {
  const [key] = useState(() => keyFor('outbox', partnerId))
  useEffect(() => save(key, outgoing.length === 0 ? '' : JSON.stringify(outgoing)), [key, outgoing])
}
