import { isEmail } from '@rosella/contract/access/rules'
import { problems } from '@rosella/contract/problems'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { call } from '../../platform/api'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { Field } from '../../ui/Field'
import type { AreaProps } from './form-states'
import { mailRefusal } from './refusals'

export function ForgotPasswordForm({ email, onEmail, onGo }: AreaProps) {
  const [problem, setProblem] = useState<string>()
  const form = useForm({ defaultValues: { email } })
  const { errors, isSubmitting } = form.formState

  async function ask(fields: { email: string }) {
    const address = fields.email.trim()
    setProblem(undefined)
    onEmail(address)
    try {
      await call('POST /api/forgot-password', { email: address })
      onGo('password-info-sent')
    } catch (error) {
      setProblem(mailRefusal(error))
    }
  }

  return (
    <form
      noValidate
      onSubmit={form.handleSubmit(ask)}
      className="flex w-full max-w-md flex-col gap-4"
      aria-label="Forgot password"
    >
      <h2 className="text-2xl">Forgot password?</h2>
      <p className="text-muted">Tell us your email, and we send you a link to choose a new one.</p>
      {problem && <Alert>{problem}</Alert>}
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
