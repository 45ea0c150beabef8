import { memberStatus } from '@rosella/contract/member/status'
import { useEffect } from 'react'
import { forgetLive, goLive } from '../platform/live/live'
import { reloadSession } from '../platform/session/reload-session'
import { useSession } from '../platform/session/session'

const PAUSE_MS = 2000
const LONGEST_PAUSE_MS = 60_000
/** Over HTTP/1.1 every stream takes one of the six connections that a browser opens to a site. */
const ASLEEP_AFTER_HIDDEN_MS = 60_000

/**
 * The live stream lives with the session: opened for it, closed on any error, and opened again when the
 * session comes back. It comes back when the tab is seen, when the network returns, and otherwise after
 * growing pauses. A tab that nobody has looked at for a minute gives its connection back.
 */
export function useLiveSession(): void {
  const session = useSession()
  const token = session?.status === memberStatus.active ? session.token : undefined

  useEffect(() => {
    if (token === undefined) return
    let close: (() => void) | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let sleepTimer: ReturnType<typeof setTimeout> | undefined
    let pause = PAUSE_MS
    let asleep = false
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
          comeBackLater()
        },
      })
    }
    const comeBackLater = () => {
      clearTimeout(timer)
      timer = setTimeout(reconnect, pause)
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
    }
    const reconnect = async () => {
      const back = await reloadSession()
      if (ended || asleep) return
      if (!back) return comeBackLater()
      if (!close) open()
    }
    const fallAsleep = () => {
      asleep = true
      clearTimeout(timer)
      close?.()
      close = undefined
    }
    const onSeenOrHidden = () => {
      clearTimeout(sleepTimer)
      if (document.visibilityState !== 'visible') {
        sleepTimer = setTimeout(fallAsleep, ASLEEP_AFTER_HIDDEN_MS)
        return
      }
      asleep = false
      pause = PAUSE_MS
      void reconnect()
    }
    open()
    // A tab may be opened in the background and never be seen.
    if (document.visibilityState !== 'visible') onSeenOrHidden()
    document.addEventListener('visibilitychange', onSeenOrHidden)
    window.addEventListener('online', onSeenOrHidden)
    return () => {
      ended = true
      clearTimeout(timer)
      clearTimeout(sleepTimer)
      close?.()
      forgetLive()
      document.removeEventListener('visibilitychange', onSeenOrHidden)
      window.removeEventListener('online', onSeenOrHidden)
    }
  }, [token])
}
