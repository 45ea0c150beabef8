import type { CheckIn } from '@rosella/contract/dates/endpoints'
import { type CheckInAnswer, LATER_SECONDS } from '@rosella/contract/dates/rules'
import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { CallFailed, call, isUnreached } from '../../platform/api'
import type { LiveUpdate } from '../../platform/live/live-state'
import { queryKeys } from '../../platform/query-keys'
import { refetchOutdated } from '../../platform/refetch-outdated'
import { reloadSession } from '../../platform/session/reload-session'
import { getSession, isImpersonating, OWN_PREFIX } from '../../platform/session/session'
import { onDevice } from '../../platform/storage'

/**
 * The member's check-ins on this device, and the answers that the server has not confirmed yet. Both are stored, so that
 * "Are you OK?" is asked and answered without a network, and an answer survives a closed page. Logging out removes them,
 * but they stay when the server ends the session: a member who is suspended during a date can still answer.
 */
export type DeviceCheckIn = Pick<
  CheckIn,
  | 'id'
  | 'name'
  | 'at_ts'
  | 'ask_ts'
  | 'alert_ts'
  | 'grace'
  | 'laters_left'
  | 'state'
  | 'helps'
  | 'contacts'
  | 'key'
>
export interface PendingAnswer {
  id: number
  key: string
  answer: CheckInAnswer
  /** The calls for help that the device knew of when the button was pressed. */
  helps: number
}
interface DeviceState {
  checkIns: DeviceCheckIn[]
  pending: PendingAnswer[]
  /** Why the server refused the last answer. */
  refusal?: string
}

const KEY = `${OWN_PREFIX}check-ins`
const NONE: DeviceState = { checkIns: [], pending: [] }
const RETRY_MS = 3000

const listeners = new Set<() => void>()
let text: string | null = null
let state = NONE

/** Read from the device every time, because another tab may have changed it; parsed only if it has changed. */
export function readDevice(): DeviceState {
  const stored = onDevice.get(KEY)
  if (stored === text) return state
  text = stored
  try {
    state = { ...NONE, ...(JSON.parse(stored ?? '{}') as Partial<DeviceState>) }
  } catch {
    state = NONE
  }
  return state
}

function write(next: DeviceState): void {
  if (next.checkIns.length + next.pending.length === 0 && !next.refusal) onDevice.remove(KEY)
  else onDevice.set(KEY, JSON.stringify(next))
  for (const listener of listeners) listener()
}

export function useDeviceCheckIns(): DeviceState {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    window.addEventListener('storage', listener)
    return () => {
      listeners.delete(listener)
      window.removeEventListener('storage', listener)
    }
  }, readDevice)
}

/** From the server. Answers that are still on their way apply on top. */
export function storeCheckIns(checkIns: readonly CheckIn[]): void {
  const { pending, refusal } = readDevice()
  const open = checkIns
    .filter(({ state }) => state !== 'ended')
    .map(({ id, name, at_ts, ask_ts, alert_ts, grace, laters_left, state, helps, contacts, key }) => ({
      ...{ id, name, at_ts, ask_ts, alert_ts, grace, laters_left, state, helps, contacts, key },
    }))
  const after = pending.reduce((list, { id, answer }) => list.map(answered(id, answer)), open)
  write({ checkIns: after, pending, refusal })
}

/** The check-in after an answer, so that the screen does not wait for the server. */
const answered =
  (id: number, answer: CheckInAnswer) =>
  (one: DeviceCheckIn): DeviceCheckIn => {
    if (one.id !== id) return one
    if (answer === 'ok') return { ...one, state: 'ended' }
    if (answer === 'help') return { ...one, state: 'alerted', helps: one.helps + 1 }
    const ask_ts = Math.max(one.ask_ts, Math.floor(Date.now() / 1000)) + LATER_SECONDS
    const alert_ts = ask_ts + one.grace * 60
    return { ...one, state: 'waiting', ask_ts, alert_ts, laters_left: one.laters_left - 1 }
  }

/** Stores the answer, then sends it until the server has it. */
export function answerCheckIn(
  { id, helps, key }: Pick<DeviceCheckIn, 'id' | 'helps' | 'key'>,
  answer: CheckInAnswer,
): void {
  const { checkIns, pending } = readDevice()
  write({ checkIns: checkIns.map(answered(id, answer)), pending: [...pending, { id, key, answer, helps }] })
  void deliverAnswers()
}

export const dismissRefusal = (): void => write({ ...readDevice(), refusal: undefined })

let isSending = false
let timer: ReturnType<typeof setTimeout> | undefined

/** With the session, so that the member counts as active, or without one by the key of the check-in. */
async function send({ key, ...input }: PendingAnswer): Promise<void> {
  // keepalive, because the member may close the page right after pressing the button.
  const options = { keepalive: true }
  if (getSession() && !isImpersonating())
    try {
      await call('POST /api/check-in-answer', input, options)
      return
    } catch (error) {
      const { status } = error as CallFailed
      if (status !== 401 && status !== 403) throw error
    }
  const { answer, helps } = input
  await call('POST /api/own-check-in-answer', { key, answer, helps }, options)
}

/** One after another, in the order in which they were pressed. A refusal ends only its own answer. */
export async function deliverAnswers(): Promise<void> {
  if (isSending) return
  isSending = true
  clearTimeout(timer)
  try {
    for (let next = readDevice().pending[0]; next; next = readDevice().pending[0]) {
      let refusal: string | undefined
      try {
        await send(next)
      } catch (error) {
        if (isUnreached(error)) {
          timer = setTimeout(() => void deliverAnswers(), RETRY_MS)
          return
        }
        refusal = (error as Error).message
      }
      const now = readDevice()
      write({ ...now, pending: now.pending.slice(1), refusal: refusal ?? now.refusal })
    }
    if (getSession() && !isImpersonating()) await loadCheckIns()
  } finally {
    isSending = false
  }
}

/** Fetches the check-ins again. A failure is no problem, because the device has the last known ones. */
export async function loadCheckIns(): Promise<void> {
  try {
    storeCheckIns((await call('GET /api/dates', {})).check_ins)
    const open = readDevice().checkIns.filter(({ state }) => state !== 'ended').length
    if ((getSession()?.check_ins ?? 0) !== open) await reloadSession()
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error
  }
}

export function updateDates(client: QueryClient, { event }: LiveUpdate): void {
  if (event === 'date' || event === 'check_in' || event === 'missed')
    void refetchOutdated(client, queryKeys.dates(getSession()?.id))
}
