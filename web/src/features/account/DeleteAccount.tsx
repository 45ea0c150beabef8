import { sentences } from '@rosella/contract/sentences'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../platform/api'
import { clearSession } from '../../platform/session'
import { showToast } from '../../platform/toast'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { Field } from '../../ui/Field'
import { SettingsCard } from '../../ui/SettingsCard'

/** What has to be typed, so that nobody deletes an account by a slip of the finger. */
const WORD = 'DELETE'

export function DeleteAccount() {
  const [asking, setAsking] = useState(false)
  return (
    <SettingsCard title="Delete account">
      <p className="text-muted">
        Your profile, photos, likes, roses, settings and all messages you sent or received are erased at once
        and cannot be brought back. You may want to download your data first.
      </p>
      <div>
        <Button tone="quiet" onClick={() => setAsking(true)}>
          Delete account
        </Button>
      </div>
      <DeleteDialog open={asking} onClose={() => setAsking(false)} />
    </SettingsCard>
  )
}

function DeleteDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const confirmed = typed.trim().toUpperCase() === WORD

  function close() {
    setTyped('')
    setProblem(undefined)
    onClose()
  }

  async function erase() {
    if (!confirmed || pending) return
    setPending(true)
    setProblem(undefined)
    try {
      await call('DELETE /api/account', {})
      clearSession()
      void navigate('/')
      showToast('success', sentences.accountDeleted)
    } catch (error) {
      setProblem((error as Error).message)
      setPending(false)
    }
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      title="Delete account"
      size="small"
      role="alertdialog"
      actions={
        <>
          <Button tone="quiet" onClick={close}>
            Keep my account
          </Button>
          <Button tone="danger" type="submit" form="delete-account" pending={pending} disabled={!confirmed}>
            Delete for ever
          </Button>
        </>
      }
    >
      <form
        id="delete-account"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void erase()
        }}
        className="grid gap-4"
      >
        <p>This is permanent: nobody, not even we, can undo it.</p>
        <Field
          label={`Type ${WORD} to confirm`}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          data-autofocus
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        {problem && <Alert>{problem}</Alert>}
      </form>
    </Dialog>
  )
}
