import { isResentAlone } from '@rosella/contract/messages/rules'
import type { Partner } from '@rosella/contract/messages/shapes'
import { useState, useSyncExternalStore } from 'react'
import { getSession, OWN_PREFIX, subscribe } from '../../platform/session/session'
import { onDevice } from '../../platform/storage'
import type { Outgoing } from './conversation'

/**
 * Unsent text on this device: a draft per conversation, and the outbox of messages that are not known to be stored. All
 * tabs share it, and a log-out deletes it.
 */

/** Enough of a partner to show a row before there is a message. */
export type StoredPartner = Pick<Partner, 'id' | 'un' | 'uh' | 'ph'> & Partial<Pick<Partner, 'phs'>>

/** A message in the outbox. `ts` is when the member last chose to send it, and `reason` why that failed. */
export interface OutboxItem {
  client_id: string
  text: string
  ts: number
  sure?: boolean
  reason?: string
  partner: StoredPartner
}

const listeners = new Set<() => void>()

function announce(): void {
  for (const listener of listeners) listener()
}

/** Calls the listener after every change, in this tab or another. Returns a function that removes it. */
export function onUnsentChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

window.addEventListener('storage', ({ key }) => {
  if (key === null || key.startsWith(OWN_PREFIX)) announce()
})
// A log-out removes the entries without an event.
subscribe(announce)

const prefixOf = (kind: 'draft' | 'outbox', me = getSession()?.id): string => `${OWN_PREFIX}${kind}:${me}:`
const outboxKey = ({ partner, client_id }: Pick<OutboxItem, 'partner' | 'client_id'>): string =>
  `${prefixOf('outbox')}${partner.id}:${client_id}`

function save(key: string, value: string | undefined): void {
  if (value === undefined) onDevice.remove(key)
  // A reply may arrive after a log-out, which has removed everything.
  else if (getSession()) onDevice.set(key, value)
  announce()
}

function parse(stored: string | null): unknown {
  try {
    return JSON.parse(stored ?? 'null')
  } catch {
    return null
  }
}

interface Draft {
  text: string
  partner?: StoredPartner
}

function readDraft(key: string): Draft {
  const stored = onDevice.get(key) ?? ''
  const draft = parse(stored) as Draft | null
  // A draft stored by an earlier release is the text itself.
  return typeof draft?.text === 'string' ? draft : { text: stored }
}

/** The draft of a conversation, shared by all tabs. */
export function useMessageDraft(partner: StoredPartner) {
  // Read once, because the session may end before this screen closes.
  const [me] = useState(() => getSession()?.id)
  const key = `${prefixOf('draft', me)}${partner.id}`
  const text = useSyncExternalStore(onUnsentChange, () => readDraft(key).text)
  const setText = (change: string | ((now: string) => string)) => {
    if (getSession()?.id !== me) return
    const next = typeof change === 'string' ? change : change(readDraft(key).text)
    save(key, next === '' ? undefined : JSON.stringify({ text: next, partner } satisfies Draft))
  }
  return [text, setText] as const
}

/** The messages of the outbox in the order in which they were written, of one conversation or of all. */
export function readOutbox(partnerId?: number): OutboxItem[] {
  const prefix = `${prefixOf('outbox')}${partnerId === undefined ? '' : `${partnerId}:`}`
  return onDevice
    .keys()
    .filter((key) => key.startsWith(prefix))
    .flatMap((key) => (parse(onDevice.get(key)) as OutboxItem | null) ?? [])
    .filter(({ client_id, partner }) => client_id && partner)
    .toSorted((one, other) => one.ts - other.ts)
}

export const saveInOutbox = (item: OutboxItem): void => save(outboxKey(item), JSON.stringify(item))
export const removeFromOutbox = (item: Pick<OutboxItem, 'partner' | 'client_id'>): void =>
  save(outboxKey(item), undefined)
/** Removes messages that turn out to be stored, although their acknowledgement did not arrive. */
export function removeStored(messages: readonly { client_id?: string }[]): void {
  const stored = new Set(messages.map(({ client_id }) => client_id))
  for (const item of readOutbox()) if (stored.has(item.client_id)) removeFromOutbox(item)
}
/** False if it was sent, returned to the draft or deleted in another tab. */
export const isInOutbox = (item: OutboxItem): boolean => onDevice.get(outboxKey(item)) !== null
export const failInOutbox = (item: OutboxItem, reason: string): void => {
  if (isInOutbox(item)) saveInOutbox({ ...item, reason })
}

const isFresh = ({ ts }: Pick<OutboxItem, 'ts'>): boolean => isResentAlone(ts, Date.now() / 1000)

/** As the conversation shows it when it opens. */
export const asOutgoing = ({ client_id, text, ts, sure, reason }: OutboxItem): Outgoing => {
  const message = { client_id, text, ts, ...(sure !== undefined && { sure }) }
  if (reason !== undefined) return { ...message, state: 'unsent', reason }
  return { ...message, state: isFresh({ ts }) ? 'pending' : 'unsent' }
}

const openIds = new Set<number>()

/** While a conversation is open, it sends its messages itself. Returns a function to call when it closes. */
export function holdConversation(partnerId: number): () => void {
  openIds.add(partnerId)
  return () => void openIds.delete(partnerId)
}

/** Messages of other conversations that may still be sent without asking. */
export const sendableElsewhere = (): OutboxItem[] =>
  readOutbox().filter((item) => item.reason === undefined && isFresh(item) && !openIds.has(item.partner.id))

/** A row shows the text of the newest message that was not sent, or else the draft. */
export interface Unsent {
  text: string
  state: 'draft' | 'not-sent'
  /** When the newest message was written. */
  ts: number
  partner: StoredPartner | undefined
}

/** Unsent text by partner id, but not the draft of the open conversation, which changes with every key. */
export function useUnsent(openHash: string | undefined): ReadonlyMap<number, Unsent> {
  const stored = useSyncExternalStore(onUnsentOrSecond, () => JSON.stringify(readUnsent(openHash)))
  return new Map(JSON.parse(stored) as [number, Unsent][])
}

/** A row does not show a message in its first seconds, because it is probably still being sent. */
const SENDING_SECONDS = 3

function onUnsentOrSecond(listener: () => void): () => void {
  const stop = onUnsentChange(listener)
  const timer = setInterval(listener, 1000)
  return () => {
    stop()
    clearInterval(timer)
  }
}

function readUnsent(openHash: string | undefined): [number, Unsent][] {
  const isSending = ({ ts, reason }: OutboxItem) =>
    reason === undefined && Math.abs(Date.now() / 1000 - ts) < SENDING_SECONDS
  const prefix = prefixOf('draft')
  const drafts = onDevice
    .keys()
    .filter((key) => key.startsWith(prefix))
    .map((key): [number, Unsent] => {
      const { text, partner } = readDraft(key)
      return [Number(key.slice(prefix.length)), { text, state: 'draft', ts: 0, partner }]
    })
    .filter(([, { partner }]) => openHash === undefined || partner?.uh !== openHash)
  const messages = readOutbox()
    .filter((item) => !isSending(item))
    .map(({ text, ts, partner }): [number, Unsent] => [partner.id, { text, state: 'not-sent', ts, partner }])
  return [...new Map([...drafts, ...messages])].filter(([, { text }]) => text.trim() !== '')
}
