import { memberStatus } from '@rosella/contract/member/status'
import { useEffect } from 'react'
import { clearLive, goLive } from '../platform/live/live'
import { reloadSession } from '../platform/session/reload-session'
import { useSession } from '../platform/session/session'

const PAUSE_MS = 2000
const LONGEST_PAUSE_MS = 60_000
/** After a minute, a hidden tab counts as left. */
const SUSPEND_AFTER_MS = 60_000

/**
 * Opens the live stream with the session and closes it on any error. It reconnects when the tab becomes visible, when the
 * network returns, and otherwise after growing pauses. A tab that has been hidden for a minute closes it and only follows
 * the counters: over HTTP/1.1, every stream takes one of the six connections to a site.
 */
export function useLiveSession(): void {
  const session = useSession()
  const token = session?.status === memberStatus.active ? session.token : undefined

  useEffect(() => {
    if (token === undefined) return
    let close: (() => void) | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let suspendTimer: ReturnType<typeof setTimeout> | undefined
    let pause = PAUSE_MS
    let isSuspended = false
    let stopFollowing: (() => void) | undefined
    let ended = false

    const open = () => {
      clearTimeout(timer)
      close?.()
      close = goLive({
        onEvent: () => {
          pause = PAUSE_MS
        },
        onLost: () => {
          console.warn('The live stream was closed')
          close?.()
          close = undefined
          reconnectLater()
        },
      })
    }
    const reconnectLater = () => {
      clearTimeout(timer)
      // A restarted server would otherwise get every stream at the same moment.
      timer = setTimeout(reconnect, pause * (0.5 + Math.random()))
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
    }
    const reconnect = async () => {
      const back = await reloadSession()
      if (ended || isSuspended) return
      if (!back) return reconnectLater()
      if (!close) open()
    }
    const suspend = async () => {
      if (isSuspended) return
      isSuspended = true
      clearTimeout(timer)
      close?.()
      close = undefined
      // If it fails to load, the tab catches up when it is visible again.
      const hiddenTab = await import('../platform/live/hidden-tab').catch(() => undefined)
      if (isSuspended && !ended) stopFollowing ??= hiddenTab?.followCounters()
    }
    const resume = () => {
      isSuspended = false
      stopFollowing?.()
      stopFollowing = undefined
    }
    const onVisibilityChange = () => {
      clearTimeout(suspendTimer)
      if (document.visibilityState !== 'visible') {
        suspendTimer = setTimeout(suspend, SUSPEND_AFTER_MS)
        return
      }
      resume()
      pause = PAUSE_MS
      void reconnect()
    }
    open()
    // A tab may be opened in the background and never become visible.
    if (document.visibilityState !== 'visible') onVisibilityChange()
    document.addEventListener('visibilitychange', onVisibilityChange)
    window.addEventListener('online', onVisibilityChange)
    return () => {
      ended = true
      resume()
      clearTimeout(timer)
      clearTimeout(suspendTimer)
      close?.()
      clearLive()
      document.removeEventListener('visibilitychange', onVisibilityChange)
      window.removeEventListener('online', onVisibilityChange)
    }
  }, [token])
}
