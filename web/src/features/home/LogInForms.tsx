import { isAccessCode, isEmail } from '@rosella/contract/access/rules'
import { clientMessage } from '@rosella/contract/client-problems'
import { sentences } from '@rosella/contract/sentences'
import MailCheck from 'lucide-react/icons/mail-check'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { call } from '../../platform/api'
import { storePendingLogIn, takeReturnPath } from '../../platform/session/pending-log-in'
import { setSession } from '../../platform/session/session'
import { submitForm } from '../../platform/submit-form'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { CodeInput } from '../../ui/forms/CodeInput'
import { Field } from '../../ui/forms/Field'
import type { AreaProps, FormState } from './form-states'
import { LogInForm } from './LogInForm'
import { codeRefusal, emailRefusal } from './refusals'

interface Fields {
  email: string
  code: string
}

/** The six digits from the email. Asks for the address only if a reload has lost it. */
export function CodeForm({ email, onEmail, onGo }: AreaProps) {
  const navigate = useNavigate()
  const form = useForm<Fields>({ defaultValues: { email, code: '' } })
  const { errors, isSubmitting } = form.formState
  const submit = submitForm(form, logIn, codeRefusal)
  const [again, setAgain] = useState<'sending' | 'sent'>()

  async function sendAgain() {
    if (!(await form.trigger('email', { shouldFocus: true }))) return
    form.clearErrors('root')
    setAgain('sending')
    const address = form.getValues('email').trim()
    try {
      await call('POST /api/request-access', { email: address, kind: 'code' })
      onEmail(address)
      form.resetField('code')
      form.setFocus('code')
      setAgain('sent')
    } catch (error) {
      form.setError('root', { message: emailRefusal(error) })
      setAgain(undefined)
    }
  }

  async function logIn(fields: Fields) {
    onEmail(fields.email.trim())
    const reply = await call('POST /api/login', { email: fields.email.trim(), code: fields.code })
    if ('two_step' in reply) {
      storePendingLogIn({ ticket: reply.ticket, next: takeReturnPath() })
      return navigate('/two-step')
    }
    const path = takeReturnPath(reply.id)
    setSession(reply)
    await navigate(path === '/' ? '/signup' : path)
  }

  return (
    <form
      noValidate
      onSubmit={submit}
      className="flex w-full max-w-md flex-col gap-4"
      aria-label="Log in by code"
    >
      <h2 className="text-2xl">Code sent</h2>
      <p role="status" className="text-muted">
        We’ve sent you {again === 'sent' ? 'another' : 'a'} six-digit code{email && <> to {email}</>}. It
        works for 10 minutes.
      </p>
      {errors.root && <Alert>{errors.root.message}</Alert>}
      {email === '' && (
        <Field
          autoFocus
          label="Email"
          type="email"
          autoComplete="username"
          inputMode="email"
          error={errors.email?.message}
          {...form.register('email', {
            validate: (value) => isEmail(value.trim()) || clientMessage('email.invalid'),
          })}
        />
      )}
      <Controller
        control={form.control}
        name="code"
        rules={{ validate: (value) => isAccessCode(value) || clientMessage('code.invalid') }}
        render={({ field }) => (
          <CodeInput
            label="Code"
            autoFocus={email !== ''}
            error={errors.code?.message}
            onComplete={() => isEmail(form.getValues('email').trim()) && void submit()}
            {...field}
          />
        )}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" pending={isSubmitting}>
          Log in
        </Button>
        <Button tone="quiet" pending={again === 'sending'} onClick={() => void sendAgain()}>
          Send again
        </Button>
        <Button tone="bare" onClick={() => onGo('log-in')}>
          Back to log in
        </Button>
      </div>
    </form>
  )
}

export function ForgotPasswordForm({ email, onEmail, onGo }: AreaProps) {
  const form = useForm({ defaultValues: { email } })
  const { errors, isSubmitting } = form.formState

  async function ask(fields: { email: string }) {
    const address = fields.email.trim()
    onEmail(address)
    await call('POST /api/forgot-password', { email: address })
    onGo('password-info-sent')
  }

  return (
    <form
      noValidate
      onSubmit={submitForm(form, ask, emailRefusal)}
      className="flex w-full max-w-md flex-col gap-4"
      aria-label="Forgot password"
    >
      <h2 className="text-2xl">Forgot password?</h2>
      <p className="text-muted">Enter your email, and we’ll send you a link to choose a new password.</p>
      {errors.root && <Alert>{errors.root.message}</Alert>}
      <Field
        label="Email"
        type="email"
        autoComplete="username"
        inputMode="email"
        autoFocus
        error={errors.email?.message}
        {...form.register('email', {
          validate: (value) => isEmail(value.trim()) || clientMessage('email.invalid'),
        })}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" pending={isSubmitting}>
          Send the link
        </Button>
        <Button tone="bare" onClick={() => onGo('log-in')}>
          Back to log in
        </Button>
      </div>
    </form>
  )
}

/** Takes the focus, because the button that sent the email is gone. */
export function SentNotice(props: { title: string; children: ReactNode; onBack: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <section className="petal flex w-full max-w-md flex-col gap-3 bg-gum-soft p-6 text-on-gum-soft">
      <h2 ref={heading} tabIndex={-1} className="flex items-center gap-2 text-2xl">
        <MailCheck aria-hidden="true" className="size-7 shrink-0" />
        {props.title}
      </h2>
      <p role="status">{props.children}</p>
      <p>Nothing after a minute? Check your spam folder.</p>
      <div>
        <Button tone="quiet" onClick={props.onBack}>
          Back to log in
        </Button>
      </div>
    </section>
  )
}

export function LogInForms({ state }: { state: FormState }) {
  const navigate = useNavigate()
  const [email, setEmail] = useState('')
  const go = (next: FormState) => void navigate(`/#${next}`, { preventScrollReset: true })
  const area = { email, onEmail: setEmail, onGo: go }
  const to = email && ` to ${email}`

  switch (state) {
    case 'deactivated':
      return (
        <div className="flex w-full max-w-md flex-col gap-4">
          <p role="status" className="petal-md bg-gum-soft px-5 py-4 font-medium text-on-gum-soft">
            {sentences.deactivated}
          </p>
          <LogInForm {...area} />
        </div>
      )
    case 'log-in':
      return <LogInForm {...area} />
    case 'forgot-password':
      return <ForgotPasswordForm {...area} />
    case 'password-info-sent':
      return (
        <SentNotice title="Change password info sent" onBack={() => go('log-in')}>
          {`We’ve sent you a link to choose a new password${to}. It works once, within one hour.`}
        </SentNotice>
      )
    case 'link-sent':
      return (
        <SentNotice title="Link sent" onBack={() => go('log-in')}>
          {`We’ve sent you a log-in link${to}. It works once, within one hour.`}
        </SentNotice>
      )
    case 'code-sent':
      return <CodeForm {...area} />
  }
}
