import { sentences } from '@rosella/contract/sentences'
import Fingerprint from 'lucide-react/icons/fingerprint-pattern'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { call, type Reply } from '../../platform/api'
import { getSession } from '../../platform/session/session'
import { submitForm } from '../../platform/submit-form'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { Field } from '../../ui/forms/Field'
import { PasswordInput } from '../../ui/forms/PasswordInput'
import { Dialog } from '../../ui/overlays/Dialog'
import { Spinner } from '../../ui/Spinner'

type Keys = Reply<'GET /api/passkeys'>
type Typed = 'password' | 'code'

/** Asks members to confirm who they are with any credential they have; the blocked call then continues. */
export function ReauthenticateDialog({ onEnd }: { onEnd: (reauthenticated: boolean) => void }) {
  const [keys, setKeys] = useState<Keys | string>()
  useEffect(() => {
    call('GET /api/passkeys', {}).then(setKeys, (error: Error) => setKeys(error.message))
  }, [])
  return (
    <Dialog open onClose={() => onEnd(false)} title="Confirm it’s you" size="small">
      <div className="grid gap-5">
        <p>You logged in a while ago, so please confirm it’s you. We won’t ask again for 15 minutes.</p>
        {keys === undefined && <Spinner label={sentences.loading} />}
        {typeof keys === 'string' && <Alert>{keys}</Alert>}
        {typeof keys === 'object' && <Ways keys={keys} onReauthenticated={() => onEnd(true)} />}
      </div>
    </Dialog>
  )
}

function Ways({ keys, onReauthenticated }: { keys: Keys; onReauthenticated: () => void }) {
  const typed: Typed[] = [
    ...(getSession()?.has_password ? (['password'] as const) : []),
    ...(keys.two_step_ts === null ? [] : (['code'] as const)),
  ]
  const [chosen, setChosen] = useState<Typed>()
  const way = chosen ?? typed[0]
  const hasPasskey = keys.passkeys.length > 0
  const other = typed.find((one) => one !== way)
  if (!way && !hasPasskey) {
    return (
      <p>
        You don’t have a password, a passkey or two-step verification. Please log out, log in again and retry
        within 15 minutes.
      </p>
    )
  }
  return (
    <>
      {hasPasskey && <ByPasskey onReauthenticated={onReauthenticated} />}
      {way && (
        <Typing
          key={way}
          way={way}
          isAlone={!hasPasskey}
          takesFocus={!hasPasskey || chosen !== undefined}
          onReauthenticated={onReauthenticated}
        />
      )}
      {other && (
        <Button tone="bare" onClick={() => setChosen(other)}>
          {other === 'code' ? 'Use a code from your app instead' : 'Use your password instead'}
        </Button>
      )}
    </>
  )
}

function ByPasskey({ onReauthenticated }: { onReauthenticated: () => void }) {
  const [state, setState] = useState<{ pending: boolean; error?: string }>({ pending: false })
  async function submit() {
    setState({ pending: true })
    const passkeys = await import('../../platform/session/passkeys')
    try {
      await passkeys.reauthenticateWithPasskey()
      onReauthenticated()
    } catch (error) {
      setState({
        pending: false,
        error: passkeys.passkeyError(error, 'No passkey was used. You can try again, or use another way.'),
      })
    }
  }
  return (
    <>
      {state.error && <Alert>{state.error}</Alert>}
      <Button icon={Fingerprint} pending={state.pending} onClick={() => void submit()}>
        Use a passkey
      </Button>
    </>
  )
}

interface TypingProps {
  way: Typed
  /** No passkey button is shown as well. */
  isAlone: boolean
  takesFocus: boolean
  onReauthenticated: () => void
}

function Typing({ way, isAlone, takesFocus, onReauthenticated }: TypingProps) {
  const form = useForm({ defaultValues: { value: '' } })
  const { errors, isSubmitting } = form.formState
  const { setFocus } = form
  useEffect(() => {
    if (takesFocus) setFocus('value')
  }, [takesFocus, setFocus])
  async function submit({ value }: { value: string }) {
    await call('POST /api/reauthenticate', way === 'code' ? { code: value.trim() } : { password: value })
    onReauthenticated()
  }
  const field = form.register('value', { required: 'Please fill this in.' })
  return (
    <form noValidate onSubmit={submitForm(form, submit)} className="grid gap-4" aria-label="Confirm it’s you">
      {errors.root && <Alert>{errors.root.message}</Alert>}
      {/* Lets a password manager know which account the password belongs to. */}
      <input type="email" autoComplete="username" value={getSession()?.email ?? ''} readOnly hidden />
      {way === 'password' ? (
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          error={errors.value?.message}
          {...field}
        />
      ) : (
        <Field
          label="Code"
          hint="Six digits from your authenticator app, or a recovery code."
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.value?.message}
          {...field}
        />
      )}
      <Button type="submit" tone={isAlone ? 'ink' : 'quiet'} pending={isSubmitting}>
        Continue
      </Button>
    </form>
  )
}
