import { BannerAnnouncer } from '../features/live/NotificationBanner'
import { ToastAnnouncer } from '../features/live/NotificationToast'

/** Says what comes and goes in the corner to assistive technology, for active members. */
export function LiveAnnouncer() {
  return (
    <>
      <BannerAnnouncer />
      <ToastAnnouncer />
    </>
  )
}
