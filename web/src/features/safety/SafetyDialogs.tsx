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
    onError: (error) => showToast('danger', serverMessageOr(error, clientMessage('generic'))),
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

/** None was asked yet, or the last one was answered. */
export type OpenQuestion = SafetyQuestion | null | undefined

export type SafetyDialogsProps = {
  question: OpenQuestion
  onQuestion: Dispatch<SetStateAction<OpenQuestion>>
  member: { id: number; username: string }
  /** What one may be reported for, as the server has it. */
  reasons: string[]
  blocked: boolean
  onNotInterested: () => void
  onBlocked: () => void
  onReported: () => void
}

export function SafetyDialogs(props: SafetyDialogsProps) {
  const { question, onQuestion, member, reasons, blocked, onNotInterested, onBlocked, onReported } = props
  // A dialog tells that it closed a moment later, when another one may be open already.
  const close = (kind: SafetyQuestion['kind']) => onQuestion((now) => (now?.kind === kind ? null : now))
  return (
    <>
      <NotInterestedDialog
        open={question?.kind === 'not-interested'}
        onClose={() => close('not-interested')}
        member={member}
        onDone={onNotInterested}
      />
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
