import { sentences } from '@rosella/contract/sentences'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { CodeForm } from './CodeForm'
import { ForgotPasswordForm } from './ForgotPasswordForm'
import type { FormState } from './form-states'
import { LogInForm } from './LogInForm'
import { SentNotice } from './SentNotice'

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
          {`We have sent you a link to choose a new password${to}. It works once, within one hour.`}
        </SentNotice>
      )
    case 'link-sent':
      return (
        <SentNotice title="Link sent" onBack={() => go('log-in')}>
          {`We have sent you a log-in link${to}. It works once, within one hour.`}
        </SentNotice>
      )
    case 'code-sent':
      return <CodeForm {...area} />
  }
}
