import { UserRoundPlus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { Field } from '../../ui/Field'
import { useAdminAction } from './use-admin'

/** An account with an address and nothing else, and a mail with the way in. */
export function InviteButton() {
  const [open, setOpen] = useState(false)
  const [email, setEmail] = useState('')
  const invite = useAdminAction('POST /api/admin/invite', {
    done: 'The invitation is on its way.',
    refusedHere: true,
  })

  function close() {
    setOpen(false)
    setEmail('')
    invite.reset()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    invite.mutate({ invite_email: email.trim() }, { onSuccess: close })
  }

  return (
    <>
      <Button tone="quiet" icon={UserRoundPlus} onClick={() => setOpen(true)}>
        Invite
      </Button>
      <Dialog
        open={open}
        onClose={close}
        title="Invite somebody"
        size="small"
        actions={
          <>
            <Button tone="quiet" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" form="invite" disabled={!email.includes('@')} pending={invite.isPending}>
              Send invitation
            </Button>
          </>
        }
      >
        <form id="invite" onSubmit={submit} className="grid gap-4">
          <Field
            type="email"
            label="Email"
            hint="They get a link that logs them in, and finish signing up themselves."
            autoComplete="off"
            data-autofocus
            maxLength={254}
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
          {invite.error && <Alert>{invite.error.message}</Alert>}
        </form>
      </Dialog>
    </>
  )
}
