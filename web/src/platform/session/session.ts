import type { SessionRecord } from '@rosella/contract/access/shapes'
import { memberStatus } from '@rosella/contract/member/status'
import { useSyncExternalStore } from 'react'
import { inTab, onDevice, type Store } from '../storage'

const KEY = 'userInfo'
const ADMIN_KEY = 'adminInfo'
const ADMIN_PAGE_KEY = 'adminPage'
/** What a member leaves on the device, such as drafts, is kept under keys that begin so, and goes when they do. */
export const OWN_PREFIX = 'own:'

const ADMIN_HOME = '/admin'

const listeners = new Set<() => void>()
let session = readRecord(KEY)
/** Whether this page was loaded for an admin who acts as a member. */
let isActing = isImpersonating()

/** The kept record; what is empty, or was written by something else, is nobody's session. */
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
  // Asked for anew with every page and mostly as it was: then nothing is to be drawn.
  if (text === JSON.stringify(session) && text === onDevice.get(KEY)) return
  // Somebody else has logged in, and nobody out: what the one before them left is not theirs.
  if (readRecord(KEY)?.id !== record.id && readRecord(KEY) !== null) forgetOwn(onDevice)
  session = record
  onDevice.set(KEY, text)
  announce()
}

/** Forgets the session, the admin marker, the saved admin page, and what the member left on the device. */
export function clearSession(): void {
  session = null
  isActing = false
  onDevice.remove(KEY)
  forgetAdmin()
  forgetOwn(onDevice)
  forgetOwn(inTab)
  announce()
}

function forgetOwn(store: Store): void {
  for (const key of store.keys()) if (key.startsWith(OWN_PREFIX)) store.remove(key)
}

/**
 * The server no longer knows this token. A late answer to an older one changes nothing; an admin who acted as a
 * member is themselves again.
 */
export function endSession(token: string): void {
  if (session?.token !== token) return
  if (!isKept(token)) takeKept()
  else if (isImpersonating()) backToAdmin()
  else clearSession()
}

/** Whether this is still the token to go by, here and in the other tabs. */
export const isCurrent = (token: string | undefined): boolean => session?.token === token && isKept(token)

/** Another tab may have logged out, or have a newer token, and this one not have heard of it yet. */
const isKept = (token: string | undefined): boolean => readRecord(KEY)?.token === token

export function useSession(): SessionRecord | null {
  return useSyncExternalStore(subscribe, getSession)
}

/** Calls the listener after every change of the record; the answer stops it. */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

// Logging in or out in one tab counts in every tab.
window.addEventListener('storage', (event) => {
  if (event.key === KEY || event.key === null) takeKept()
})

/**
 * Somebody else's page begins with a full load: whatever this one still has under way goes with it, and none of it is
 * done in their name. Back from acting as a member it is not the same page, where looking would leave the admin's trace.
 */
function takeKept(): void {
  const kept = readRecord(KEY)
  const hasTurned = kept !== null && isActing !== isImpersonating()
  if (session && (hasTurned || kept?.id !== session.id)) {
    forgetOwn(inTab)
    if (hasTurned) window.location.replace(isActing && kept.role ? ADMIN_HOME : '/')
    else window.location.reload()
    return
  }
  session = kept
  announce()
}

/** The admin's own session, kept while they act as a member. */
export function isImpersonating(): boolean {
  return onDevice.get(ADMIN_KEY) !== null
}

export const useIsPremium = (): boolean => useSession()?.premium ?? false

/** Who gets the admin area, and how much of it. Acting as a member gives their view and no powers. */
export const roleIn = (record: SessionRecord | null): SessionRecord['role'] =>
  record?.status === memberStatus.active && !isImpersonating() ? record.role : null

/**
 * Keeps the admin's own session and the page they are on, and opens the site as the member: by a full load, so that
 * nothing loaded for the one is shown or asked for as the other.
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
 * Restores the admin's session, by a full load of their page: nothing that is on the screen or in memory may be
 * asked for anew in the admin's name, and leave their trace on the member.
 */
export function backToAdmin(): void {
  const admin = readRecord(ADMIN_KEY)
  const page = savedAdminPage()
  if (!admin) {
    clearSession()
    return
  }
  session = admin
  // First, so that other tabs know what the session is that they are told of.
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
