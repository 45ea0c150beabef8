import type { OwnPhoto } from '@rosella/contract/photos/shapes'
import { problemMessage } from '@rosella/contract/problems'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { saidOr } from '../../platform/api'
import { showToast } from '../../platform/toast'
import { PhotoTile } from './PhotoTile'
import { asSeen, moved } from './photo-order'
import { useMakeMain, useOrderPhotos } from './use-photos'

type OwnPhotosProps = {
  photos: OwnPhoto[]
  onDelete: (name: string) => void
  /** What has happened, in words to be read out. */
  onMoved: (words: string) => void
}

/** The photo that is dragged, and the order it would leave if it were dropped. */
type Held = { name: string; over: OwnPhoto[] }

/** The tiles of the photos there are, in the order others see them; each can be moved, by buttons or by dragging. */
export function OwnPhotos({ photos, onDelete, onMoved }: OwnPhotosProps) {
  const makeMain = useMakeMain()
  const order = useOrderPhotos()
  const [held, setHeld] = useState<Held>()
  // What a drop goes by: it may follow a move before that is drawn.
  const holding = useRef<Held>(undefined)
  const inOrder = asSeen(photos)
  const shown = held?.over ?? inOrder
  const showsApproval = photos.some(({ approved }) => approved !== true)

  const fail = (words: string) => (error: Error) => showToast('danger', saidOr(error, words))
  const save = (next: OwnPhoto[]) =>
    order.mutate(next, { onError: fail(problemMessage('photo.order-failed')) })

  function hold(next: Held | undefined) {
    holding.current = next
    setHeld(next)
  }

  const focusMoved = useFocusOnMoved(shown)

  function step(name: string, to: number, button: 'earlier' | 'later') {
    const next = moved(inOrder, name, to)
    if (!next) return
    focusMoved(name, button)
    save(next)
    onMoved(`Photo moved to place ${next.findIndex(({ filename }) => filename === name) + 1}.`)
  }

  return (
    <>
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
              hold({ name: photo.filename, over: inOrder })
            },
            onDragEnter: () => {
              const { name = '', over = [] } = holding.current ?? {}
              const next = moved(over, name, at)
              if (next) hold({ name, over: next })
            },
            onDragEnd: () => {
              const { over = inOrder } = holding.current ?? {}
              if (over !== inOrder) save(over)
              hold(undefined)
            },
            isDragged: held?.name === photo.filename,
          }}
          onMakeMain={() =>
            makeMain.mutate(photo.filename, { onError: fail(problemMessage('photo.main-failed')) })
          }
          onDelete={() => onDelete(photo.filename)}
        />
      ))}
    </>
  )
}

/** A button that moves its photo moves with it, and keeps the focus that the move takes from it. */
function useFocusOnMoved(shown: readonly OwnPhoto[]) {
  const wanted = useRef<{ name: string; button: string }>(undefined)
  const order = shown.map(({ filename }) => filename).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows the order alone.
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
