import { isAccessCode, isEmail } from '@rosella/contract/access/rules'
import { problems } from '@rosella/contract/problems'
import { Controller, useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { call } from '../../platform/api'
import { keepPendingLogIn } from '../../platform/pending-log-in'
import { setSession } from '../../platform/session'
import { submitForm } from '../../platform/submit-form'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { CodeInput } from '../../ui/CodeInput'
import { Field } from '../../ui/Field'
import type { AreaProps } from './form-states'
import { codeRefusal } from './refusals'

interface Fields {
  email: string
  code: string
}

/** The six digits from the mail. The address is asked again only after a reload has forgotten it. */
export function CodeForm({ email, onEmail, onGo }: AreaProps) {
  const navigate = useNavigate()
  const form = useForm<Fields>({ defaultValues: { email, code: '' } })
  const { errors, isSubmitting } = form.formState

  async function logIn(fields: Fields) {
    onEmail(fields.email.trim())
    const answer = await call('POST /api/login', { email: fields.email.trim(), code: fields.code })
    if ('second' in answer) {
      keepPendingLogIn({ ticket: answer.ticket, next: '/' })
      return navigate('/second-step')
    }
    setSession(answer)
    await navigate('/signup')
  }

  return (
    <form
      noValidate
      onSubmit={submitForm(form, logIn, codeRefusal)}
      className="flex w-full max-w-md flex-col gap-4"
      aria-label="Log in by code"
    >
      <h2 className="text-2xl">Code sent</h2>
      <p role="status" className="text-muted">
        We have sent you six digits{email && <> to {email}</>}. They are good for 10 minutes.
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
            validate: (value) => isEmail(value.trim()) || problems['email.invalid'][1],
          })}
        />
      )}
      <Controller
        control={form.control}
        name="code"
        rules={{ validate: (value) => isAccessCode(value) || problems['code.invalid'][1] }}
        render={({ field }) => (
          <CodeInput label="Code" autoFocus={email !== ''} error={errors.code?.message} {...field} />
        )}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" pending={isSubmitting}>
          Log in
        </Button>
        <Button tone="bare" onClick={() => onGo('log-in')}>
          Back to log in
        </Button>
      </div>
    </form>
  )
}
