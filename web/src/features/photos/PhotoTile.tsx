import type { OwnPhoto } from '@rosella/contract/photos/shapes'
import { ArrowLeft, ArrowRight, Check, Clock, Star, Trash2, X } from 'lucide-react'
import type { DragEvent } from 'react'
import { Button } from '../../ui/Button'
import { cx } from '../../ui/cx'
import { IconButton } from '../../ui/IconButton'
import { Tag } from '../../ui/Tag'
import { VisuallyHidden } from '../../ui/VisuallyHidden'

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

export interface Moves {
  /** Undefined at the end of the line, and for the main photo, which is always first. */
  earlier?: () => void
  later?: () => void
  /** Held by the mouse or a long press. */
  onDragStart: (event: DragEvent) => void
  onDragEnter: () => void
  onDragEnd: () => void
  isDragged: boolean
}

type PhotoTileProps = {
  photo: OwnPhoto
  /** Counted from one, to tell the photos apart in words. */
  number: number
  /** Where all are approved nobody needs to be told. */
  showsApproval: boolean
  making: boolean
  moves: Moves
  onMakeMain: () => void
  onDelete: () => void
}

export function PhotoTile(props: PhotoTileProps) {
  const { photo, number, showsApproval, making, moves, onMakeMain, onDelete } = props
  const { approved, main, reject_reason } = photo
  return (
    <li
      draggable={!main}
      onDragStart={moves.onDragStart}
      onDragEnter={moves.onDragEnter}
      onDragEnd={moves.onDragEnd}
      data-photo={photo.filename}
      className={cx('grid animate-arrive content-start gap-2', moves.isDragged && 'opacity-45')}
    >
      <div className={cx('petal relative aspect-square overflow-hidden bg-sunken', !main && 'cursor-grab')}>
        <img
          src={photo.tmb_url}
          alt={`Number ${number}`}
          draggable={false}
          className={`size-full object-cover ${approved === false ? 'opacity-55 grayscale' : ''}`}
        />
        <span className="absolute start-2.5 top-2.5 flex flex-col items-start gap-1.5">
          {main && (
            <Tag tone="ink" icon={Star}>
              Main
            </Tag>
          )}
          {showsApproval && <ApprovalTag approved={approved} />}
        </span>
        <span className="absolute end-2.5 bottom-2.5 flex">
          <IconButton label={`Delete photo ${number}`} icon={Trash2} tone="quiet" onClick={onDelete} />
        </span>
      </div>
      {approved === false && reject_reason && (
        <p className="petal-sm bg-danger-soft px-3 py-2 text-on-danger-soft text-sm">{reject_reason}</p>
      )}
      {!main && (
        <div className="flex min-h-11 items-center">
          <IconButton
            label={`Move photo ${number} earlier`}
            icon={ArrowLeft}
            data-move="earlier"
            disabled={!moves.earlier}
            onClick={moves.earlier}
            className="-ms-2.5"
          />
          <IconButton
            label={`Move photo ${number} later`}
            icon={ArrowRight}
            data-move="later"
            disabled={!moves.later}
            onClick={moves.later}
          />
          {approved && (
            <Button
              tone="bare"
              pending={making}
              onClick={onMakeMain}
              className="ms-auto -me-2 px-3! text-sm!"
            >
              <span>
                Make main<VisuallyHidden>: photo {number}</VisuallyHidden>
              </span>
            </Button>
          )}
        </div>
      )}
    </li>
  )
}
