import type { AdminMember } from '@rosella/contract/admin/shapes'
import { memberStatus } from '@rosella/contract/member/status'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { submitForm } from '../../platform/submit-form'
import { ConfirmDialog } from '../../ui/ConfirmDialog'
import { TextArea } from '../../ui/TextArea'
import { memberName } from './case-words'
import { dayStart, inAWeek, UntilField } from './UntilField'
import { useAdminAction } from './use-admin'

export type StatusChange = 'lift' | 'suspend' | 'ban'

const REASON_CHARACTERS = 500
const statusAfter: Record<StatusChange, number> = {
  lift: memberStatus.active,
  suspend: memberStatus.suspended,
  ban: memberStatus.banned,
}
const labels: Record<StatusChange, string> = { lift: 'Lift', suspend: 'Suspend', ban: 'Ban' }

type MemberStatusDialogProps = { step: StatusChange; member: AdminMember; onClose: () => void }

/** A change of status outside a case: it says what will happen, and asks for the reason the member reads. */
export function MemberStatusDialog({ step, member, onClose }: MemberStatusDialogProps) {
  const form = useForm({ defaultValues: { reason: '', day: inAWeek() } })
  const reason = useWatch({ control: form.control, name: 'reason' })
  const { errors, isSubmitting } = form.formState
  const change = useAdminAction('POST /api/admin/member', {
    done: 'The status has been changed.',
    refusedHere: true,
  })
  const name = memberName(member)

  async function send({ reason, day }: { reason: string; day: string }) {
    await change.mutateAsync({
      id: member.id,
      status: statusAfter[step],
      ...(step === 'lift' ? {} : { reason: reason.trim() }),
      ...(step === 'suspend' ? { until_ts: dayStart(day) } : {}),
    })
    onClose()
  }

  return (
    <ConfirmDialog
      open
      onClose={onClose}
      written={reason !== ''}
      onConfirm={submitForm(form, send)}
      title={step === 'lift' ? `Let ${name} back in?` : `${labels[step]} ${name}?`}
      confirmLabel={labels[step]}
      tone={step === 'lift' ? 'ink' : 'danger'}
      pending={isSubmitting}
      error={errors.root?.message}
    >
      <div className="grid gap-4">
        <p>
          {step === 'lift'
            ? `${name} can log in again at once, and others see them again. Nothing that a case decided before comes back.`
            : `${name} is logged out everywhere at once and is no longer seen by anyone. No mail is sent: they read the reason when they try to log in.`}
        </p>
        {step === 'suspend' && (
          <Controller
            control={form.control}
            name="day"
            render={({ field: { value, onChange } }) => (
              <UntilField
                label="Suspended until"
                hint="They can log in again on this day. Without one, until an admin lifts it."
                day={value}
                onChange={onChange}
              />
            )}
          />
        )}
        {step !== 'lift' && (
          <Controller
            control={form.control}
            name="reason"
            rules={{ validate: (reason) => reason.trim() !== '' || 'Please give the reason.' }}
            render={({ field }) => (
              <TextArea
                label="Reason"
                hint={`${name} reads it.`}
                error={errors.reason?.message}
                limit={REASON_CHARACTERS}
                maxLength={REASON_CHARACTERS}
                {...field}
              />
            )}
          />
        )}
      </div>
    </ConfirmDialog>
  )
}
