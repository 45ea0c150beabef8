import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let now = Date.now()

/**
 * The label for the current second. All labels share one interval, and because the snapshot is the label itself, React
 * only renders those whose text has changed. A hidden tab does not tick.
 */
export function useClockLabel<T extends string | number | boolean>(labelAt: (now: number) => T): T {
  return useSyncExternalStore(subscribe, () => labelAt(currentSecond()))
}

function currentSecond(): number {
  if (timer === undefined) now = Date.now()
  return now
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (listeners.size === 1) {
    document.addEventListener('visibilitychange', onVisibility)
    onVisibility()
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    document.removeEventListener('visibilitychange', onVisibility)
    stop()
  }
}

function onVisibility() {
  stop()
  if (document.hidden) return
  tick()
  timer = setInterval(tick, 1000)
}

function tick() {
  now = Date.now()
  for (const listener of listeners) listener()
}

function stop() {
  clearInterval(timer)
  timer = undefined
}
