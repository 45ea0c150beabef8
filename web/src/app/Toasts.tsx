import { lazy, Suspense } from 'react'
import { useSession } from '../platform/session'
import { hideToast, useToast } from '../platform/toast'
import { Toast, ToastRegion } from '../ui/Toast'

const NewsToast = lazy(async () => ({ default: (await import('../features/live/NewsToast')).NewsToast }))

/** At the bottom-end of the screen: the one global toast, and above it what the live stream brings. */
export function Toasts() {
  const session = useSession()
  const toast = useToast()
  return (
    <ToastRegion>
      {session?.status === 2 && (
        <Suspense>
          <NewsToast />
        </Suspense>
      )}
      {toast.visible && (
        <Toast key={toast.count} type={toast.type} onClose={hideToast}>
          {toast.text}
        </Toast>
      )}
    </ToastRegion>
  )
}
