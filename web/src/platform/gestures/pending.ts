import { clientMessage } from '@rosella/contract/client-problems'
import type { GestureState } from '@rosella/contract/gestures/endpoints'
import { CARD_UNDO_SECONDS } from '@rosella/contract/gestures/rules'
import { useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { CallFailed, call, type Reply, serverMessageOr } from '../api'
import { dispatchToast } from '../live/live'
import { queryClient } from '../query'
import { queryKeys } from '../query-keys'
import { refetchOutdated } from '../refetch-outdated'
import { getSession, isImpersonating, OWN_PREFIX, subscribe } from '../session/session'
import { onDevice } from '../storage'
import { showToast } from '../toast'

/** Likes and passes with one tap, which can be undone until they are sent. */
export type OneTapGesture = 'like' | 'not-interested'

interface GestureTarget {
  id: number
  username: string
  url_hash: string
  photo: string | null
}

export interface Decision {
  action: OneTapGesture
  member: GestureTarget
  /** Not sent yet, so it can be undone. */
  isPending: boolean
}

type MemberList = Reply<'GET /api/users'>

const UNDO_MS = CARD_UNDO_SECONDS * 1000
/** Gives the tab that stored a gesture the time to send it. */
const OTHER_TAB_MS = 2000
/** A browser that was closed may not have sent a gesture. Later than this, it would be a surprise. */
const RESEND_WITHIN_MS = 86_400_000

/** By member. Sent decisions stay, because cards that were loaded before do not show them. */
let decisions: ReadonlyMap<number, Decision> = new Map()
const listeners = new Set<() => void>()
/** Ends the wait and hides the toast of a pending decision. */
const stops = new Map<number, () => void>()
let isLeaving = false

function change(id: number, decision: Decision | undefined): void {
  const next = new Map(decisions)
  if (decision) next.set(id, decision)
  else next.delete(id)
  replace(next)
}

function replace(next: ReadonlyMap<number, Decision>): void {
  decisions = next
  for (const listener of listeners) listener()
}

const listen = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useDecision = (id: number): Decision | undefined =>
  useSyncExternalStore(listen, () => decisions.get(id))

export const useDecisions = (): ReadonlyMap<number, Decision> => useSyncExternalStore(listen, () => decisions)

const prefix = (): string => `${OWN_PREFIX}gesture:${getSession()?.id}:`

export const decisionText = (username: string, action: OneTapGesture): string =>
  action === 'like' ? `You like ${username}.` : `You won’t see ${username} any more.`

/**
 * Shows a like or pass immediately, and sends it when it can no longer be undone. Without a toast, the screen itself
 * offers Undo.
 */
export function decide(member: GestureTarget, action: OneTapGesture, { toast = true } = {}): void {
  const { id, username, url_hash, photo } = member
  stop(id)
  const decision = { action, member: { id, username, url_hash, photo }, isPending: true }
  onDevice.set(prefix() + id, JSON.stringify({ ...decision, at: Date.now() }))
  const timer = setTimeout(() => void send(id), UNDO_MS)
  const undo = { label: 'Undo', onAct: () => undoDecision(id), ms: UNDO_MS }
  const hide = toast ? showToast('info', decisionText(username, action), undo) : undefined
  stops.set(id, () => {
    clearTimeout(timer)
    hide?.()
  })
  change(id, decision)
}

export function undoDecision(id: number): void {
  if (!decisions.get(id)?.isPending) return
  stop(id)
  onDevice.remove(prefix() + id)
  change(id, undefined)
}

function stop(id: number): void {
  stops.get(id)?.()
  stops.delete(id)
}

/** Sends everything that is still pending, because the page is left. */
export async function sendPending(): Promise<void> {
  const pending = [...decisions.values()].filter(({ isPending }) => isPending)
  await Promise.all(pending.map(({ member }) => send(member.id)))
}

async function send(id: number): Promise<void> {
  const decision = decisions.get(id)
  // Starting or ending impersonation replaces the session and leaves the page.
  if (!decision?.isPending || getSession()?.id !== owner) return
  stop(id)
  const key = prefix() + id
  const { action, member } = decision
  change(id, { ...decision, isPending: false })
  try {
    const state = await call('POST /api/user-action', { action, recipient_id: id }, { keepalive: true })
    onDevice.remove(key)
    applySent(decision, state)
  } catch (error) {
    // A page that is being closed aborts its requests. The next page sends what is still stored.
    if (isLeaving) return
    // Nobody would see that it failed, and a phone may close the page. It is sent again when the page is visible.
    if (document.visibilityState === 'hidden' && error instanceof CallFailed && error.status === 0) {
      change(id, decision)
      return
    }
    onDevice.remove(key)
    change(id, undefined)
    showToast('danger', serverMessageOr(error, clientMessage('generic')))
    void queryClient.invalidateQueries({ queryKey: queryKeys.profile(member.url_hash) })
  }
}

function applySent({ action, member }: Decision, { sent_like, matched }: GestureState): void {
  const { id, url_hash } = member
  queryClient.setQueriesData<MemberList>({ queryKey: queryKeys.memberLists }, (list) =>
    list?.users.some((card) => card.id === id)
      ? {
          ...list,
          users: list.users.map((card) => (card.id === id ? { ...card, sent_like, matched } : card)),
        }
      : list,
  )
  // Other lists are refetched when they are opened; the list on screen keeps its order.
  void queryClient.invalidateQueries({ queryKey: queryKeys.memberLists, refetchType: 'none' })
  void queryClient.invalidateQueries({ queryKey: queryKeys.savedSearches, refetchType: 'none' })
  void queryClient.invalidateQueries({ queryKey: queryKeys.messageOverview(getSession()?.id) })
  void refetchOutdated(queryClient, queryKeys.profile(url_hash))
  if (action === 'like' && matched) announceMatch(member)
}

/** Tells the member that the two like each other now, as the live event tells the other one. */
export function announceMatch({ username, photo, url_hash }: Omit<GestureTarget, 'id'>): void {
  dispatchToast({ do: 'add', item: { kind: 'like', from: username, photo, url_hash, matched: true } })
}

/** Removes a member from the favourites that are in the cache. */
export function dropFavourite(id: number): void {
  queryClient.setQueriesData<MemberList>(
    { queryKey: queryKeys.memberListPages('favorites') },
    (list) => list && { ...list, users: list.users.filter((member) => member.id !== id) },
  )
}

/** The member is interested again, so a pass no longer hides the other one. */
export function forgetPass(id: number): void {
  if (decisions.get(id)?.action === 'not-interested') change(id, undefined)
  if (readStored(prefix() + id)?.action === 'not-interested') onDevice.remove(prefix() + id)
}

/** Sends what an earlier page stored but did not send, such as when the browser was closed without a connection. */
export function resumeGestures(): void {
  if (isImpersonating()) return
  const start = prefix()
  for (const key of onDevice.keys()) {
    if (!key.startsWith(start) || decisions.has(Number(key.slice(start.length)))) continue
    const stored = readStored(key)
    const age = Date.now() - (stored?.at ?? 0)
    if (!stored || age > RESEND_WITHIN_MS) {
      onDevice.remove(key)
      continue
    }
    setTimeout(
      () => {
        // Another tab has sent it, or the member has undone it there.
        if (prefix() !== start || onDevice.get(key) === null || decisions.has(stored.member.id)) return
        change(stored.member.id, { action: stored.action, member: stored.member, isPending: true })
        void send(stored.member.id)
      },
      Math.max(0, UNDO_MS - age) + OTHER_TAB_MS,
    )
  }
}

function readStored(key: string): (Decision & { at: number }) | undefined {
  try {
    return JSON.parse(onDevice.get(key) ?? '') as Decision & { at: number }
  } catch {
    return undefined
  }
}

/** For screens with cards: leaving the screen, or a page of its list, sends what is pending. */
export function useSendOnLeave(): void {
  const { pathname, search } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: leaving an address is the event
  useEffect(() => () => void sendPending(), [pathname, search])
}

let owner = getSession()?.id
// Nothing of one member is shown to or sent for another.
subscribe(() => {
  if (getSession()?.id === owner) return
  owner = getSession()?.id
  for (const id of [...stops.keys()]) stop(id)
  replace(new Map())
})

// A phone may close a hidden page without another event.
document.addEventListener('visibilitychange', () => void sendPending())
window.addEventListener('pagehide', () => {
  isLeaving = true
  void sendPending()
})
window.addEventListener('pageshow', () => {
  isLeaving = false
})
