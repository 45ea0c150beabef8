import { isPassword } from '@rosella/contract/access/rules'
import { problems } from '@rosella/contract/problems'
import { sentences } from '@rosella/contract/sentences'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { CallFailed, call } from '../../platform/api'
import { passwordRule } from '../../platform/password-rule'
import { showToast } from '../../platform/toast'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { PasswordInput } from '../../ui/PasswordInput'
import { StrengthChecklist } from '../../ui/StrengthChecklist'

interface Fields {
  password: string
  repeatPassword: string
}

export function ChangePasswordForm({ email, onChanged }: { email: string; onChanged: () => void }) {
  const [problem, setProblem] = useState<string>()
  const form = useForm<Fields>({ defaultValues: { password: '', repeatPassword: '' } })
  const { password, repeatPassword } = useWatch({ control: form.control }) as Fields
  const missing = whatIsMissing(password, repeatPassword)

  async function change(fields: Fields) {
    setProblem(undefined)
    try {
      await call('POST /api/change-password', fields)
      showToast('success', sentences.newPasswordSaved)
      onChanged()
    } catch (error) {
      setProblem(problemOf(error))
    }
  }

  return (
    <form
      noValidate
      onSubmit={form.handleSubmit(change)}
      aria-label="Change password"
      className="flex flex-col gap-5"
    >
      <p className="text-muted">
        For <strong className="font-semibold text-ink">{email}</strong>
      </p>
      {problem && <Alert>{problem}</Alert>}
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
          pending={form.formState.isSubmitting}
          disabled={missing !== undefined}
          reason={missing ?? ''}
        >
          Submit
        </Button>
      </div>
    </form>
  )
}

function whatIsMissing(password: string, repeated: string): string | undefined {
  if (!isPassword(password)) return 'Choose a password of 8 to 64 characters first.'
  if (repeated === '') return 'Repeat the password to be sure.'
  return repeated === password ? undefined : 'The two have to be the same.'
}

function problemOf(error: unknown): string {
  if (!(error instanceof CallFailed)) return problems.generic[1]
  if (error.status === 401) return problems['session.lost'][1]
  if (error.status === 404) return problems['email.unknown'][1]
  return error.message
}
