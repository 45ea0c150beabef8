import { isPassword } from '@rosella/contract/access/rules'
import { problems } from '@rosella/contract/problems'
import { sentences } from '@rosella/contract/sentences'
import { useForm, useWatch } from 'react-hook-form'
import { CallFailed, call } from '../../platform/api'
import { passwordRule } from '../../platform/password-rule'
import { submitForm } from '../../platform/submit-form'
import { showToast } from '../../platform/toast'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { firstMissing } from '../../ui/first-missing'
import { PasswordInput } from '../../ui/PasswordInput'
import { StrengthChecklist } from '../../ui/StrengthChecklist'

interface Fields {
  password: string
  repeatPassword: string
}

export function ChangePasswordForm({ email, onChanged }: { email: string; onChanged: () => void }) {
  const form = useForm<Fields>({ defaultValues: { password: '', repeatPassword: '' } })
  const { password, repeatPassword } = useWatch({ control: form.control }) as Fields
  const { errors, isSubmitting } = form.formState

  async function change(fields: Fields) {
    await call('POST /api/change-password', fields)
    showToast('success', sentences.newPasswordSaved)
    onChanged()
  }

  return (
    <form
      noValidate
      onSubmit={submitForm(form, change, refusal)}
      aria-label="Change password"
      className="flex flex-col gap-5"
    >
      <p className="text-muted">
        For <strong className="font-semibold text-ink">{email}</strong>
      </p>
      {errors.root && <Alert>{errors.root.message}</Alert>}
      {/* Tells a password manager whose password this is. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordInput label="New password" rule={passwordRule} {...form.register('password')} />
      <StrengthChecklist password={password} />
      <PasswordInput
        label="Repeat new password"
        autoComplete="new-password"
        error={
          repeatPassword !== '' && repeatPassword !== password ? problems['password.mismatch'][1] : undefined
        }
        {...form.register('repeatPassword')}
      />
      <div className="flex flex-col">
        <Button
          type="submit"
          size="large"
          className="w-full"
          pending={isSubmitting}
          missing={firstMissing(
            [isPassword(password), 'Choose a password of 8 to 64 characters first.'],
            [repeatPassword !== '', 'Repeat the password to be sure.'],
            [repeatPassword === password, 'The two have to be the same.'],
          )}
        >
          Submit
        </Button>
      </div>
    </form>
  )
}

function refusal(error: unknown): string {
  if (!(error instanceof CallFailed)) return problems.generic[1]
  if (error.status === 401) return problems['session.lost'][1]
  if (error.status === 404) return problems['email.unknown'][1]
  return error.message
}
