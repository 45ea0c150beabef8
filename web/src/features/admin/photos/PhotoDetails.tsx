import type { AdminPhoto } from '@rosella/contract/admin/shapes'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { TimeAgo } from '../../../platform/TimeAgo'
import { cx } from '../../../ui/cx'
import { Tag } from '../../../ui/Tag'
import { MemberLink } from '../system/AuditList'
import { longDate } from '../when'
import { PhotoViewer } from './PhotoWall'
import type { QueueItem } from './photo-queue'

const grid = 'grid grid-cols-4 gap-2 sm:grid-cols-6 lg:grid-cols-3 xl:grid-cols-2'

/** Whether the photo looks like one of another member, or like a known photo. */
export const isSeenBefore = ({ similar, seen }: QueueItem): boolean => similar.length + seen.length > 0

/** The context of a decision: the photo's owner, where it was seen before and the owner's other photos. */
export function PhotoDetails({ item }: { item: QueueItem }) {
  const { photo, others, similar } = item
  const [shown, setShown] = useState<number | null>(null)
  const small = [
    { ...photo, label: 'This photo' },
    ...similar.map(({ photo: its }) => ({
      ...its,
      label: `Similar photo of ${its.username ?? 'an unnamed member'}`,
    })),
    ...others.map((its, n) => ({ ...its, label: `Other photo ${n + 1}` })),
  ]
  const thumbnail = (place: number) => {
    const one = small[place]
    return (
      one && <Thumbnail photo={one} label={one.label} isNew={place === 0} onOpen={() => setShown(place)} />
    )
  }
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
      {isSeenBefore(item) && <SeenBefore item={item} thumbnail={thumbnail} />}
      <div className="grid gap-2">
        <h2 className="text-base">Other photos</h2>
        {others.length === 0 && <p className="text-muted">This is their first photo.</p>}
        <ul className={grid}>
          {others.map((its, n) => (
            <li key={its.filename}>{thumbnail(1 + similar.length + n)}</li>
          ))}
        </ul>
      </div>
      <PhotoViewer
        title="Photos to compare"
        photos={small}
        altOf={(place) => small[place]?.label ?? ''}
        shown={shown}
        onShow={setShown}
      />
    </section>
  )
}

interface SeenBeforeProps {
  item: QueueItem
  /** This photo is at 0, and the similar ones follow. */
  thumbnail: (place: number) => ReactNode
}

/** Where the photo was seen before; photos of members beside the new one. */
function SeenBefore({ item: { similar, seen }, thumbnail }: SeenBeforeProps) {
  return (
    <section
      aria-label="Seen before"
      className="petal-md grid gap-2.5 bg-wattle-soft p-3 text-on-wattle-soft inset-ring-2 inset-ring-wattle"
    >
      {seen.length > 0 && (
        <ul className="grid gap-2.5">
          {seen.map((known) => (
            <li
              key={`${known.source} ${known.report_id} ${known.reason} ${known.ts}`}
              className="flex gap-1.5"
            >
              <TriangleAlert aria-hidden="true" className="mt-0.5 size-4.5 shrink-0" />
              <span>
                {known.report_id === null ? (
                  `Seen before: ${known.reason}, ${longDate(known.ts)} (from ${known.source})`
                ) : (
                  <>
                    Seen before: an account banned for scams on {longDate(known.ts)} (
                    <Link to={`/admin/reports/${known.report_id}`} className="underline underline-offset-4">
                      case {known.report_id}
                    </Link>
                    )
                  </>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      {similar.length > 0 && (
        <ul className="grid gap-2.5">
          {similar.map(({ photo: its, age, distance }, n) => (
            <li key={its.filename} className="grid gap-1">
              <p className="flex gap-1.5">
                <TriangleAlert aria-hidden="true" className="mt-0.5 size-4.5 shrink-0" />
                <span>
                  Also used by <MemberLink id={its.member_id} name={its.username} />
                  {age !== null && `, ${age}`}
                </span>
              </p>
              <div className="grid max-w-80 grid-cols-2 gap-2">
                {thumbnail(0)}
                {thumbnail(1 + n)}
              </div>
              <span className="text-xs">
                {distance === 0 ? 'The same photo' : `${distance} of 256 bits differ`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

interface ThumbnailProps {
  photo: AdminPhoto
  label: string
  isNew: boolean
  onOpen: () => void
}

/** Shows the photo's state, except for the one that is being decided. */
function Thumbnail({ photo, label, isNew, onOpen }: ThumbnailProps) {
  const { approved } = photo
  const state = approved === null ? 'waiting' : approved ? 'approved' : 'rejected'
  return (
    <button
      type="button"
      onClick={onOpen}
      aria-label={`${label}, ${state}`}
      className="petal-sm relative block aspect-square w-full overflow-hidden bg-sunken"
    >
      <img
        src={photo.tmb_url}
        alt=""
        className={cx('size-full object-cover', approved === false && 'opacity-55 grayscale')}
      />
      {approved !== true && !isNew && (
        <Tag
          tone={approved === false ? 'danger' : 'ink'}
          className="absolute start-1 bottom-1 min-h-5 px-1.5"
        >
          {state}
        </Tag>
      )}
    </button>
  )
}
