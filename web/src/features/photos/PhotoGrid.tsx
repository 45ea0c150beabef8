import type { OwnPhoto } from '@rosella/contract/photos/shapes'
import { sentences } from '@rosella/contract/sentences'
import { type DragEvent, useEffect, useId, useRef, useState } from 'react'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { Meter } from '../../ui/Meter'
import { ProgressBar } from '../../ui/ProgressBar'
import { Skeleton } from '../../ui/Skeleton'
import { VisuallyHidden } from '../../ui/VisuallyHidden'
import { AddTile, EmptySlot } from './AddTile'
import { CropFirst } from './CropFirst'
import { DeletePhotoDialog } from './DeletePhotoDialog'
import { OwnPhotos } from './OwnPhotos'
import { UploadTile } from './UploadTile'
import {
  batchPercent,
  cancelBatch,
  dismissBatch,
  sendPhotos,
  type UploadBatch,
  useUploadBatch,
} from './upload-batch'
import { usePhotoLimits, usePhotos } from './use-photos'

const grid = 'grid gap-3 min-[23.5rem]:grid-cols-2 sm:grid-cols-3 sm:gap-5'

/** One's own photos: look, add, choose the main one, delete. Empty places fill up to `slots`. */
export function PhotoGrid({ slots }: { slots: number }) {
  const photos = usePhotos()
  const limits = usePhotoLimits()
  if (photos.error && !photos.data) {
    return (
      <Alert
        action={
          <Button tone="quiet" onClick={() => void photos.refetch()}>
            Try again
          </Button>
        }
      >
        {photos.error.message}
      </Alert>
    )
  }
  if (!photos.data) {
    return (
      <div className={grid}>
        <VisuallyHidden>{sentences.loading}</VisuallyHidden>
        {Array.from({ length: slots }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the places are alike.
          <Skeleton key={place} className="petal aspect-square" />
        ))}
      </div>
    )
  }
  return <Grid photos={photos.data} limits={limits} slots={slots} />
}

type GridProps = { photos: OwnPhoto[]; limits: { min: number; max: number }; slots: number }

function Grid({ photos, limits, slots }: GridProps) {
  const inputId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const [leaving, setLeaving] = useState<string>()
  const [deletions, setDeletions] = useState(0)
  const [said, setSaid] = useState('')
  // A rejected photo takes no place.
  const room = limits.max - photos.filter((photo) => photo.approved !== false).length
  const batch = useUploadBatch()
  const send = (files: readonly File[]) => void sendPhotos(files, room)
  const running = batch.state === 'running'
  const wasRunning = useRef(running)
  // What the list already holds is shown from there.
  const listed = new Set(photos.map(({ filename }) => filename))
  const onTheWay = running ? batch.items.filter(({ filename }) => !listed.has(filename ?? '')) : []
  const approved = photos.filter((photo) => photo.approved).length
  const empty = Math.max(0, slots - photos.length - onTheWay.length - 1)

  // The button that asked is gone with its photo, and only once the dialog is closed may others have the focus.
  useEffect(() => {
    if (deletions > 0) input.current?.focus()
  }, [deletions])

  // Disabled while photos are on their way, it lost the focus of whoever chose them by keyboard.
  useEffect(() => {
    if (!running && wasRunning.current && document.activeElement === document.body) input.current?.focus()
    wasRunning.current = running
  }, [running])

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    send([...event.dataTransfer.files])
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping files is a second way beside the button.
    <div
      className="grid gap-6"
      onDragOver={(event) => {
        event.preventDefault()
        // One of the tiles that is held is no file.
        setOver(event.dataTransfer.types.includes('Files'))
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      }}
      onDrop={drop}
    >
      <Meter
        label="Approved photos"
        value={approved}
        max={limits.min}
        text={approved > limits.min ? `${approved} approved` : `${approved} of ${limits.min} approved`}
      />
      <BatchReport batch={batch} />
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
      <ul aria-label="Your photos" className={grid}>
        <OwnPhotos photos={photos} onDelete={setLeaving} onMoved={setSaid} />
        {onTheWay.map((item) => (
          <UploadTile key={item.id} item={item} />
        ))}
        <AddTile id={inputId} ref={input} disabled={running || room <= 0} inviting={over} onFiles={send} />
        {Array.from({ length: empty }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the empty places are alike.
          <EmptySlot key={place} inputId={inputId} inviting={over} />
        ))}
      </ul>
      <CropFirst disabled={running || room <= 0} onCropped={(file) => send([file])} />
      <p className="text-muted text-sm">
        JPEG, PNG, WebP, AVIF, GIF or HEIC, up to 25 MB each, {limits.max} at most.
      </p>
      <DeletePhotoDialog
        photo={leaving}
        onClose={(deleted) => {
          setLeaving(undefined)
          if (deleted) setDeletions((count) => count + 1)
        }}
      />
    </div>
  )
}

function BatchReport({ batch }: { batch: UploadBatch }) {
  const close = (
    <Button tone="bare" onClick={dismissBatch}>
      Close
    </Button>
  )
  switch (batch.state) {
    case 'idle':
      return null
    case 'running': {
      const { items } = batch
      const sent = items.filter(({ state }) => state === 'sent').length
      const label =
        items.length === 1 ? 'Uploading' : `Uploading ${Math.min(sent + 1, items.length)} of ${items.length}`
      return (
        <div className="flex items-center gap-4">
          <div className="min-w-0 flex-1">
            <ProgressBar label={label} percent={batchPercent(items)} />
          </div>
          <Button tone="quiet" onClick={cancelBatch}>
            Cancel
          </Button>
        </div>
      )
    }
    case 'refused':
      return <Alert action={close}>{batch.words}</Alert>
    case 'failed':
      return (
        <Alert action={close}>
          <p>{batch.words}</p>
          {batch.left > 0 && (
            <p className="font-normal">
              {batch.left === 1 ? 'One photo after it was' : `${batch.left} photos after it were`} not
              uploaded.
            </p>
          )}
        </Alert>
      )
  }
}
