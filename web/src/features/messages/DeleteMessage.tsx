import { useMutation } from '@tanstack/react-query'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog'

interface DeleteMessageProps {
  /** The member's own message is deleted for both; a received one only for the member. */
  isOwn: boolean
  /** It was not sent, so it is only on this device. */
  isUnsent?: boolean
  partner: string
  onDelete: () => Promise<void> | void
  onClose: () => void
}

/** Asks before a message is deleted. */
export function DeleteMessage({ isOwn, isUnsent, partner, onDelete, onClose }: DeleteMessageProps) {
  const remove = useMutation({ mutationFn: async () => onDelete(), onSuccess: onClose })
  return (
    <ConfirmDialog
      open
      title="Delete message"
      confirmLabel={isOwn ? 'Delete' : 'Remove'}
      pending={remove.isPending}
      error={remove.error?.message}
      onClose={onClose}
      onConfirm={() => remove.mutate()}
    >
      <p>Are you sure?</p>
      <p className="mt-1 text-muted text-sm">
        {isUnsent
          ? `It hasn’t been sent to ${partner}.`
          : isOwn
            ? `It will be deleted for you and ${partner}. We keep it encrypted for 90 days, and nobody can read it unless ${partner} reports you.`
            : 'It will be deleted for you only.'}
      </p>
    </ConfirmDialog>
  )
}
