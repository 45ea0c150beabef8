import { isEmail, LOGIN_PASSWORD_MIN } from '@rosella/contract/access/rules'
import type { SessionRecord } from '@rosella/contract/access/shapes'
import { clientMessage } from '@rosella/contract/client-problems'
import Fingerprint from 'lucide-react/icons/fingerprint-pattern'
import { useEffect, useEffectEvent, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, useNavigate } from 'react-router'
import { call, type Reply } from '../../platform/api'
import { storePendingLogIn, takeReturnPath } from '../../platform/session/pending-log-in'
import { setSession } from '../../platform/session/session'
import { submitForm } from '../../platform/submit-form'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { Field } from '../../ui/forms/Field'
import { PasswordInput } from '../../ui/forms/PasswordInput'
import type { AreaProps } from './form-states'
import { emailRefusal, logInRefusal } from './refusals'

// Loaded once the form is rendered.
const loadPasskeys = () => import('../../platform/session/passkeys')

type PasskeyLogInProps = {
  onSession: (session: SessionRecord) => unknown
  onRefused: (message: string) => void
}

/** A button. The browser also offers passkeys among its suggestions in the email field. */
export function PasskeyLogIn({ onSession, onRefused }: PasskeyLogInProps) {
  const [pending, setPending] = useState(false)
  const [restarts, setRestarts] = useState(0)
  const used = useEffectEvent(onSession)
  const refused = useEffectEvent((error: unknown) => onRefused((error as Error).message))

  // biome-ignore lint/correctness/useExhaustiveDependencies: the button's prompt cancels the field's, which then has to start again.
  useEffect(() => {
    if (pending) return
    let stop: (() => void) | undefined
    let left = false
    loadPasskeys().then(
      ({ offerInField }) => {
        if (!left) stop = offerInField(used, refused)
      },
      // The button reports the error when it is pressed.
      () => {},
    )
    return () => {
      left = true
      stop?.()
    }
  }, [pending, restarts])

  async function logIn() {
    setPending(true)
    try {
      const { logInWithPasskey } = await loadPasskeys()
      await onSession(await logInWithPasskey())
    } catch (error) {
      const { passkeyError } = await loadPasskeys()
      onRefused(passkeyError(error, 'No passkey was used. You can try again, or log in another way.'))
    } finally {
      setPending(false)
      setRestarts((count) => count + 1)
    }
  }

  return (
    <Button tone="quiet" icon={Fingerprint} pending={pending} onClick={() => void logIn()}>
      Log in with a passkey
    </Button>
  )
}

interface Fields {
  email: string
  password: string
}

export function LogInForm({ email, onEmail, onGo }: AreaProps) {
  const navigate = useNavigate()
  const [sending, setSending] = useState<'link' | 'code'>()
  const form = useForm<Fields>({ defaultValues: { email, password: '' } })
  const { errors, isSubmitting } = form.formState

  async function logIn(fields: Fields) {
    await enter(await call('POST /api/login', { email: fields.email.trim(), password: fields.password }))
  }

  async function enter(reply: Reply<'POST /api/login'>) {
    if ('two_step' in reply) {
      storePendingLogIn({ ticket: reply.ticket, next: takeReturnPath() })
      return navigate('/two-step')
    }
    const path = takeReturnPath(reply.id)
    setSession(reply)
    await navigate(reply.profile_completed_ts === null ? '/signup' : path)
  }

  function refuse(error: unknown): string {
    form.setFocus('password')
    return logInRefusal(error)
  }

  async function send(kind: 'link' | 'code') {
    const address = form.getValues('email').trim()
    if (!(await form.trigger('email', { shouldFocus: true }))) return
    form.clearErrors('root')
    setSending(kind)
    onEmail(address)
    try {
      await call('POST /api/request-access', { email: address, kind })
      onGo(kind === 'link' ? 'link-sent' : 'code-sent')
    } catch (error) {
      form.setError('root', { message: emailRefusal(error) })
    } finally {
      setSending(undefined)
    }
  }

  return (
    <form
      noValidate
      onSubmit={submitForm(form, logIn, refuse)}
      className="flex w-full max-w-md flex-col gap-4"
      aria-label="Log in"
    >
      {errors.root && <Alert>{errors.root.message}</Alert>}
      <Field
        label="Email"
        type="email"
        autoComplete="username webauthn"
        inputMode="email"
        autoFocus
        error={errors.email?.message}
        {...form.register('email', {
          onBlur: (event) => onEmail(event.target.value),
          validate: (value) => isEmail(value.trim()) || clientMessage('email.invalid'),
        })}
      />
      <PasswordInput
        label="Password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...form.register('password', {
          validate: (value) =>
            value.length >= LOGIN_PASSWORD_MIN || `At least ${LOGIN_PASSWORD_MIN} characters`,
        })}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" pending={isSubmitting}>
          Log in
        </Button>
        <Button tone="bare" onClick={() => onGo('forgot-password')}>
          Forgot password?
        </Button>
      </div>
      <PasskeyLogIn onSession={enter} onRefused={(message) => form.setError('root', { message })} />
      <div className="grid gap-3 border-line border-t pt-4">
        <p className="text-muted">Don’t have your password handy?</p>
        <div className="grid grid-cols-2 gap-3 max-[20rem]:grid-cols-1">
          <Button tone="quiet" pending={sending === 'link'} onClick={() => send('link')}>
            Email me a link
          </Button>
          <Button tone="quiet" pending={sending === 'code'} onClick={() => send('code')}>
            Email me a code
          </Button>
        </div>
        <p className="text-muted">
          New here?{' '}
          <Link
            to="/signup"
            className="inline-block py-2 font-semibold text-ink underline underline-offset-4"
          >
            Create an account
          </Link>
        </p>
      </div>
    </form>
  )
}
