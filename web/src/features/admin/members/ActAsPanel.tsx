import { staffProblems } from '@rosella/contract/admin/problems'
import { IMPERSONATION_REASON } from '@rosella/contract/admin/rules'
import type { AdminMember } from '@rosella/contract/admin/shapes'
import { memberStatus } from '@rosella/contract/member/status'
import VenetianMask from 'lucide-react/icons/venetian-mask'
import { useState } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { startImpersonating } from '../../../platform/session/session'
import { submitForm } from '../../../platform/submit-form'
import { Button } from '../../../ui/Button'
import { firstMissing } from '../../../ui/forms/first-missing'
import { TextArea } from '../../../ui/forms/TextArea'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog'
import { memberName } from '../cases/case-labels'
import { Panel } from '../Panel'
import { useAdminAction } from '../use-admin'

/** Lets an admin use the site as the member for an hour. */
export function ActAsPanel({ member, isSelf }: { member: AdminMember; isSelf: boolean }) {
  const [asking, setAsking] = useState(false)
  const form = useForm({ defaultValues: { reason: '' } })
  const reason = useWatch({ control: form.control, name: 'reason' })
  const { errors, isSubmitting } = form.formState
  const impersonate = useAdminAction('POST /api/admin/impersonate', { handlesErrors: true })
  const name = memberName(member)
  const canLogIn = member.status === memberStatus.active || member.status === memberStatus.unfinished

  function ask() {
    form.reset()
    setAsking(true)
  }

  async function act(fields: { reason: string }) {
    startImpersonating(await impersonate.mutateAsync({ id: member.id, reason: fields.reason.trim() }))
  }

  return (
    <Panel title="Act as this member">
      <p className="text-muted">See what they see when they ask for help.</p>
      <Button
        tone="quiet"
        icon={VenetianMask}
        className="justify-self-start"
        missing={firstMissing(
          [!isSelf, 'This is you.'],
          [member.role === null, staffProblems['impersonate.staff'][1]],
          [canLogIn, 'You can only act as members who can log in.'],
        )}
        onClick={ask}
      >
        Act as this member…
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        written={reason !== ''}
        onConfirm={submitForm(form, act)}
        title={`Act as ${name}?`}
        confirmLabel={`Act as ${name}`}
        tone="ink"
        pending={isSubmitting}
        error={errors.root?.message}
      >
        <ul className="mb-4 grid list-disc gap-1.5 ps-5">
          <li>For an hour, you see the site as {name}. ‘Back to Admin’ brings you back here.</li>
          <li>Browsing leaves no trace: no profile views, no read receipts, and they don’t appear online.</li>
          <li>You can’t like, send roses or messages, report, or change the password, email or account.</li>
          <li>You can change their profile, photos, favourites and blocks. Those changes are real.</li>
          <li>The audit log records that you did this, why, and what you changed.</li>
        </ul>
        <Controller
          control={form.control}
          name="reason"
          rules={{ validate: (reason) => reason.trim() !== '' || staffProblems['impersonate.reason'][1] }}
          render={({ field }) => (
            <TextArea
              label="Reason"
              hint="Other admins can read this."
              error={errors.reason?.message}
              limit={IMPERSONATION_REASON.characters}
              maxLength={IMPERSONATION_REASON.characters}
              {...field}
            />
          )}
        />
      </ConfirmDialog>
    </Panel>
  )
}
