import { useEffect, useState } from 'react'
import { getSession, OWN_PREFIX } from '../../platform/session/session'
import { onDevice } from '../../platform/storage'
import type { Outgoing } from './conversation'

/** What a member has not sent yet survives a reload, and is gone from the device when they log out. */

const keyFor = (what: 'draft' | 'outbox', partnerId: number): string =>
  `${OWN_PREFIX}${what}:${getSession()?.id}:${partnerId}`

function keep(key: string, value: string): void {
  if (value === '') onDevice.remove(key)
  else onDevice.set(key, value)
}

const recall = (key: string): string => onDevice.get(key) ?? ''

/** The text in the box of one conversation. */
export function useMessageDraft(partnerId: number) {
  // Named once: the session may end before this screen does.
  const [key] = useState(() => keyFor('draft', partnerId))
  const [text, setText] = useState(() => recall(key))
  useEffect(() => keep(key, text), [key, text])
  return [text, setText] as const
}

/** What was on its way when the page went; it is sent again under the same client_id, so it is stored once. */
export function recallOutbox(partnerId: number): Outgoing[] {
  try {
    const items = JSON.parse(recall(keyFor('outbox', partnerId)) || '[]') as Outgoing[]
    return items.map(({ client_id, text, ts, sure }) => ({ client_id, text, ts, sure, state: 'pending' }))
  } catch {
    return []
  }
}

export function useOutbox(partnerId: number, outgoing: readonly Outgoing[]): void {
  const [key] = useState(() => keyFor('outbox', partnerId))
  useEffect(() => keep(key, outgoing.length === 0 ? '' : JSON.stringify(outgoing)), [key, outgoing])
}
