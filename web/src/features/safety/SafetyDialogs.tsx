import { clientMessage } from '@rosella/contract/client-problems'
import { useMutation } from '@tanstack/react-query'
import type { Dispatch, SetStateAction } from 'react'
import { call, serverMessageOr } from '../../platform/api'
import type { SafetyQuestion } from '../../platform/safety-question'
import { showToast } from '../../platform/toast'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog'
import { ReportDialog } from './ReportDialog'

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
    onError: (error) => showToast('danger', serverMessageOr(error, clientMessage('generic'))),
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
        <li>You can’t see each other’s profile or contact each other any more.</li>
        <li>{`${member.username} won’t be notified.`}</li>
        <li>You can unblock them at any time in your settings.</li>
        <li>
          Your messages are only hidden. For 180 days either of you can still report the other, and our team
          can then read your conversation.
        </li>
      </ul>
    </ConfirmDialog>
  )
}

/** Undefined if no question was asked yet, null if the last one was answered. */
export type OpenQuestion = SafetyQuestion | null | undefined

export type SafetyDialogsProps = {
  question: OpenQuestion
  onQuestion: Dispatch<SetStateAction<OpenQuestion>>
  member: { id: number; username: string }
  /** The report reasons from the server. */
  reasons: string[]
  blocked: boolean
  onBlocked: () => void
  onReported: () => void
}

export function SafetyDialogs(props: SafetyDialogsProps) {
  const { question, onQuestion, member, reasons, blocked, onBlocked, onReported } = props
  // A dialog calls onClose late, when another one may already be open.
  const close = (kind: SafetyQuestion['kind']) => onQuestion((now) => (now?.kind === kind ? null : now))
  return (
    <>
      <BlockDialog
        open={question?.kind === 'block'}
        onClose={() => close('block')}
        member={member}
        onBlocked={onBlocked}
      />
      <ReportDialog
        open={question?.kind === 'report'}
        onClose={(wasSent) => {
          close('report')
          if (wasSent) onReported()
        }}
        username={member.username}
        about={{ recipient_id: member.id }}
        message={question?.kind === 'report' ? question.message : undefined}
        reasons={reasons}
        onBlock={blocked ? undefined : () => onQuestion({ kind: 'block' })}
      />
    </>
  )
}
