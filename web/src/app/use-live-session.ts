import { useEffect } from 'react'
import { goLive } from '../platform/live'
import { reloadSession } from '../platform/reload-session'
import { useSession } from '../platform/session'

const PAUSE_MS = 2000
const LONGEST_PAUSE_MS = 60_000

/**
 * The live stream lives with the session: opened for it, closed on any error, and opened again when the
 * session comes back. It comes back when the tab is seen, when the network returns, and otherwise after
 * growing pauses.
 */
export function useLiveSession(): void {
  const session = useSession()
  const token = session?.status === 2 ? session.token : undefined

  useEffect(() => {
    if (token === undefined) return
    let close: (() => void) | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let pause = PAUSE_MS
    let ended = false

    const open = () => {
      clearTimeout(timer)
      close?.()
      close = goLive(() => {
        console.warn('The live stream was closed')
        close?.()
        close = undefined
        comeBackLater()
      })
    }
    const comeBackLater = () => {
      clearTimeout(timer)
      timer = setTimeout(comeBack, pause)
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
    }
    const comeBack = async () => {
      const back = await reloadSession()
      if (ended) return
      if (!back) return comeBackLater()
      if (!close) open()
    }
    const onSeen = () => {
      if (document.visibilityState !== 'visible') return
      pause = PAUSE_MS
      void comeBack()
    }
    open()
    document.addEventListener('visibilitychange', onSeen)
    window.addEventListener('online', onSeen)
    return () => {
      ended = true
      clearTimeout(timer)
      close?.()
      document.removeEventListener('visibilitychange', onSeen)
      window.removeEventListener('online', onSeen)
    }
  }, [token])
}
