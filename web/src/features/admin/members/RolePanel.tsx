import { staffProblems } from '@rosella/contract/admin/problems'
import type { AdminMember } from '@rosella/contract/admin/shapes'
import { memberStatus } from '@rosella/contract/member/status'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { submitForm } from '../../../platform/submit-form'
import { Button } from '../../../ui/Button'
import { firstMissing } from '../../../ui/forms/first-missing'
import { Select } from '../../../ui/forms/Select'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog'
import { Tag } from '../../../ui/Tag'
import { memberName } from '../cases/case-labels'
import { Panel } from '../Panel'
import { useAdminAction } from '../use-admin'
import { roleLabels } from './status-labels'

type Choice = 'admin' | 'moderator' | ''

const options = [
  { value: '', label: 'None' },
  { value: 'moderator', label: 'Moderator: photos, verifications, reports, appeals and members' },
  { value: 'admin', label: 'Admin: everything' },
]

/** A member's staff role. Admins named in the configuration keep theirs. */
export function RolePanel({ member, isSelf }: { member: AdminMember; isSelf: boolean }) {
  const { id, role, role_configured, status, email_confirmed } = member
  const [asking, setAsking] = useState(false)
  const form = useForm<{ role: Choice }>({ defaultValues: { role: role ?? '' } })
  const { errors, isSubmitting } = form.formState
  const change = useAdminAction('POST /api/admin/member', {
    done: 'The role has been changed.',
    handlesErrors: true,
  })
  const isFit = status === memberStatus.active && email_confirmed

  function ask() {
    form.reset({ role: role ?? '' })
    setAsking(true)
  }

  async function send(fields: { role: Choice }) {
    await change.mutateAsync({ id, role: fields.role === '' ? null : fields.role })
    setAsking(false)
  }

  return (
    <Panel title="Role" aside={<Tag tone={role ? 'ink' : 'plain'}>{role ? roleLabels[role] : 'None'}</Tag>}>
      <Button
        tone="quiet"
        className="justify-self-start"
        missing={firstMissing(
          [!isSelf, 'This is you.'],
          [!role_configured, staffProblems['role.configured'][1]],
          [isFit || role !== null, staffProblems['role.unfit'][1]],
        )}
        onClick={ask}
      >
        Change the role…
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={submitForm(form, send)}
        title={`What may ${memberName(member)} do?`}
        confirmLabel="Change the role"
        tone="ink"
        pending={isSubmitting}
        error={errors.root?.message}
      >
        <Controller
          control={form.control}
          name="role"
          render={({ field }) => (
            <Select
              label="Role"
              hint="Takes effect immediately. Nobody can act as a moderator or admin, and only admins can decide cases about them."
              options={options}
              {...field}
            />
          )}
        />
      </ConfirmDialog>
    </Panel>
  )
}
