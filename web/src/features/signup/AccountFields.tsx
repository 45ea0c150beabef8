import { isEmail } from '@rosella/contract/access/rules'
import { problems } from '@rosella/contract/problems'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import type { EmailCheck } from '../../platform/email-check'
import { passwordRule } from '../../platform/password-rule'
import { Field } from '../../ui/Field'
import { PasswordInput } from '../../ui/PasswordInput'
import { StrengthChecklist } from '../../ui/StrengthChecklist'
import type { Change, Draft } from './draft'

type AccountFieldsProps = { draft: Draft; onChange: Change; check: EmailCheck }

export function AccountFields({ draft, onChange, check }: AccountFieldsProps) {
  const [left, setLeft] = useState(false)
  const malformed = left && draft.email !== '' && !isEmail(draft.email.trim())
  const error =
    check.state === 'taken'
      ? problems['email.taken'][1]
      : malformed
        ? problems['email.invalid'][1]
        : check.problem
  return (
    <>
      <Field
        label="Email"
        type="email"
        autoComplete="email"
        inputMode="email"
        value={draft.email}
        onChange={(event) => onChange({ email: event.target.value })}
        onBlur={() => setLeft(true)}
        error={error}
        hint={
          check.state === 'available' ? (
            <span className="flex items-center gap-1.5 font-medium text-gum">
              <CircleCheck aria-hidden="true" className="size-4.5" />
              This address is free to use
            </span>
          ) : (
            'You log in with it. Other members never see it.'
          )
        }
      />
      <PasswordInput
        label="Password"
        rule={passwordRule}
        value={draft.password}
        onChange={(event) => onChange({ password: event.target.value })}
      />
      <StrengthChecklist password={draft.password} />
    </>
  )
}
