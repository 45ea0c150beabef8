import { sentences } from '@rosella/contract/sentences'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { call } from '../../platform/api'
import { clearSession } from '../../platform/session'
import { submitForm } from '../../platform/submit-form'
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
      <DeleteAccountDialog open={asking} onClose={() => setAsking(false)} />
    </SettingsCard>
  )
}

function DeleteAccountDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const navigate = useNavigate()
  const form = useForm({ defaultValues: { word: '' } })
  const typed = useWatch({ control: form.control, name: 'word' })
  const { errors, isSubmitting } = form.formState

  function close() {
    form.reset()
    onClose()
  }

  async function erase() {
    await call('DELETE /api/account', {})
    clearSession()
    await navigate('/')
    showToast('success', sentences.accountDeleted)
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
          <Button
            tone="danger"
            type="submit"
            form="delete-account"
            pending={isSubmitting}
            disabled={typed.trim().toUpperCase() !== WORD}
          >
            Delete for ever
          </Button>
        </>
      }
    >
      <form id="delete-account" noValidate onSubmit={submitForm(form, erase)} className="grid gap-4">
        <p>This is permanent: nobody, not even we, can undo it.</p>
        <p className="text-muted text-sm">
          What you and others wrote to each other is held encrypted for 90 days, readable by nobody, and
          opened only if one of them reports you. That you were in contact is known for 180 days.
        </p>
        <Field
          label={`Type ${WORD} to confirm`}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          data-autofocus
          {...form.register('word')}
        />
        {errors.root && <Alert>{errors.root.message}</Alert>}
      </form>
    </Dialog>
  )
}
