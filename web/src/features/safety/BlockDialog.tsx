import { problems } from '@rosella/contract/problems'
import { useMutation } from '@tanstack/react-query'
import { call, saidOr } from '../../platform/api'
import { showToast } from '../../platform/toast'
import { ConfirmDialog } from '../../ui/ConfirmDialog'

type BlockDialogProps = {
  open: boolean
  onClose: () => void
  member: { id: number; username: string }
  onBlocked: () => void
}

export function BlockDialog({ open, onClose, member, onBlocked }: BlockDialogProps) {
  const block = useMutation({
    mutationFn: () => call('POST /api/user-action', { action: 'block', recipient_id: member.id }),
    onSuccess: onBlocked,
    onError: (error) => showToast('danger', saidOr(error, problems.generic[1])),
    onSettled: onClose,
  })
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={() => block.mutate()}
      title={`Block ${member.username}?`}
      confirmLabel="Block user"
      pending={block.isPending}
    >
      <ul className="grid list-disc gap-1.5 ps-5">
        <li>Neither of you can see the other’s profile or contact the other any more.</li>
        <li>{`${member.username} is not notified.`}</li>
        <li>You can unblock them at any time in your settings.</li>
        <li>
          Your messages are only hidden. For 180 days either of you can still report the other, and our team
          then reads what you two wrote.
        </li>
      </ul>
    </ConfirmDialog>
  )
}
