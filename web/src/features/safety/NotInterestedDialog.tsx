import { problems } from '@rosella/contract/problems'
import { useMutation } from '@tanstack/react-query'
import { call, saidOr } from '../../platform/api'
import { showToast } from '../../platform/toast'
import { ConfirmDialog } from '../../ui/ConfirmDialog'

type NotInterestedDialogProps = {
  open: boolean
  onClose: () => void
  member: { id: number; username: string }
  onDone: () => void
}

/** Asked first, because where the two have written to each other the other one sees it. */
export function NotInterestedDialog({ open, onClose, member, onDone }: NotInterestedDialogProps) {
  const end = useMutation({
    mutationFn: () => call('POST /api/user-action', { action: 'not-interested', recipient_id: member.id }),
    onSuccess: onDone,
    onError: (error) => showToast('danger', saidOr(error, problems.generic[1])),
    onSettled: onClose,
  })
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={() => end.mutate()}
      title={`Not interested in ${member.username}?`}
      confirmLabel="Not interested"
      tone="ink"
      pending={end.isPending}
    >
      <ul className="grid list-disc gap-1.5 ps-5">
        <li>{`${member.username} is no longer in your lists, searches and suggestions.`}</li>
        <li>Neither of you can write, like or send a rose.</li>
        <li>If you have written to each other, both of you see that you ended the conversation.</li>
        <li>You can undo it at any time in your settings.</li>
      </ul>
    </ConfirmDialog>
  )
}
