import type { OwnPhoto } from '@rosella/contract/photos/shapes'
import { sentences } from '@rosella/contract/sentences'
import Crop from 'lucide-react/icons/crop'
import ImageUp from 'lucide-react/icons/image-up'
import { type ChangeEvent, type DragEvent, useEffect, useId, useRef, useState } from 'react'
import { serverMessageOr } from '../../platform/api'
import { useObjectUrl } from '../../platform/use-object-url'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { Meter } from '../../ui/forms/Meter'
import { lazyOverlay } from '../../ui/lazy/LazyPart'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog'
import { ProgressBar } from '../../ui/ProgressBar'
import { Skeleton } from '../../ui/Skeleton'
import { VisuallyHidden } from '../../ui/VisuallyHidden'
import { AddTile, EmptySlot } from './AddTile'
import { OwnPhotos } from './OwnPhotos'
import {
  batchPercent,
  cancelBatch,
  dismissBatch,
  sendPhotos,
  type UploadBatch,
  type UploadItem,
  useUploadBatch,
} from './upload-batch'
import { useDeletePhoto, usePhotoLimits, usePhotos } from './use-photos'

const CropDialog = lazyOverlay(
  async () => (await import('./CropDialog')).CropDialog,
  ({ onClose }) => onClose,
)

type CropFirstProps = { disabled: boolean; onCropped: (file: File) => void }

/** Adds a single photo, which the member crops before it is uploaded. */
export function CropFirst({ disabled, onCropped }: CropFirstProps) {
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File>()

  function choose(event: ChangeEvent<HTMLInputElement>) {
    setFile(event.target.files?.[0])
    // Allows choosing the same file again.
    event.target.value = ''
  }

  return (
    <div>
      <input
        ref={input}
        type="file"
        accept="image/*,.heic,.heif"
        aria-label="A photo to crop"
        tabIndex={-1}
        onChange={choose}
        className="hidden"
      />
      <Button tone="quiet" icon={Crop} disabled={disabled} onClick={() => input.current?.click()}>
        Crop a photo first
      </Button>
      {file && (
        <CropDialog
          file={file}
          onClose={() => setFile(undefined)}
          onSend={(cropped) => {
            setFile(undefined)
            onCropped(cropped)
          }}
        />
      )}
    </div>
  )
}

type DeletePhotoDialogProps = { photo: string | undefined; onClose: (deleted: boolean) => void }

export function DeletePhotoDialog({ photo, onClose }: DeletePhotoDialogProps) {
  const remove = useDeletePhoto()

  function close(deleted: boolean) {
    remove.reset()
    onClose(deleted)
  }

  return (
    <ConfirmDialog
      open={photo !== undefined}
      onClose={() => close(false)}
      onConfirm={() => photo && remove.mutate(photo, { onSuccess: () => close(true) })}
      title="Delete photo"
      confirmLabel="Delete"
      pending={remove.isPending}
      error={remove.error && serverMessageOr(remove.error, 'Error deleting photo.')}
    >
      Are you sure? You can’t get it back.
    </ConfirmDialog>
  )
}

/**
 * A photo being uploaded. Shows the browser's own preview until the server's thumbnail is ready; browsers that can't
 * read the file (HEIC outside Safari) show an icon first.
 */
export function UploadTile({ item }: { item: UploadItem }) {
  const own = useObjectUrl(item.file)
  const [unreadable, setUnreadable] = useState<string>()
  const preview = item.tmb_url ?? (own === unreadable ? undefined : own)
  return (
    <li className="petal relative grid aspect-square animate-arrive place-items-center overflow-hidden bg-sunken">
      {preview ? (
        <img
          src={preview}
          alt=""
          onError={() => setUnreadable(preview)}
          className={`size-full object-cover ${item.tmb_url ? '' : 'opacity-40'}`}
        />
      ) : (
        <ImageUp aria-hidden="true" className="size-12 text-muted" strokeWidth={1.5} />
      )}
      <div className="petal-md absolute inset-x-3 bottom-3 bg-surface px-3 py-2">
        <ProgressBar label={item.file.name} percent={item.state === 'waiting' ? 0 : item.share * 100} />
      </div>
    </li>
  )
}

const grid = 'grid gap-3 min-[23.5rem]:grid-cols-2 sm:grid-cols-3 sm:gap-5'

/** The member's own photos, filled up with empty slots to `slots`. */
export function PhotoGrid({ slots }: { slots: number }) {
  const photos = usePhotos()
  const limits = usePhotoLimits()
  if (photos.error && !photos.data) {
    return (
      <Alert
        action={
          <Button tone="quiet" pending={photos.isFetching} onClick={() => void photos.refetch()}>
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
          // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no other key.
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
  const [deleting, setDeleting] = useState<string>()
  const [deletions, setDeletions] = useState(0)
  const [announcement, setAnnouncement] = useState('')
  // Rejected photos don't count.
  const room = limits.max - photos.filter((photo) => photo.approved !== false).length
  const batch = useUploadBatch()
  const send = (files: readonly File[]) => void sendPhotos(files, room)
  const running = batch.state === 'running'
  const wasRunning = useRef(running)
  // Uploaded photos that are already in the list are shown there.
  const listed = new Set(photos.map(({ filename }) => filename))
  const uploading = running ? batch.items.filter(({ filename }) => !listed.has(filename ?? '')) : []
  const approved = photos.filter((photo) => photo.approved).length
  const empty = Math.max(0, slots - photos.length - uploading.length - 1)

  // The Delete button is gone with its photo, and focus can only move once the dialog is closed.
  useEffect(() => {
    if (deletions > 0) input.current?.focus()
  }, [deletions])

  // The input loses keyboard focus while it is disabled during the upload.
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
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping files is an alternative to the button.
    <div
      className="grid gap-6"
      onDragOver={(event) => {
        event.preventDefault()
        // Not while one of the member's own tiles is dragged.
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
        {announcement}
      </p>
      <ul aria-label="Your photos" className={grid}>
        <OwnPhotos photos={photos} onDelete={setDeleting} onMoved={setAnnouncement} />
        {uploading.map((item) => (
          <UploadTile key={item.id} item={item} />
        ))}
        <AddTile id={inputId} ref={input} disabled={running || room <= 0} inviting={over} onFiles={send} />
        {Array.from({ length: empty }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: empty slots have no other key.
          <EmptySlot key={place} inputId={inputId} inviting={over} />
        ))}
      </ul>
      <CropFirst disabled={running || room <= 0} onCropped={(file) => send([file])} />
      <p className="text-muted text-sm">
        JPEG, PNG, WebP, AVIF, GIF or HEIC, up to 25 MB each. You can have up to {limits.max} photos.
      </p>
      <DeletePhotoDialog
        photo={deleting}
        onClose={(deleted) => {
          setDeleting(undefined)
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
      return (
        <Alert action={close}>
          <p>{batch.message}</p>
          {batch.files.length > 0 && (
            <p className="wrap-anywhere font-normal">
              Nothing was uploaded because of {batch.files.join(', ')}.
            </p>
          )}
        </Alert>
      )
    case 'failed':
      return (
        <Alert action={close}>
          <p>{batch.message}</p>
          {batch.file !== undefined && <p className="wrap-anywhere font-normal">The file is {batch.file}.</p>}
          {batch.left > 0 && (
            <p className="font-normal">
              {batch.left === 1 ? 'One more photo was' : `${batch.left} more photos were`} not uploaded.
            </p>
          )}
        </Alert>
      )
  }
}
