import type { SessionEnd } from '@rosella/contract/access/rules'
import type { SessionRecord } from '@rosella/contract/access/shapes'
import { memberStatus } from '@rosella/contract/member/status'
import { useSyncExternalStore } from 'react'
import { inTab, onDevice, type Store } from '../storage'

const KEY = 'userInfo'
const ADMIN_KEY = 'adminInfo'
const ENDED_KEY = 'endedSession'
const ADMIN_PAGE_KEY = 'adminPage'
/**
 * The prefix of a member's data on the device, such as drafts. Logging out removes it. After the server has ended the
 * session, it stays until another member logs in.
 */
export const OWN_PREFIX = 'own:'

const ADMIN_HOME = '/admin'

const listeners = new Set<() => void>()
let session = readRecord(KEY)
/** Whether this page was loaded for an admin who is acting as a member. */
let wasImpersonating = isImpersonating()

/** The stored record; null if it is missing or invalid. */
function readRecord(key: string): SessionRecord | null {
  try {
    const record = JSON.parse(onDevice.get(key) ?? 'null') as Partial<SessionRecord> | null
    return record?.id && record.email && record.token ? (record as SessionRecord) : null
  } catch {
    return null
  }
}

function announce(): void {
  for (const listener of listeners) listener()
}

export const getSession = (): SessionRecord | null => session

/** Replaces the record in memory and saves the same record. */
export function setSession(record: SessionRecord): void {
  const text = JSON.stringify(record)
  // Reloaded with every page and usually unchanged, so skip the render.
  if (text === JSON.stringify(session) && text === onDevice.get(KEY)) return
  // Another member has logged in without a log-out, so remove what the previous one left.
  const owner = readRecord(KEY)?.id ?? readEnded()?.id
  if (owner !== undefined && owner !== record.id) removeOwnData(onDevice)
  session = record
  onDevice.set(KEY, text)
  onDevice.remove(ENDED_KEY)
  announce()
}

/** After a log-in by link or code, which may be another member's or happen while an admin impersonates one. */
export function replaceSession(record: SessionRecord): void {
  if (isImpersonating() || (session && session.id !== record.id)) clearSession()
  setSession(record)
}

/** The session that the server ended, until the next log-in on this device. */
export function readEnded(): { id: number; why?: SessionEnd } | null {
  try {
    return JSON.parse(onDevice.get(ENDED_KEY) ?? 'null')
  } catch {
    return null
  }
}

/** Removes the session, the admin's session and page, and the member's data on the device. */
export function clearSession(): void {
  onDevice.remove(ENDED_KEY)
  removeOwnData(onDevice)
  removeOwnData(inTab)
  forgetSession()
}

function forgetSession(): void {
  session = null
  wasImpersonating = false
  onDevice.remove(KEY)
  forgetAdmin()
  announce()
}

function removeOwnData(store: Store): void {
  for (const key of store.keys()) if (key.startsWith(OWN_PREFIX)) store.remove(key)
}

/**
 * Called when the server no longer accepts this token. A late reply to an older token changes nothing. An admin who was
 * acting as a member returns to their own session. Drafts stay on the device for the same member's next log-in.
 */
export function endSession(token: string, why?: SessionEnd): void {
  if (session?.token !== token) return
  if (!isStored(token)) applyStored()
  else if (isImpersonating()) backToAdmin()
  else {
    // First, because other tabs read it when the session is removed.
    onDevice.set(ENDED_KEY, JSON.stringify({ id: session.id, why }))
    // The device's push subscription has ended with the session.
    onDevice.remove(`${OWN_PREFIX}push`)
    forgetSession()
  }
}

/** Whether this is still the current token, in this tab and the others. */
export const isCurrent = (token: string | undefined): boolean => session?.token === token && isStored(token)

/** Another tab may have logged out or stored a newer token, before this tab got the event. */
const isStored = (token: string | undefined): boolean => readRecord(KEY)?.token === token

export function useSession(): SessionRecord | null {
  return useSyncExternalStore(subscribe, getSession)
}

/** Calls the listener after every change of the record. Returns a function that removes it. */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

// Logging in or out in one tab applies to all tabs.
window.addEventListener('storage', (event) => {
  if (event.key === KEY || event.key === null) applyStored()
})

/**
 * Applies the stored session to this tab. A change of member does a full load, so that nothing this page still has running
 * is done in the other's name. After impersonation ends, the admin does not stay on the member's page, because viewing it
 * as themselves would leave a trace.
 */
function applyStored(): void {
  const stored = readRecord(KEY)
  const impersonationChanged = stored !== null && wasImpersonating !== isImpersonating()
  if (session && (impersonationChanged || stored?.id !== session.id)) {
    if (readEnded()?.id !== session.id) removeOwnData(inTab)
    if (impersonationChanged) window.location.replace(wasImpersonating && stored.role ? ADMIN_HOME : '/')
    else window.location.reload()
    return
  }
  session = stored
  announce()
}

/** Whether an admin is acting as a member. Their own session is stored meanwhile. */
export function isImpersonating(): boolean {
  return onDevice.get(ADMIN_KEY) !== null
}

export const useIsPremium = (): boolean => useSession()?.premium ?? false

/** The staff role, which decides what the admin area shows. There is none while acting as a member. */
export const roleIn = (record: SessionRecord | null): SessionRecord['role'] =>
  record?.status === memberStatus.active && !isImpersonating() ? record.role : null

/**
 * Stores the admin's session and page, and opens the site as the member. A full load makes sure that nothing loaded for
 * one is shown to or requested as the other.
 */
export function startImpersonating(member: SessionRecord): void {
  if (!session || isImpersonating()) return
  onDevice.set(ADMIN_KEY, JSON.stringify(session))
  onDevice.set(ADMIN_PAGE_KEY, window.location.pathname + window.location.search)
  session = member
  onDevice.set(KEY, JSON.stringify(member))
  window.location.assign('/')
}

/**
 * Restores the admin's session and page. A full load makes sure that nothing on screen or in memory is requested again as
 * the admin, which would leave a trace on the member.
 */
export function backToAdmin(): void {
  const admin = readRecord(ADMIN_KEY)
  const page = savedAdminPage()
  if (!admin) {
    clearSession()
    return
  }
  session = admin
  // Do this first, so that other tabs read the right state when the session changes.
  forgetAdmin()
  onDevice.set(KEY, JSON.stringify(admin))
  window.location.replace(page)
}

function savedAdminPage(): string {
  const page = onDevice.get(ADMIN_PAGE_KEY) ?? ''
  return page.startsWith('/admin/') ? page : ADMIN_HOME
}

function forgetAdmin(): void {
  for (const key of [ADMIN_KEY, ADMIN_PAGE_KEY]) onDevice.remove(key)
}
