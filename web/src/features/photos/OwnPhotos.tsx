import type { OwnPhoto } from '@rosella/contract/photos/shapes'
import { sentences } from '@rosella/contract/sentences'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import ArrowRight from 'lucide-react/icons/arrow-right'
import Check from 'lucide-react/icons/check'
import Clock from 'lucide-react/icons/clock'
import Star from 'lucide-react/icons/star'
import Trash2 from 'lucide-react/icons/trash'
import X from 'lucide-react/icons/x'
import { type DragEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { serverMessageOr } from '../../platform/api'
import { showToast } from '../../platform/toast'
import { Button } from '../../ui/Button'
import { cx } from '../../ui/cx'
import { IconButton } from '../../ui/IconButton'
import { SavedNote } from '../../ui/SavedNote'
import { Tag } from '../../ui/Tag'
import { VisuallyHidden } from '../../ui/VisuallyHidden'
import { asSeen, moved } from './photo-order'
import { useMakeMain, useOrderPhotos } from './use-photos'

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
  /** Undefined at the ends, and for the main photo, which is always first. */
  earlier?: () => void
  later?: () => void
  onDragStart: (event: DragEvent) => void
  onDragEnter: () => void
  onDragEnd: () => void
  isDragged: boolean
}

type PhotoTileProps = {
  photo: OwnPhoto
  /** Starts at 1; used in labels. */
  number: number
  /** False if all photos are approved. */
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

type OwnPhotosProps = {
  photos: OwnPhoto[]
  onDelete: (name: string) => void
  /** Announces the move to screen readers. */
  onMoved: (message: string) => void
}

/** The photo being dragged, and the order if it were dropped now. */
type Dragged = { name: string; over: OwnPhoto[] }

/** The member's photos in the order that others see, movable by buttons or dragging. */
export function OwnPhotos({ photos, onDelete, onMoved }: OwnPhotosProps) {
  const makeMain = useMakeMain()
  const [dragged, setDragged] = useState<Dragged>()
  // A ref too, because a drop can follow a move before React renders it.
  const draggedRef = useRef<Dragged>(undefined)
  const inOrder = asSeen(photos)
  const shown = dragged?.over ?? inOrder
  const showsApproval = photos.some(({ approved }) => approved !== true)

  const fail = (message: string) => (error: Error) => showToast('danger', serverMessageOr(error, message))
  const { save, note } = useOrderPhotos(fail('Error moving photo.'))
  const announce = useEffectEvent(onMoved)
  const wasUnsaved = useRef(note.unsaved)
  useEffect(() => {
    if (note.unsaved !== wasUnsaved.current) announce(note.unsaved ? 'Not saved' : sentences.saved)
    wasUnsaved.current = note.unsaved
  }, [note.unsaved])

  function drag(next: Dragged | undefined) {
    draggedRef.current = next
    setDragged(next)
  }

  const focusMoved = useFocusOnMoved(shown)

  function step(name: string, to: number, button: 'earlier' | 'later') {
    const next = moved(inOrder, name, to)
    if (!next) return
    focusMoved(name, button)
    save(next)
    onMoved(`Photo moved to position ${next.findIndex(({ filename }) => filename === name) + 1}.`)
  }

  return (
    <>
      {note.unsaved && (
        <li className="col-span-full">
          <SavedNote {...note} />
        </li>
      )}
      {shown.map((photo, at) => (
        <PhotoTile
          key={photo.filename}
          photo={photo}
          number={at + 1}
          showsApproval={showsApproval}
          making={makeMain.isPending && makeMain.variables === photo.filename}
          moves={{
            earlier: moved(inOrder, photo.filename, at - 1)
              ? () => step(photo.filename, at - 1, 'earlier')
              : undefined,
            later: moved(inOrder, photo.filename, at + 1)
              ? () => step(photo.filename, at + 1, 'later')
              : undefined,
            onDragStart: (event: DragEvent) => {
              event.dataTransfer.effectAllowed = 'move'
              event.dataTransfer.setData('text/plain', photo.filename)
              drag({ name: photo.filename, over: inOrder })
            },
            onDragEnter: () => {
              const { name = '', over = [] } = draggedRef.current ?? {}
              const next = moved(over, name, at)
              if (next) drag({ name, over: next })
            },
            onDragEnd: () => {
              const { over = inOrder } = draggedRef.current ?? {}
              if (over !== inOrder) save(over)
              drag(undefined)
            },
            isDragged: dragged?.name === photo.filename,
          }}
          onMakeMain={() => makeMain.mutate(photo.filename, { onError: fail('Error changing main photo.') })}
          onDelete={() => onDelete(photo.filename)}
        />
      ))}
    </>
  )
}

/** Returns the focus to the move button, which loses it when its photo moves. */
function useFocusOnMoved(shown: readonly OwnPhoto[]) {
  const wanted = useRef<{ name: string; button: string }>(undefined)
  const order = shown.map(({ filename }) => filename).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the order matters.
  useEffect(() => {
    if (!wanted.current) return
    const { name, button } = wanted.current
    wanted.current = undefined
    const tile = document.querySelector(`[data-photo="${name}"]`)
    const same = tile?.querySelector<HTMLButtonElement>(`[data-move=${button}]:enabled`)
    ;(same ?? tile?.querySelector<HTMLButtonElement>('[data-move]:enabled'))?.focus()
  }, [order])
  return (name: string, button: string) => {
    wanted.current = { name, button }
  }
}
