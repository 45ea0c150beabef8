import { isPassword } from '@rosella/contract/access/rules'
import { problemMessage, problems } from '@rosella/contract/problems'
import { sentences } from '@rosella/contract/sentences'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { call, saidOr } from '../../platform/api'
import { passwordRule } from '../../platform/password-rule'
import { useSession } from '../../platform/session'
import { showToast } from '../../platform/toast'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { PasswordInput } from '../../ui/PasswordInput'
import { StrengthChecklist } from '../../ui/StrengthChecklist'
import { ForgottenPassword } from './ForgottenPassword'
import { SessionsCard } from './SessionsCard'
import { SettingsCard } from './SettingsCard'
import { useRefreshSessions } from './use-sessions'

interface Fields {
  current: string
  next: string
  repeat: string
}
const empty: Fields = { current: '', next: '', repeat: '' }

export function PasswordSection() {
  const session = useSession()
  // A new key empties the form: the fields judge what is typed, and keep it themselves.
  const [changes, setChanges] = useState(0)
  return (
    <>
      <SettingsCard title="Password">
        {session?.has_password === false ? (
          <div className="grid max-w-lg gap-2">
            <p className="text-muted">You have no password yet: so far you log in by link or code.</p>
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
      <SessionsCard />
    </>
  )
}

function PasswordForm({ email, onChanged }: { email: string; onChanged: () => void }) {
  const [problem, setProblem] = useState<string>()
  const refreshSessions = useRefreshSessions()
  const form = useForm<Fields>({ defaultValues: empty })
  const fields = useWatch({ control: form.control }) as Fields
  const { current, next, repeat } = fields
  const missing = whatIsMissing(fields)

  async function change() {
    setProblem(undefined)
    try {
      await call('POST /api/settings-change-password', { current, new: next })
      showToast('success', sentences.passwordChanged)
      void refreshSessions()
      onChanged()
    } catch (error) {
      setProblem(saidOr(error, problemMessage('password.change-failed')))
    }
  }

  return (
    <form
      noValidate
      onSubmit={form.handleSubmit(change)}
      aria-label="Change password"
      className="grid max-w-lg gap-5"
    >
      <p className="text-muted">A new password logs every other device out. This one stays logged in.</p>
      {problem && <Alert>{problem}</Alert>}
      {/* Tells a password manager whose password this is. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <div>
        <PasswordInput
          label="Current password"
          error={current !== '' && !isPassword(current) ? problems['password.invalid'][1] : undefined}
          {...form.register('current')}
        />
        <ForgottenPassword email={email} label="Don’t know it? Email me a link" />
      </div>
      <PasswordInput label="New password" rule={passwordRule} {...form.register('next')} />
      <StrengthChecklist password={next} />
      <PasswordInput
        label="Repeat new password"
        autoComplete="new-password"
        error={repeat !== '' && repeat !== next ? problems['password.mismatch'][1] : undefined}
        {...form.register('repeat')}
      />
      <div>
        <Button
          type="submit"
          pending={form.formState.isSubmitting}
          disabled={missing !== undefined}
          reason={missing ?? ''}
        >
          Save
        </Button>
      </div>
    </form>
  )
}

/** The first thing that keeps Save disabled. */
function whatIsMissing({ current, next, repeat }: Fields): string | undefined {
  if (!isPassword(current)) return 'Enter your current password first.'
  if (!isPassword(next)) return 'Choose a new password of 8 to 64 characters.'
  if (repeat === '') return 'Repeat the new password to be sure.'
  return repeat === next ? undefined : 'The two have to be the same.'
}
