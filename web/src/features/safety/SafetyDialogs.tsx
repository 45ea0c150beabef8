import type { Dispatch, SetStateAction } from 'react'
import { BlockDialog } from './BlockDialog'
import { ReportDialog } from './ReportDialog'

/** None was asked for yet, or it was closed. */
export type OpenDialog = 'block' | 'report' | null | undefined

export type SafetyDialogsProps = {
  open: OpenDialog
  onOpen: Dispatch<SetStateAction<OpenDialog>>
  member: { id: number; username: string }
  /** What one may be reported for, as the server has it. */
  reasons: string[]
  blocked: boolean
  onBlocked: () => void
  onReported: () => void
}

export function SafetyDialogs(props: SafetyDialogsProps) {
  const { open, onOpen, member, reasons, blocked, onBlocked, onReported } = props
  // A dialog tells that it closed a moment later, when the other one may be open already.
  const close = (which: OpenDialog) => onOpen((now) => (now === which ? null : now))
  return (
    <>
      <BlockDialog
        open={open === 'block'}
        onClose={() => close('block')}
        member={member}
        onBlocked={onBlocked}
      />
      <ReportDialog
        open={open === 'report'}
        onClose={(wasSent) => {
          close('report')
          if (wasSent) onReported()
        }}
        member={member}
        reasons={reasons}
        onBlock={blocked ? undefined : () => onOpen('block')}
      />
    </>
  )
}
