import { problemMessage } from '@rosella/contract/problems'
import { saidOr } from '../../platform/api'
import { ConfirmDialog } from '../../ui/ConfirmDialog'
import { useDeletePhoto } from './use-photos'

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
      error={remove.error && saidOr(remove.error, problemMessage('photo.delete-failed'))}
    >
      Are you sure? The photo is gone for good.
    </ConfirmDialog>
  )
}
