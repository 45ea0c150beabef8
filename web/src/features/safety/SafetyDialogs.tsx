import type { Dispatch, SetStateAction } from 'react'
import type { SafetyQuestion } from '../../platform/safety-question'
import { BlockDialog } from './BlockDialog'
import { NotInterestedDialog } from './NotInterestedDialog'
import { ReportDialog } from './ReportDialog'

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
