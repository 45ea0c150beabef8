import { UserRoundPlus } from 'lucide-react'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { submitForm } from '../../platform/submit-form'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { Field } from '../../ui/Field'
import { useAdminAction } from './use-admin'

/** An account with an address and nothing else, and a mail with the way in. */
export function InviteButton() {
  const [open, setOpen] = useState(false)
  const form = useForm({ defaultValues: { email: '' } })
  const email = useWatch({ control: form.control, name: 'email' })
  const { errors, isSubmitting } = form.formState
  const invite = useAdminAction('POST /api/admin/invite', {
    done: 'The invitation is on its way.',
    refusedHere: true,
  })

  function close() {
    setOpen(false)
    form.reset()
  }

  async function send(fields: { email: string }) {
    await invite.mutateAsync({ invite_email: fields.email.trim() })
    close()
  }

  return (
    <>
      <Button tone="quiet" icon={UserRoundPlus} onClick={() => setOpen(true)}>
        Invite
      </Button>
      <Dialog
        open={open}
        onClose={close}
        written={email !== ''}
        title="Invite somebody"
        size="small"
        actions={
          <>
            <Button tone="quiet" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" form="invite" disabled={!email.includes('@')} pending={isSubmitting}>
              Send invitation
            </Button>
          </>
        }
      >
        <form id="invite" onSubmit={submitForm(form, send)} className="grid gap-4">
          <Field
            type="email"
            label="Email"
            hint="They get a link that logs them in, and finish signing up themselves."
            autoComplete="off"
            data-autofocus
            maxLength={254}
            {...form.register('email')}
          />
          {errors.root && <Alert>{errors.root.message}</Alert>}
        </form>
      </Dialog>
    </>
  )
}
