import { isAccessCode } from '@rosella/contract/access/rules'
import { clientMessage } from '@rosella/contract/client-problems'
import ShieldCheck from 'lucide-react/icons/shield-check'
import ShieldAlert from 'lucide-react/icons/shield-exclamation-point'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { call, hasCode } from '../../platform/api'
import { readPendingLogIn, removePendingLogIn } from '../../platform/session/pending-log-in'
import { replaceSession } from '../../platform/session/session'
import { submitForm } from '../../platform/submit-form'
import { Alert } from '../../ui/Alert'
import { Button, ButtonLink } from '../../ui/Button'
import { CodeInput } from '../../ui/forms/CodeInput'
import { Field } from '../../ui/forms/Field'
import { AccessPanel } from './AccessPanel'

/** Asks for an authenticator or recovery code after a correct password, link or emailed code. */
export function TwoStepScreen() {
  const [pending] = useState(readPendingLogIn)
  const [isLost, setLost] = useState(false)
  if (!pending || isLost) {
    return (
      <AccessPanel key="lost" title="That didn’t work" icon={ShieldAlert} tone="danger">
        <Alert>{clientMessage('two-step.ticket')}</Alert>
        <div>
          <ButtonLink to="/#log-in">Log in</ButtonLink>
        </div>
      </AccessPanel>
    )
  }
  return (
    <AccessPanel title="Two-step verification" icon={ShieldCheck}>
      <TwoStepForm {...pending} onLost={() => setLost(true)} />
    </AccessPanel>
  )
}

type TwoStepFormProps = { ticket: string; next: string; onLost: () => void }

function TwoStepForm({ ticket, next, onLost }: TwoStepFormProps) {
  const navigate = useNavigate()
  const [byRecovery, setByRecovery] = useState(false)
  const form = useForm({ defaultValues: { code: '' } })
  const { errors, isSubmitting } = form.formState

  const submit = submitForm(form, complete, refuse)

  async function complete({ code }: { code: string }) {
    const session = await call('POST /api/login-two-step', { ticket, code: code.trim() })
    removePendingLogIn()
    replaceSession(session)
    await navigate(session.profile_completed_ts === null ? '/signup' : next, { replace: true })
  }

  function refuse(error: unknown): string {
    if (hasCode(error, 'two-step.ticket')) {
      removePendingLogIn()
      onLost()
    }
    form.setFocus('code')
    return (error as Error).message
  }

  function change() {
    form.reset()
    setByRecovery(!byRecovery)
  }

  return (
    <form noValidate onSubmit={submit} aria-label="Two-step verification" className="grid gap-5">
      <p className="text-muted">
        {byRecovery
          ? 'Enter one of the ten codes you saved when you set up two-step verification. Each code works once.'
          : 'Open your authenticator app and enter the six digits it shows for this site.'}
      </p>
      {errors.root && <Alert>{errors.root.message}</Alert>}
      {byRecovery ? (
        <Field
          key="recovery"
          label="Recovery code"
          autoFocus
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.code?.message}
          {...form.register('code', { validate: (code) => code.trim() !== '' || 'Please enter a code.' })}
        />
      ) : (
        <Controller
          key="app"
          control={form.control}
          name="code"
          rules={{ validate: (code) => isAccessCode(code) || clientMessage('code.invalid') }}
          render={({ field }) => (
            <CodeInput
              label="Code"
              autoFocus
              error={errors.code?.message}
              onComplete={() => void submit()}
              {...field}
            />
          )}
        />
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" pending={isSubmitting}>
          Log in
        </Button>
        <Button tone="bare" onClick={change}>
          {byRecovery ? 'Use the app instead' : 'Use a recovery code'}
        </Button>
      </div>
    </form>
  )
}
