import { BannerAnnouncer } from '../features/live/NotificationBanner'
import { ToastAnnouncer } from '../features/live/NotificationToast'

/** Announces banners and toasts to assistive technology. */
export function LiveAnnouncer() {
  return (
    <>
      <BannerAnnouncer />
      <ToastAnnouncer />
    </>
  )
}
