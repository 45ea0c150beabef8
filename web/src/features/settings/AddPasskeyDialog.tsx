import { deviceWords } from '@rosella/contract/access/device-labels'
import { PASSKEY_NAME_MAX } from '@rosella/contract/access/rules'
import { useForm } from 'react-hook-form'
import { submitForm } from '../../platform/submit-form'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { Field } from '../../ui/Field'
import { useKeysChanged } from './use-own-keys'

type AddPasskeyDialogProps = { onClose: () => void; onAdded: () => void }

/** A name for it, and then the browser asks. */
export function AddPasskeyDialog({ onClose, onAdded }: AddPasskeyDialogProps) {
  const changed = useKeysChanged()
  const form = useForm({
    defaultValues: { name: deviceWords(navigator.userAgent).slice(0, PASSKEY_NAME_MAX) },
  })
  const { errors, isSubmitting } = form.formState

  async function add({ name }: { name: string }) {
    // The library comes with the first passkey.
    const { addPasskey, passkeyRefusal } = await import('../../platform/passkeys')
    try {
      changed(await addPasskey(name.trim()))
    } catch (error) {
      throw new Error(passkeyRefusal(error, 'No passkey was added. You can try again.'))
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
        <p>Your browser asks next where to keep it: on this device, on a phone, or on a security key.</p>
        {errors.root && <Alert>{errors.root.message}</Alert>}
        <Field
          label="Name"
          hint="So that you know it again in this list."
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
