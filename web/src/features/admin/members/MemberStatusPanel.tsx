import type { AdminMember } from '@rosella/contract/admin/shapes'
import { memberStatus } from '@rosella/contract/member/status'
import { useState } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { submitForm } from '../../../platform/submit-form'
import { Button, ButtonLink } from '../../../ui/Button'
import { TextArea } from '../../../ui/forms/TextArea'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog'
import { Tag } from '../../../ui/Tag'
import { memberName, statusTag } from '../cases/case-labels'
import { Facts, Panel } from '../Panel'
import { dayStart, inAWeek, UntilField } from '../UntilField'
import { useAdminAction } from '../use-admin'
import { siteDate } from '../when'

export type StatusChange = 'lift' | 'suspend' | 'ban'

const REASON_CHARACTERS = 500
const statusAfter: Record<StatusChange, number> = {
  lift: memberStatus.active,
  suspend: memberStatus.suspended,
  ban: memberStatus.banned,
}
const labels: Record<StatusChange, string> = { lift: 'Lift', suspend: 'Suspend', ban: 'Ban' }

/** Lifting restores the status before, which may be an earlier suspension. */
function afterLifting(name: string, { lifted_status, lifted_until_ts }: AdminMember): string {
  switch (lifted_status) {
    case memberStatus.banned:
      return `${name} stays banned because of an earlier decision.`
    case memberStatus.suspended:
      return lifted_until_ts === null
        ? `The suspension before it applies again, until somebody lifts it too.`
        : `The suspension before it applies again, until ${siteDate(lifted_until_ts)}.`
    case memberStatus.deactivated:
      return `${name} can log in again immediately. They had deactivated their account, so nobody sees them until they do.`
    case memberStatus.unfinished:
      return `${name} can log in again immediately and finish signing up.`
    default:
      return `${name} can log in again immediately, and others can see them again.`
  }
}

type MemberStatusDialogProps = { step: StatusChange; member: AdminMember; onClose: () => void }

/** Changes a status outside a case. Explains the effect and asks for the reason, which the member reads. */
export function MemberStatusDialog({ step, member, onClose }: MemberStatusDialogProps) {
  const form = useForm({ defaultValues: { reason: '', day: inAWeek() } })
  const reason = useWatch({ control: form.control, name: 'reason' })
  const { errors, isSubmitting } = form.formState
  const change = useAdminAction('POST /api/admin/member', {
    done: 'The status has been changed.',
    handlesErrors: true,
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
      title={
        step === 'lift'
          ? `Lift the ${member.status === memberStatus.banned ? 'ban' : 'suspension'} of ${name}?`
          : `${labels[step]} ${name}?`
      }
      confirmLabel={labels[step]}
      tone={step === 'lift' ? 'ink' : 'danger'}
      pending={isSubmitting}
      error={errors.root?.message}
    >
      <div className="grid gap-4">
        <p>
          {step === 'lift'
            ? afterLifting(name, member)
            : `${name} is logged out everywhere immediately, and nobody can see them any more. They get no email, but read the reason when they try to log in.`}
        </p>
        {step === 'suspend' && (
          <Controller
            control={form.control}
            name="day"
            render={({ field: { value, onChange } }) => (
              <UntilField
                label="Suspended until"
                hint="They can log in again on this day. If it’s empty, the suspension lasts until somebody lifts it."
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
            rules={{ validate: (reason) => reason.trim() !== '' || 'Please give a reason.' }}
            render={({ field }) => (
              <TextArea
                label="Reason"
                hint={`${name} will read this.`}
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

type MemberStatusPanelProps = { member: AdminMember; isSelf: boolean; forAdmin: boolean }

/** The member's status and its reason, with buttons to change it. */
export function MemberStatusPanel({ member, isSelf, forAdmin }: MemberStatusPanelProps) {
  const [step, setStep] = useState<StatusChange | null>(null)
  const { status, status_reason, status_until_ts, status_report_id } = member
  const { label, tone } = statusTag(status)
  const isOut = status === memberStatus.suspended || status === memberStatus.banned
  return (
    <Panel title="Status" aside={<Tag tone={tone}>{label}</Tag>}>
      {isOut && (
        <Facts
          facts={[
            ['Reason', status_reason ?? 'None given'],
            [
              'Until',
              status === memberStatus.suspended &&
                (status_until_ts === null ? 'A moderator lifts it' : siteDate(status_until_ts)),
            ],
            [
              'From',
              status_report_id !== null && (
                <Link key="case" to={`/admin/reports/${status_report_id}`} className="underline">
                  Case {status_report_id}
                </Link>
              ),
            ],
          ]}
        />
      )}
      {isSelf ? (
        <p className="text-muted">This is you. You can’t change your own status, but another admin can.</p>
      ) : status === memberStatus.banned && !forAdmin ? (
        <p className="text-muted">Only admins can lift a ban.</p>
      ) : (
        <div className="flex flex-wrap gap-2">
          {isOut && <Button onClick={() => setStep('lift')}>Lift…</Button>}
          <Button tone="quiet" onClick={() => setStep('suspend')}>
            {status === memberStatus.suspended ? 'Change the suspension…' : 'Suspend…'}
          </Button>
          {status !== memberStatus.banned && (
            <Button tone="quiet" onClick={() => setStep('ban')}>
              Ban…
            </Button>
          )}
          <ButtonLink to={`/admin/members/bulk?photos=${member.id}`} tone="quiet">
            Find others with these photos
          </ButtonLink>
        </div>
      )}
      {step && <MemberStatusDialog step={step} member={member} onClose={() => setStep(null)} />}
    </Panel>
  )
}
