import { isEmail } from '@rosella/contract/access/rules'
import { clientMessage } from '@rosella/contract/client-problems'
import CircleCheck from 'lucide-react/icons/circle-check'
import { Controller, useFormState } from 'react-hook-form'
import type { EmailCheck } from '../../platform/session/email-check'
import { passwordRule } from '../../platform/session/password-rule'
import { Field } from '../../ui/forms/Field'
import { PasswordInput } from '../../ui/forms/PasswordInput'
import { StrengthChecklist } from '../../ui/forms/StrengthChecklist'
import { type SignupForm, useDraft } from './signup-form'

type AccountFieldsProps = { form: SignupForm; check: EmailCheck; lostPassword: boolean }

export function AccountFields({ form, check, lostPassword }: AccountFieldsProps) {
  const { password } = useDraft(form.control)
  const { errors } = useFormState({ control: form.control, name: 'email' })
  return (
    <>
      <Field
        label="Email"
        type="email"
        autoComplete="email"
        inputMode="email"
        error={
          check.state === 'taken' ? clientMessage('email.taken') : (errors.email?.message ?? check.problem)
        }
        hint={
          check.state === 'available' ? (
            <span className="flex items-center gap-1.5 font-medium text-gum">
              <CircleCheck aria-hidden="true" className="size-4.5" />
              This address is available
            </span>
          ) : (
            'You log in with it. Other members never see it.'
          )
        }
        {...form.register('email', {
          validate: (email) => email === '' || isEmail(email.trim()) || clientMessage('email.invalid'),
        })}
      />
      <Controller
        control={form.control}
        name="password"
        render={({ field }) => (
          <PasswordInput
            label="Password"
            rule={passwordRule}
            hint={
              lostPassword &&
              password === '' &&
              'We kept your other answers, but never your password. Please type it again.'
            }
            {...field}
          />
        )}
      />
      <StrengthChecklist password={password} />
    </>
  )
}
