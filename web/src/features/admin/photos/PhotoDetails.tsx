import type { AdminPhoto } from '@rosella/contract/admin/shapes'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import { TimeAgo } from '../../../platform/TimeAgo'
import { cx } from '../../../ui/cx'
import { Tag } from '../../../ui/Tag'
import { MemberLink } from '../system/AuditList'
import type { QueueItem } from './photo-queue'

const grid = 'grid grid-cols-4 gap-2 sm:grid-cols-6 lg:grid-cols-3 xl:grid-cols-2'

/** The context of a decision: the photo's owner, similar photos and the owner's other photos. */
export function PhotoDetails({ item: { photo, others, similar, like_banned } }: { item: QueueItem }) {
  return (
    <section
      aria-label="About this photo"
      className="grid content-start gap-4 lg:max-xl:col-span-2 xl:order-1"
    >
      <div>
        <p className="text-lg">
          <MemberLink id={photo.member_id} name={photo.username} />
        </p>
        <p className="text-muted">
          uploaded <TimeAgo at={photo.created_ts * 1000} />
        </p>
      </div>
      {like_banned && (
        <p className="petal-md flex gap-1.5 bg-wattle-soft p-3 text-on-wattle-soft inset-ring-2 inset-ring-wattle">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4.5 shrink-0" />
          Looks like a photo of a banned account that has been erased.
        </p>
      )}
      {similar.length > 0 && (
        <div className="petal-md grid gap-2.5 bg-wattle-soft p-3 text-on-wattle-soft inset-ring-2 inset-ring-wattle">
          <h2 className="flex gap-1.5 text-base">
            <TriangleAlert aria-hidden="true" className="mt-0.5 size-4.5 shrink-0" />
            Looks like
          </h2>
          <ul className="grid gap-2.5">
            {similar.map(({ photo: its, distance }) => (
              <li key={its.filename} className="grid gap-1">
                <Thumbnail photo={its} label={`Similar photo of ${its.username ?? 'an unnamed member'}`} />
                <MemberLink id={its.member_id} name={its.username} />
                <span className="text-xs">
                  {distance === 0 ? 'the same photo' : `${distance} of 64 bits differ`}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className="grid gap-2">
        <h2 className="text-base">Other photos</h2>
        {others.length === 0 && <p className="text-muted">This is their first photo.</p>}
        <ul className={grid}>
          {others.map((its, n) => (
            <li key={its.filename}>
              <Thumbnail photo={its} label={`Other photo ${n + 1}`} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

/** Shows the photo's state. Opens the full size in a new tab. */
function Thumbnail({ photo, label }: { photo: AdminPhoto; label: string }) {
  const { approved } = photo
  const state = approved === null ? 'waiting' : approved ? 'approved' : 'rejected'
  return (
    <a
      href={photo.lg_url}
      target="_blank"
      rel="noreferrer"
      aria-label={`${label}, ${state}, opens in a new tab`}
      className="petal-sm relative block aspect-square overflow-hidden bg-sunken"
    >
      <img
        src={photo.tmb_url}
        alt=""
        className={cx('size-full object-cover', approved === false && 'opacity-55 grayscale')}
      />
      {approved !== true && (
        <Tag
          tone={approved === false ? 'danger' : 'ink'}
          className="absolute start-1 bottom-1 min-h-5 px-1.5"
        >
          {state}
        </Tag>
      )}
    </a>
  )
}
