import { isPassword } from '@rosella/contract/access/rules'
import { clientMessage } from '@rosella/contract/client-problems'
import { sentences } from '@rosella/contract/sentences'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { call, serverMessageOr } from '../../platform/api'
import { passwordRule } from '../../platform/session/password-rule'
import { isImpersonating, useSession } from '../../platform/session/session'
import { submitForm } from '../../platform/submit-form'
import { showToast } from '../../platform/toast'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { firstMissing } from '../../ui/forms/first-missing'
import { PasswordInput } from '../../ui/forms/PasswordInput'
import { StrengthChecklist } from '../../ui/forms/StrengthChecklist'
import { SettingsCard } from '../../ui/SettingsCard'
import { ForgottenPassword } from './ForgottenPassword'
import { PasskeysCard } from './PasskeysCard'
import { SessionsCard } from './SessionsCard'
import { TwoStepCard } from './TwoStepCard'
import { useRefreshSessions } from './use-sessions'

interface Fields {
  current: string
  next: string
  repeat: string
}

export function PasswordSection() {
  const session = useSession()
  // A new key clears the form and its errors.
  const [changes, setChanges] = useState(0)
  return (
    <>
      <SettingsCard title="Password">
        {session?.has_password === false ? (
          <div className="grid max-w-lg gap-2">
            <p className="text-muted">You don’t have a password yet. You log in with a link or code.</p>
            <ForgottenPassword email={session.email} label="Email me a link to choose one" />
          </div>
        ) : (
          <PasswordForm
            key={changes}
            email={session?.email ?? ''}
            onChanged={() => setChanges((count) => count + 1)}
          />
        )}
      </SettingsCard>
      {!isImpersonating() && (
        <>
          <PasskeysCard />
          <TwoStepCard />
        </>
      )}
      <SessionsCard />
    </>
  )
}

function PasswordForm({ email, onChanged }: { email: string; onChanged: () => void }) {
  const refreshSessions = useRefreshSessions()
  const form = useForm<Fields>({ defaultValues: { current: '', next: '', repeat: '' } })
  const { current, next, repeat } = useWatch({ control: form.control }) as Fields
  const { errors, isSubmitting } = form.formState

  async function change(fields: Fields) {
    await call('POST /api/settings-change-password', { current: fields.current, new: fields.next })
    showToast('success', sentences.passwordChanged)
    void refreshSessions()
    onChanged()
  }

  return (
    <form
      noValidate
      onSubmit={submitForm(form, change, (error) =>
        serverMessageOr(error, 'Error changing password. Please try again.'),
      )}
      aria-label="Change password"
      className="grid max-w-lg gap-5"
    >
      <p className="text-muted">
        Changing your password logs out every other device. This one stays logged in.
      </p>
      {errors.root && <Alert>{errors.root.message}</Alert>}
      {/* Lets a password manager know which account the password belongs to. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <div>
        <PasswordInput
          label="Current password"
          error={current !== '' && !isPassword(current) ? clientMessage('password.invalid') : undefined}
          {...form.register('current')}
        />
        <ForgottenPassword email={email} label="Don’t know it? Email me a link" />
      </div>
      <PasswordInput label="New password" rule={passwordRule} {...form.register('next')} />
      <StrengthChecklist password={next} />
      <PasswordInput
        label="Repeat new password"
        autoComplete="new-password"
        error={repeat !== '' && repeat !== next ? clientMessage('password.mismatch') : undefined}
        {...form.register('repeat')}
      />
      <div>
        <Button
          type="submit"
          pending={isSubmitting}
          missing={firstMissing(
            [isPassword(current), 'Enter your current password first.'],
            [isPassword(next), 'Choose a new password of 8 to 64 characters.'],
            [repeat !== '', 'Repeat the new password to be sure.'],
            [repeat === next, 'The two passwords must match.'],
          )}
        >
          Save
        </Button>
      </div>
    </form>
  )
}
