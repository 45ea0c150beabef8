import type { AdminMember } from '@rosella/contract/admin/shapes'
import { memberStatus } from '@rosella/contract/member/status'
import { useState } from 'react'
import { ConfirmDialog } from '../../ui/ConfirmDialog'
import { TextArea } from '../../ui/TextArea'
import { nameOf } from './case-words'
import { dayStart, inAWeek, UntilField } from './UntilField'
import { useAdminAction } from './use-admin'

export type Step = 'lift' | 'suspend' | 'ban'

const REASON_CHARACTERS = 500
const statusAfter: Record<Step, number> = {
  lift: memberStatus.active,
  suspend: memberStatus.suspended,
  ban: memberStatus.banned,
}
const labels: Record<Step, string> = { lift: 'Lift', suspend: 'Suspend', ban: 'Ban' }

type StandingDialogProps = { step: Step; member: AdminMember; onClose: () => void }

/** A change of status outside a case: it says what will happen, and asks for the reason the member reads. */
export function StandingDialog({ step, member, onClose }: StandingDialogProps) {
  const [reason, setReason] = useState('')
  const [day, setDay] = useState(inAWeek)
  const [missing, setMissing] = useState(false)
  const change = useAdminAction('POST /api/admin/member', {
    done: 'The status has been changed.',
    refusedHere: true,
  })
  const name = nameOf(member)

  function confirm() {
    if (step !== 'lift' && reason.trim() === '') return setMissing(true)
    change.mutate(
      {
        id: member.id,
        status: statusAfter[step],
        ...(step === 'lift' ? {} : { reason: reason.trim() }),
        ...(step === 'suspend' ? { until_ts: dayStart(day) } : {}),
      },
      { onSuccess: onClose },
    )
  }

  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={confirm}
      title={step === 'lift' ? `Let ${name} back in?` : `${labels[step]} ${name}?`}
      confirmLabel={labels[step]}
      tone={step === 'lift' ? 'ink' : 'danger'}
      pending={change.isPending}
      error={change.error?.message}
    >
      <div className="grid gap-4">
        <p>
          {step === 'lift'
            ? `${name} can log in again at once, and others see them again. Nothing that a case decided before comes back.`
            : `${name} is logged out everywhere at once and is no longer seen by anyone. No mail is sent: they read the reason when they try to log in.`}
        </p>
        {step === 'suspend' && (
          <UntilField
            label="Suspended until"
            hint="They can log in again on this day. Without one, until an admin lifts it."
            day={day}
            onChange={setDay}
          />
        )}
        {step !== 'lift' && (
          <TextArea
            label="Reason"
            hint={`${name} reads it.`}
            error={missing && reason.trim() === '' && 'Please give the reason.'}
            limit={REASON_CHARACTERS}
            maxLength={REASON_CHARACTERS}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </div>
    </ConfirmDialog>
  )
}
