import { NewsAnnouncer } from '../features/live/NewsToast'
import { NoticeAnnouncer } from '../features/live/NoticeBanner'

/** The voices of what comes and goes in the corner, for active members. */
export function LiveVoices() {
  return (
    <>
      <NoticeAnnouncer />
      <NewsAnnouncer />
    </>
  )
}
