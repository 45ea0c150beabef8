import type { Counters } from '@rosella/contract/live/stream'
import { useSyncExternalStore } from 'react'
import {
  afterEvent,
  emptyLiveState,
  type LiveState,
  type LiveUpdate,
  updateBanners,
  updateToasts,
} from './live-state'
import { openStream } from './stream'

type Listener = (update: LiveUpdate, before: LiveState) => void

let state = emptyLiveState
let wasLost = false
const renderers = new Set<() => void>()
const listeners = new Set<Listener>()

function change(next: LiveState): void {
  state = next
  for (const render of renderers) render()
}

function notify(update: LiveUpdate, before: LiveState): void {
  for (const listener of listeners) listener(update, before)
}

const pagePath = (): string => window.location.pathname + window.location.search

/** Opens the stream for a session. Returns a function that closes it. */
export function goLive({ onEvent, onLost }: { onEvent: () => void; onLost: () => void }): () => void {
  const close = openStream((update) => {
    onEvent()
    const before = state
    if (wasLost) notify({ event: 'missed' }, before)
    wasLost = false
    change(afterEvent(before, update, { now: Date.now(), path: pagePath() }))
    notify(update, before)
  }, onLost)
  return () => {
    close()
    wasLost = true
  }
}

/** For a hidden tab, which notifies no listener: a list that refetched now would count as seen. */
export const applyCounters = (counters: Counters): void => change({ ...state, topNavAlerts: counters })

/** Clears the state, so that nothing of it is left for the next session. */
export function clearLive(): void {
  wasLost = false
  change(emptyLiveState)
}

/** Calls the listener after every event is applied. Returns a function that removes it. */
export function onLive(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

type ActionOf<F extends typeof updateBanners | typeof updateToasts> = Parameters<F>[1]

export const dispatchBanner = (action: ActionOf<typeof updateBanners>): void =>
  change(updateBanners(state, action, Date.now()))

export const dispatchToast = (action: ActionOf<typeof updateToasts>): void =>
  change(updateToasts(state, action, Date.now()))

export function useLive<T>(select: (live: LiveState) => T): T {
  return useSyncExternalStore(
    (render) => {
      renderers.add(render)
      return () => void renderers.delete(render)
    },
    () => select(state),
  )
}
