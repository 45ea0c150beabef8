import type { OwnPhoto } from '@rosella/contract/photos/shapes'
import { Check, Clock, Star, Trash2, X } from 'lucide-react'
import { IconButton } from '../../ui/IconButton'
import { Tag } from '../../ui/Tag'

/** What a moderator has said so far. */
function ApprovalTag({ approved }: { approved: boolean | null }) {
  if (approved === null) {
    return (
      <Tag tone="wattle" icon={Clock}>
        Awaiting approval
      </Tag>
    )
  }
  return approved ? (
    <Tag tone="gum" icon={Check}>
      Approved
    </Tag>
  ) : (
    <Tag tone="danger" icon={X}>
      Rejected
    </Tag>
  )
}

type PhotoTileProps = {
  photo: OwnPhoto
  /** Counted from one, to tell the photos apart in words. */
  number: number
  making: boolean
  onMakeMain: () => void
  onDelete: () => void
}

export function PhotoTile({ photo, number, making, onMakeMain, onDelete }: PhotoTileProps) {
  const { approved, main, reject_reason } = photo
  return (
    <li className="grid animate-arrive content-start gap-2">
      <div className="petal relative aspect-square overflow-hidden bg-sunken">
        <img
          src={photo.tmb_url}
          alt={`Number ${number}`}
          className={`size-full object-cover ${approved === false ? 'opacity-55 grayscale' : ''}`}
        />
        <span className="absolute start-2.5 top-2.5 flex flex-col items-start gap-1.5">
          {main && (
            <Tag tone="ink" icon={Star}>
              Main
            </Tag>
          )}
          <ApprovalTag approved={approved} />
        </span>
        <span className="absolute end-2.5 bottom-2.5 flex gap-2">
          {approved && !main && (
            <IconButton
              label={`Make photo ${number} main`}
              icon={Star}
              tone="quiet"
              pending={making}
              onClick={onMakeMain}
            />
          )}
          <IconButton label={`Delete photo ${number}`} icon={Trash2} tone="quiet" onClick={onDelete} />
        </span>
      </div>
      {approved === false && reject_reason && (
        <p className="petal-sm bg-danger-soft px-3 py-2 text-on-danger-soft text-sm">{reject_reason}</p>
      )}
    </li>
  )
}
