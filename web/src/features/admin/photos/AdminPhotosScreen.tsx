import type { AdminPhoto } from '@rosella/contract/admin/shapes'
import Check from 'lucide-react/icons/check'
import Images from 'lucide-react/icons/images'
import Undo2 from 'lucide-react/icons/undo-2'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useLive } from '../../../platform/live/live'
import { TimeAgo } from '../../../platform/TimeAgo'
import { EmptyState } from '../../../ui/EmptyState'
import { IconButton } from '../../../ui/IconButton'
import { Pager } from '../../../ui/Pager'
import { Skeleton } from '../../../ui/Skeleton'
import { Tabs } from '../../../ui/Tabs'
import { AdminPage } from '../AdminPage'
import { QueryResult } from '../QueryResult'
import { ReasonDialog } from '../ReasonDialog'
import { MemberLink } from '../system/AuditList'
import { useAdminAction, useAdminQuery, usePage } from '../use-admin'
import { PhotoBank } from './PhotoBank'
import { PhotoQueueView } from './PhotoQueueView'
import { PhotoViewer } from './PhotoWall'

const grid = 'grid grid-cols-2 gap-x-4 gap-y-6 sm:grid-cols-3 md:grid-cols-4 xl:grid-cols-6'

/** Decided photos, latest first. Each decision can be changed or undone. */
export function DecidedPhotos({ state }: { state: 'approved' | 'rejected' }) {
  const { page, hrefFor } = usePage()
  const list = useAdminQuery('GET /api/admin/photos', { state, p: page })
  const decide = useAdminAction('POST /api/admin/photo-decision')
  const [rejecting, setRejecting] = useState<AdminPhoto | null>(null)
  const [shown, setShown] = useState<number | null>(null)
  const pending = decide.isPending ? decide.variables.photo : undefined
  return (
    <>
      <QueryResult query={list} skeleton={<Grid />}>
        {({ items, pages }) =>
          items.length === 0 ? (
            <EmptyState title={`No ${state} photos yet`} icon={Images} />
          ) : (
            <>
              <ul className={grid}>
                {items.map((photo, place) => (
                  <Tile
                    key={photo.filename}
                    photo={photo}
                    pending={photo.filename === pending}
                    onOpen={() => setShown(place)}
                    onApprove={() => decide.mutate({ photo: photo.filename, approved: true })}
                    onReject={() => setRejecting(photo)}
                    onUndo={() => decide.mutate({ photo: photo.filename, approved: null })}
                  />
                ))}
              </ul>
              <Pager page={Math.min(page, pages)} pages={pages} hrefFor={hrefFor} />
              <PhotoViewer
                title={state === 'approved' ? 'Approved photos' : 'Rejected photos'}
                photos={items}
                altOf={(place) => `Photo of ${ownerOf(items[place])}`}
                shown={shown}
                onShow={setShown}
              />
            </>
          )
        }
      </QueryResult>
      <ReasonDialog
        open={rejecting !== null}
        onClose={() => setRejecting(null)}
        onChoose={(reject_reason) => {
          if (rejecting) decide.mutate({ photo: rejecting.filename, approved: false, reject_reason })
          setRejecting(null)
        }}
      />
    </>
  )
}

const ownerOf = (photo: AdminPhoto | undefined): string => photo?.username ?? `member ${photo?.member_id}`

type TileProps = {
  photo: AdminPhoto
  pending: boolean
  onOpen: () => void
  onApprove: () => void
  onReject: () => void
  onUndo: () => void
}

function Tile({ photo, pending, onOpen, onApprove, onReject, onUndo }: TileProps) {
  const name = ownerOf(photo)
  return (
    <li className="grid content-start gap-1.5">
      <button
        type="button"
        onClick={onOpen}
        aria-label={`Photo of ${name}`}
        className="petal block aspect-square w-full overflow-hidden bg-sunken"
      >
        <img src={photo.tmb_url} alt="" loading="lazy" className="size-full object-cover" />
      </button>
      <div className="flex items-center gap-1">
        <div className="me-auto min-w-0 truncate">
          <MemberLink id={photo.member_id} name={photo.username} />
        </div>
        {photo.approved ? (
          <IconButton label={`Reject the photo of ${name}`} icon={X} onClick={onReject} pending={pending} />
        ) : (
          <IconButton
            label={`Approve the photo of ${name}`}
            icon={Check}
            onClick={onApprove}
            pending={pending}
          />
        )}
        <IconButton
          label={`Put the photo of ${name} back into the queue`}
          icon={Undo2}
          onClick={onUndo}
          pending={pending}
        />
      </div>
      {photo.reject_reason && <p>{photo.reject_reason}</p>}
      <p className="text-muted text-xs">
        by {photo.moderator ?? 'an admin'},{' '}
        {photo.approved_ts !== null && <TimeAgo at={photo.approved_ts * 1000} />}
      </p>
    </li>
  )
}

const Grid = () => (
  <div className={grid}>
    {['a', 'b', 'c', 'd', 'e', 'f'].map((place) => (
      <Skeleton key={place} className="petal aspect-square" />
    ))}
  </div>
)

const states = [
  { state: 'approved', label: 'Approved' },
  { state: 'rejected', label: 'Rejected' },
] as const

export function AdminPhotosScreen() {
  const [search] = useSearchParams()
  const waiting = useLive((live) => live.adminAlerts.photos)
  const shown = states.find(({ state }) => state === search.get('state'))
  const isBank = search.get('state') === 'known'
  const tabs = [
    {
      to: '/admin/photos',
      label: 'Queue',
      count: waiting,
      countLabel: 'waiting',
      current: !shown && !isBank,
    },
    ...states.map(({ state, label }) => ({
      to: `/admin/photos?state=${state}`,
      label,
      current: state === shown?.state,
    })),
    { to: '/admin/photos?state=known', label: 'Known photos', current: isBank },
  ]
  return (
    <AdminPage title="Photos" actions={<Tabs label="Photos" tabs={tabs} />}>
      {isBank ? (
        <PhotoBank />
      ) : shown ? (
        <DecidedPhotos key={shown.state} state={shown.state} />
      ) : (
        <PhotoQueueView />
      )}
    </AdminPage>
  )
}
