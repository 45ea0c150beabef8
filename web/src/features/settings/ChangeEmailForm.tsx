import { isEmail, LOGIN_PASSWORD_MIN } from '@rosella/contract/access/rules'
import { problemMessage, problems } from '@rosella/contract/problems'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { CallFailed, call, saidOr } from '../../platform/api'
import { useEmailCheck } from '../../platform/email-check'
import { reloadSession } from '../../platform/reload-session'
import { getSession, setSession } from '../../platform/session'
import { submitForm } from '../../platform/submit-form'
import { showToast } from '../../platform/toast'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { Field } from '../../ui/Field'
import { firstMissing } from '../../ui/first-missing'
import { PasswordInput } from '../../ui/PasswordInput'
import { ForgottenPassword } from './ForgottenPassword'

interface Fields {
  newEmail: string
  password: string
}

export function ChangeEmailForm() {
  // A new key empties the form.
  const [changes, setChanges] = useState(0)
  return <EmailForm key={changes} onChanged={() => setChanges((count) => count + 1)} />
}

function EmailForm({ onChanged }: { onChanged: () => void }) {
  const form = useForm<Fields>({ defaultValues: { newEmail: '', password: '' }, mode: 'onTouched' })
  const { newEmail, password } = useWatch({ control: form.control }) as Fields
  const { errors, isSubmitting } = form.formState
  // Not while it is being changed: from that moment on it is taken, by this member.
  const isTaken = useEmailCheck(isSubmitting ? '' : newEmail).state === 'taken'

  async function change(fields: Fields) {
    const new_email = fields.newEmail.trim()
    const sent = call('POST /api/change-email', { new_email, password: fields.password })
    const answer = await sent.catch((error: unknown) => {
      if (!isTakenRefusal(error)) throw error
      form.setError('newEmail', { message: error.message }, { shouldFocus: true })
    })
    if (!answer) return
    const session = getSession()
    if (session) setSession({ ...session, email: new_email, email_confirmed: false, token: answer.token })
    showToast('success', answer.message)
    onChanged()
    await reloadSession()
  }

  return (
    <form
      noValidate
      onSubmit={submitForm(form, change, (error) => saidOr(error, problemMessage('email.change-failed')))}
      aria-label="Change email"
      className="grid max-w-lg gap-5"
    >
      <p className="text-muted">
        We send a verification link to the new address and a notice to the old one. Other devices are logged
        out.
      </p>
      {errors.root && <Alert>{errors.root.message}</Alert>}
      <Field
        label="New email"
        type="email"
        autoComplete="email"
        inputMode="email"
        error={isTaken ? problems['email.taken'][1] : errors.newEmail?.message}
        {...form.register('newEmail', {
          validate: (value) => value === '' || isEmail(value.trim()) || problems['email.invalid'][1],
        })}
      />
      <div>
        <PasswordInput label="Your password" {...form.register('password')} />
        <ForgottenPassword email={getSession()?.email ?? ''} label="Don’t know it? Email me a link" />
      </div>
      <div>
        <Button
          type="submit"
          pending={isSubmitting}
          missing={firstMissing(
            [isEmail(newEmail.trim()), 'Enter your new email address first.'],
            [!isTaken, 'Enter an address that is not in use.'],
            [password.length >= LOGIN_PASSWORD_MIN, 'Enter your password, so that we know it is you.'],
          )}
        >
          Change email
        </Button>
      </div>
    </form>
  )
}

const isTakenRefusal = (error: unknown): error is CallFailed =>
  error instanceof CallFailed && error.status === 403 && error.said === problems['email.taken'][1]
