import { memberStatus } from '@rosella/contract/member/status'
import { Suspense } from 'react'
import { createPortal } from 'react-dom'
import { useLocation } from 'react-router'
import { useSession } from '../platform/session/session'
import { hideToast, useToast } from '../platform/toast'
import { failedQuietly, lazyPart } from '../ui/lazy/LazyPart'
import { useReachable } from '../ui/overlays/modals'
import { Toast, ToastRegion, toastAction } from '../ui/overlays/Toast'

const NotificationToast = lazyPart(
  async () => (await import('../features/live/NotificationToast')).NotificationToast,
  failedQuietly,
)
const NotificationBanner = lazyPart(
  async () => (await import('../features/live/NotificationBanner')).NotificationBanner,
  failedQuietly,
)
const LiveAnnouncer = lazyPart(async () => (await import('./LiveAnnouncer')).LiveAnnouncer, failedQuietly)

/**
 * In the bottom end corner, from the top: the banner of active members, toasts from the live stream, and the one global
 * toast. They float, because inside the page they would push away what is being read. Unrequested ones stay clear of a
 * screen's foot, such as the input of a chat. The global toast may cover it, because it responds to an action. All of
 * them move into an open dialog, because nothing outside of it can be clicked or heard.
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

/** The live regions are in the page before the toast, because screen readers often miss regions added with their text. */
function GlobalToast() {
  const { visible, type, text, action, count } = useToast()
  const toast = visible && (
    <Toast
      key={count}
      type={type}
      onClose={hideToast}
      action={
        action && (
          <button type="button" onClick={action.onAct} className={toastAction}>
            {action.label}
          </button>
        )
      }
    >
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
