import { memberStatus } from '@rosella/contract/member/status'
import { lazy, Suspense } from 'react'
import { createPortal } from 'react-dom'
import { useLocation } from 'react-router'
import { useSession } from '../platform/session'
import { hideToast, useToast } from '../platform/toast'
import { useReachable } from '../ui/modals'
import { Toast, ToastRegion } from '../ui/Toast'

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
  const toast = useToast()
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
        {toast.visible && (
          <div className="foot-clear:mt-auto foot-clear:self-end">
            <Toast key={toast.count} type={toast.type} onClose={hideToast}>
              {toast.text}
            </Toast>
          </div>
        )}
      </ToastRegion>
      <ToastAnnouncer />
      {isActive && !inAdmin && (
        <Suspense>
          <LiveAnnouncer />
        </Suspense>
      )}
    </>,
    useReachable(),
  )
}

/** Reads the global toast out. It has to stand in the page before there is something to say. */
function ToastAnnouncer() {
  const { visible, type, text, count } = useToast()
  const words = visible && <span key={count}>{text}</span>
  return (
    <div className="sr-only">
      <p role="status">{type !== 'danger' && words}</p>
      <p role="alert">{type === 'danger' && words}</p>
    </div>
  )
}
