import { deviceLabel } from '@rosella/contract/access/device-labels'
import { PASSKEY_NAME_MAX } from '@rosella/contract/access/rules'
import { sentences } from '@rosella/contract/sentences'
import Fingerprint from 'lucide-react/icons/fingerprint-pattern'
import KeyRound from 'lucide-react/icons/key-round'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { call } from '../../platform/api'
import { submitForm } from '../../platform/submit-form'
import { TimeAgo } from '../../platform/TimeAgo'
import { showToast } from '../../platform/toast'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { Field } from '../../ui/forms/Field'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog'
import { Dialog } from '../../ui/overlays/Dialog'
import { SettingsCard } from '../../ui/SettingsCard'
import { Skeleton } from '../../ui/Skeleton'
import { VisuallyHidden } from '../../ui/VisuallyHidden'
import { LoadFailed } from './LoadFailed'
import { type OwnCredentials, useCredentials, useCredentialsChanged } from './use-credentials'

type AddPasskeyDialogProps = { onClose: () => void; onAdded: () => void }

/** Asks for a name before the browser's own prompt. */
export function AddPasskeyDialog({ onClose, onAdded }: AddPasskeyDialogProps) {
  const changed = useCredentialsChanged()
  const form = useForm({
    defaultValues: { name: deviceLabel(navigator.userAgent).slice(0, PASSKEY_NAME_MAX) },
  })
  const { errors, isSubmitting } = form.formState

  async function add({ name }: { name: string }) {
    // Loaded on demand.
    const { addPasskey, passkeyError } = await import('../../platform/session/passkeys')
    try {
      changed(await addPasskey(name.trim()))
    } catch (error) {
      throw new Error(passkeyError(error, 'No passkey was added. You can try again.'))
    }
    onClose()
    onAdded()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Add a passkey"
      size="small"
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="add-passkey" pending={isSubmitting}>
            Continue
          </Button>
        </>
      }
    >
      <form id="add-passkey" noValidate onSubmit={submitForm(form, add)} className="grid gap-4">
        <p>Next, your browser will ask where to store it: on this device, on a phone or on a security key.</p>
        {errors.root && <Alert>{errors.root.message}</Alert>}
        <Field
          label="Name"
          hint="So you can recognise it in this list."
          autoComplete="off"
          maxLength={PASSKEY_NAME_MAX}
          data-autofocus
          error={errors.name?.message}
          {...form.register('name', { validate: (name) => name.trim() !== '' || 'Please give it a name.' })}
        />
      </form>
    </Dialog>
  )
}

type Passkey = OwnCredentials['passkeys'][number]

export function PasskeysCard() {
  const keys = useCredentials()
  return (
    <SettingsCard title="Passkeys">
      <p className="text-muted">
        Log in with your fingerprint, your face or your device’s screen lock, without an email or password.
        Nobody can guess a passkey, and it only works on this site.
      </p>
      {keys.data ? (
        <PasskeyList passkeys={keys.data.passkeys} />
      ) : keys.error ? (
        <LoadFailed query={keys} />
      ) : (
        <div>
          <VisuallyHidden>{sentences.loading}</VisuallyHidden>
          <Skeleton className="petal-md h-19" />
        </div>
      )}
    </SettingsCard>
  )
}

function PasskeyList({ passkeys }: { passkeys: Passkey[] }) {
  const list = useRef<HTMLUListElement>(null)
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<Passkey>()
  const [changes, setChanges] = useState(0)
  const isSupported = typeof window.PublicKeyCredential === 'function'

  // The focused button is gone with its passkey.
  useEffect(() => {
    if (changes > 0) list.current?.focus()
  }, [changes])

  function announce(message: string) {
    showToast('success', message)
    setChanges((count) => count + 1)
  }

  return (
    <>
      {passkeys.length > 0 && (
        <ul ref={list} tabIndex={-1} aria-label="Your passkeys" className="grid gap-3 outline-none">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => setRemoving(passkey)} />
          ))}
        </ul>
      )}
      <div>
        <Button
          tone={passkeys.length > 0 ? 'quiet' : 'ink'}
          icon={Fingerprint}
          missing={isSupported ? null : 'This browser doesn’t support passkeys.'}
          onClick={() => setAdding(true)}
        >
          Add a passkey
        </Button>
      </div>
      {adding && (
        <AddPasskeyDialog onClose={() => setAdding(false)} onAdded={() => announce('Passkey added.')} />
      )}
      {removing && (
        <RemoveDialog
          passkey={removing}
          onClose={() => setRemoving(undefined)}
          onRemoved={() => announce('Passkey removed.')}
        />
      )}
    </>
  )
}

function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const { name, created_ts, last_used_ts } = passkey
  return (
    <li className="petal-md flex flex-wrap items-center gap-x-4 gap-y-2 bg-sunken px-5 py-3.5">
      <KeyRound aria-hidden="true" className="size-6 shrink-0" />
      <div className="min-w-0 flex-1 basis-40">
        <p className="wrap-anywhere font-semibold">{name}</p>
        <p className="text-muted text-sm">
          Added <TimeAgo at={created_ts * 1000} />
          {', '}
          {last_used_ts === null ? (
            'not used yet'
          ) : (
            <>
              last used <TimeAgo at={last_used_ts * 1000} />
            </>
          )}
        </p>
      </div>
      <Button
        tone="quiet"
        onClick={onRemove}
        aria-label={`Remove the passkey ${name}`}
        className="max-sm:ms-10"
      >
        Remove
      </Button>
    </li>
  )
}

type RemoveDialogProps = { passkey: Passkey; onClose: () => void; onRemoved: () => void }

function RemoveDialog({ passkey, onClose, onRemoved }: RemoveDialogProps) {
  const changed = useCredentialsChanged()
  const [state, setState] = useState<{ pending: boolean; error?: string }>({ pending: false })
  async function remove() {
    setState({ pending: true })
    try {
      changed(await call('POST /api/passkey-delete', { id: passkey.id }))
      onClose()
      onRemoved()
    } catch (error) {
      setState({ pending: false, error: (error as Error).message })
    }
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => void remove()}
      title="Remove this passkey?"
      confirmLabel="Remove"
      pending={state.pending}
      error={state.error}
    >
      {`You’ll no longer be able to log in with “${passkey.name}”. You may want to remove it from your device as well. We’ll email you a link to undo this within 48 hours.`}
    </ConfirmDialog>
  )
}
