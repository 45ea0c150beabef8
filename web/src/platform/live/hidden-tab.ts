import type { Counters } from '@rosella/contract/live/stream'
import { reloadSession } from '../session/reload-session'
import { getSession } from '../session/session'
import { applyCounters } from './live'
import { openStream } from './stream'

interface SharedCounters {
  memberId: number | undefined
  counters: Counters
}

const RETRY_MS = 60_000

/**
 * Keeps the counters of a hidden tab up to date. One hidden tab of the browser opens a stream, which Web Locks choose, and
 * passes the counters on to the others. Returns a function that ends this. Loaded when a tab has been hidden for a minute.
 */
export function followCounters(): () => void {
  const channel = 'BroadcastChannel' in window ? new BroadcastChannel('live-counters') : undefined
  if (channel)
    channel.onmessage = ({ data }: MessageEvent<SharedCounters>) => {
      if (data.memberId === getSession()?.id) applyCounters(data.counters)
    }
  const leaving = new AbortController()
  const { signal } = leaving
  let close: (() => void) | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const open = () => {
    close = openStream(
      (update) => {
        if (update.event !== 'connections') return
        applyCounters(update.data)
        channel?.postMessage({ memberId: getSession()?.id, counters: update.data } satisfies SharedCounters)
      },
      retryLater,
      true,
    )
  }
  const retryLater = () => {
    timer = setTimeout(async () => {
      const back = await reloadSession()
      if (signal.aborted) return
      if (back) open()
      else retryLater()
    }, RETRY_MS)
  }
  const untilLeft = () =>
    new Promise<void>((release) => {
      signal.addEventListener('abort', () => release())
      open()
    })
  // Rejects if this tab is visible again before its turn. The API is missing without TLS.
  navigator.locks?.request('hidden-tab-stream', { signal }, untilLeft).catch(() => undefined)
  return () => {
    leaving.abort()
    clearTimeout(timer)
    close?.()
    channel?.close()
  }
}
