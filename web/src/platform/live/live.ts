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

function tell(update: LiveUpdate, before: LiveState): void {
  for (const listener of listeners) listener(update, before)
}

/** Opens the stream for a session; the answer closes it. */
export function goLive({ onEvent, onLost }: { onEvent: () => void; onLost: () => void }): () => void {
  const close = openStream((update) => {
    onEvent()
    const before = state
    if (wasLost) tell({ event: 'missed' }, before)
    wasLost = false
    change(afterEvent(before, update, { now: Date.now(), path: window.location.pathname }))
    tell(update, before)
  }, onLost)
  return () => {
    close()
    wasLost = true
  }
}

/** Another session begins with nothing of the last one's. */
export function forgetLive(): void {
  wasLost = false
  change(emptyLiveState)
}

/** Calls the listener with every event, after the shared state has taken it in; the answer stops it. */
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
