import { hideToast, useToast } from '../platform/toast'
import { Toast, ToastRegion } from '../ui/Toast'

/** The one global toast, at the bottom-end of the screen. */
export function GlobalToast() {
  const toast = useToast()
  return (
    <ToastRegion>
      {toast.visible && (
        <Toast key={toast.count} type={toast.type} onClose={hideToast}>
          {toast.text}
        </Toast>
      )}
    </ToastRegion>
  )
}
