import { NewsAnnouncer } from '../features/live/NewsToast'
import { NoticeBanner } from '../features/live/NoticeBanner'

/** The extra banner of active members, and the voice of the toasts. */
export function LiveBanner() {
  return (
    <>
      <NoticeBanner />
      <NewsAnnouncer />
    </>
  )
}
