import { useSyncExternalStore } from 'react'
import { afterEvent, type LiveNews, type LiveState, nothingLive, turnNotices, turnToasts } from './live-state'
import { openStream } from './stream'

type Listener = (news: LiveNews, before: LiveState) => void

let state = nothingLive
let wasLost = false
const renderers = new Set<() => void>()
const listeners = new Set<Listener>()

function change(next: LiveState): void {
  state = next
  for (const render of renderers) render()
}

function tell(news: LiveNews, before: LiveState): void {
  for (const listener of listeners) listener(news, before)
}

/** Opens the stream for a session; the answer closes it. */
export function goLive({ onEvent, onLost }: { onEvent: () => void; onLost: () => void }): () => void {
  const close = openStream((news) => {
    onEvent()
    const before = state
    if (wasLost) tell({ event: 'missed' }, before)
    wasLost = false
    change(afterEvent(before, news, { now: Date.now(), path: window.location.pathname }))
    tell(news, before)
  }, onLost)
  return () => {
    close()
    wasLost = true
  }
}

/** Another session begins with nothing of the last one's. */
export function forgetLive(): void {
  wasLost = false
  change(nothingLive)
}

/** Calls the listener with every event, after the shared state has taken it in; the answer stops it. */
export function onLive(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

type TurnOf<F extends typeof turnNotices | typeof turnToasts> = Parameters<F>[1]

export const takeNoticeTurn = (turn: TurnOf<typeof turnNotices>): void =>
  change(turnNotices(state, turn, Date.now()))

export const takeToastTurn = (turn: TurnOf<typeof turnToasts>): void =>
  change(turnToasts(state, turn, Date.now()))

export function useLive<T>(select: (live: LiveState) => T): T {
  return useSyncExternalStore(
    (render) => {
      renderers.add(render)
      return () => void renderers.delete(render)
    },
    () => select(state),
  )
}
