import { NewsAnnouncer } from '../features/live/NewsToast'
import { NoticeAnnouncer } from '../features/live/NoticeBanner'

/** Says what comes and goes in the corner to assistive technology, for active members. */
export function LiveAnnouncer() {
  return (
    <>
      <NoticeAnnouncer />
      <NewsAnnouncer />
    </>
  )
}
