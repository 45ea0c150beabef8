import { memberStatus } from '@rosella/contract/member/status'
import { lazy, Suspense } from 'react'
import { createPortal } from 'react-dom'
import { useLocation } from 'react-router'
import { useSession } from '../platform/session/session'
import { hideToast, useToast } from '../platform/toast'
import { useReachable } from '../ui/overlays/modals'
import { Toast, ToastRegion } from '../ui/overlays/Toast'

const NotificationToast = lazy(async () => ({
  default: (await import('../features/live/NotificationToast')).NotificationToast,
}))
const NotificationBanner = lazy(async () => ({
  default: (await import('../features/live/NotificationBanner')).NotificationBanner,
}))
const LiveAnnouncer = lazy(async () => ({ default: (await import('./LiveAnnouncer')).LiveAnnouncer }))

/**
 * At the bottom-end of the screen: the one global toast, above it what the live stream brings, and on top the banner
 * of active members. In the page it would push away what is being read. What nobody asked for keeps clear of a
 * screen's foot where that is needed, such as under a chat; the global toast answers what was done and stays.
 * All of it goes into an open dialog: what is outside of one can be neither clicked nor heard.
 */
export function Toasts() {
  const session = useSession()
  const { pathname } = useLocation()
  const isActive = session?.status === memberStatus.active
  const inAdmin = pathname.startsWith('/admin')
  return createPortal(
    <>
      <ToastRegion>
        {isActive && (
          <Suspense>
            {!inAdmin && <NotificationBanner />}
            <NotificationToast />
          </Suspense>
        )}
        <GlobalToast />
      </ToastRegion>
      {isActive && !inAdmin && (
        <Suspense>
          <LiveAnnouncer />
        </Suspense>
      )}
    </>,
    useReachable(),
  )
}

/** Read out, because the place where it appears is there before it: what arrives with its words is often not. */
function GlobalToast() {
  const { visible, type, text, count } = useToast()
  const toast = visible && (
    <Toast key={count} type={type} onClose={hideToast}>
      {text}
    </Toast>
  )
  return (
    <div className="foot-clear:mt-auto foot-clear:self-end">
      <div role="status">{type !== 'danger' && toast}</div>
      <div role="alert">{type === 'danger' && toast}</div>
    </div>
  )
}
