import { memberStatus } from '@rosella/contract/member/status'
import { useEffect } from 'react'
import { useLive } from '../platform/live'
import { isImpersonating, useSession } from '../platform/session'
import { countInTitle } from '../platform/title'

/** How many conversations have something unread, in the tab's title and on the installed app's icon. */
export function useUnread(): void {
  const count = useLive((live) => live.topNavAlerts.unread)
  useEffect(() => {
    countInTitle(count)
    setBadge(count)
  }, [count])
  // Whoever logs out leaves no number.
  useEffect(
    () => () => {
      countInTitle(0)
      setBadge(0)
    },
    [],
  )
}

function setBadge(count: number): void {
  // Only where the site is installed; elsewhere it is refused or not there.
  void navigator.setAppBadge?.(count).catch(() => undefined)
}

const SOON_MS = 3000

/** Tells the server what it has to know of this browser, once the page has come to rest. */
export function useKeptBrowser(): void {
  const isActive = useSession()?.status === memberStatus.active
  useEffect(() => {
    if (!isActive || isImpersonating()) return
    const timer = setTimeout(() => {
      import('../features/notifications/keep-browser')
        .then(({ keepBrowser }) => keepBrowser())
        .catch(() => undefined)
    }, SOON_MS)
    return () => clearTimeout(timer)
  }, [isActive])
}
