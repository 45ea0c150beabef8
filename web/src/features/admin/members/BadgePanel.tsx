import type { AdminMember } from '@rosella/contract/admin/shapes'
import { REMOVAL_REASON_LENGTH } from '@rosella/contract/verification/rules'
import { useState } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { submitForm } from '../../../platform/submit-form'
import { Button } from '../../../ui/Button'
import { firstMissing } from '../../../ui/forms/first-missing'
import { TextArea } from '../../../ui/forms/TextArea'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog'
import { Tag } from '../../../ui/Tag'
import { memberName } from '../cases/case-labels'
import { Panel } from '../Panel'
import { useAdminAction } from '../use-admin'
import { date } from '../when'

/** Lets staff take the Verified badge away. */
export function BadgePanel({ member, isSelf }: { member: AdminMember; isSelf: boolean }) {
  const { id, verified_ts } = member
  const [asking, setAsking] = useState(false)
  const form = useForm({ defaultValues: { reason: '' } })
  const reason = useWatch({ control: form.control, name: 'reason' })
  const { errors, isSubmitting } = form.formState
  const remove = useAdminAction('POST /api/admin/verification-remove', {
    done: 'The badge has been removed.',
    handlesErrors: true,
  })

  function ask() {
    form.reset()
    setAsking(true)
  }

  async function send(fields: { reason: string }) {
    await remove.mutateAsync({ member_id: id, reason: fields.reason.trim() })
    setAsking(false)
  }

  return (
    <Panel
      title="Verified photos"
      aside={<Tag tone={verified_ts ? 'gum' : 'plain'}>{verified_ts ? 'Yes' : 'No'}</Tag>}
    >
      {verified_ts !== null && (
        <>
          <p>A moderator compared their photos with the camera on {date(verified_ts)}.</p>
          <Button
            tone="quiet"
            className="justify-self-start"
            missing={firstMissing([!isSelf, 'This is you.'])}
            onClick={ask}
          >
            Remove badge…
          </Button>
        </>
      )}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        written={reason !== ''}
        onConfirm={submitForm(form, send)}
        title={`Remove the badge of ${memberName(member)}?`}
        confirmLabel="Remove badge"
        pending={isSubmitting}
        error={errors.root?.message}
      >
        <Controller
          control={form.control}
          name="reason"
          rules={{
            validate: (text) => text.trim() !== '' || 'Please give a reason.',
          }}
          render={({ field }) => (
            <TextArea
              label="What the member reads"
              hint="They can verify their photos again."
              error={errors.reason?.message}
              limit={REMOVAL_REASON_LENGTH}
              maxLength={REMOVAL_REASON_LENGTH}
              {...field}
            />
          )}
        />
      </ConfirmDialog>
    </Panel>
  )
}
