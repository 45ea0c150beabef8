import { memberStatus } from '@rosella/contract/member/status'
import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '../platform/session'
import { hideToast, useToast } from '../platform/toast'
import { Toast, ToastRegion } from '../ui/Toast'

const NotificationToast = lazy(async () => ({
  default: (await import('../features/live/NotificationToast')).NotificationToast,
}))
const NotificationBanner = lazy(async () => ({
  default: (await import('../features/live/NotificationBanner')).NotificationBanner,
}))

/**
 * At the bottom-end of the screen: the one global toast, above it what the live stream brings, and on top the banner
 * of active members. In the page it would push away what is being read. What nobody asked for keeps clear of a
 * screen's foot where that is needed, such as under a chat; the global toast answers what was done and stays.
 */
export function Toasts() {
  const session = useSession()
  const toast = useToast()
  const { pathname } = useLocation()
  return (
    <ToastRegion>
      {session?.status === memberStatus.active && (
        <Suspense>
          {!pathname.startsWith('/admin') && <NotificationBanner />}
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
  )
}
