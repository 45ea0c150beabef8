import { BannerAnnouncer } from '../features/live/NotificationBanner'
import { ToastAnnouncer } from '../features/live/NotificationToast'

/** The voices of what comes and goes in the corner, for active members. */
export function LiveVoices() {
  return (
    <>
      <BannerAnnouncer />
      <ToastAnnouncer />
    </>
  )
}
