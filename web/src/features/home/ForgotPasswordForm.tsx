import { isEmail } from '@rosella/contract/access/rules'
import { problems } from '@rosella/contract/problems'
import { useForm } from 'react-hook-form'
import { call } from '../../platform/api'
import { submitForm } from '../../platform/submit-form'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { Field } from '../../ui/Field'
import type { AreaProps } from './form-states'
import { mailRefusal } from './refusals'

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
      onSubmit={submitForm(form, ask, mailRefusal)}
      className="flex w-full max-w-md flex-col gap-4"
      aria-label="Forgot password"
    >
      <h2 className="text-2xl">Forgot password?</h2>
      <p className="text-muted">Tell us your email, and we send you a link to choose a new one.</p>
      {errors.root && <Alert>{errors.root.message}</Alert>}
      <Field
        label="Email"
        type="email"
        autoComplete="username"
        inputMode="email"
        autoFocus
        error={errors.email?.message}
        {...form.register('email', {
          validate: (value) => isEmail(value.trim()) || problems['email.invalid'][1],
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
