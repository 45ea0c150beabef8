import { problems } from '@rosella/contract/problems'
import { sentences } from '@rosella/contract/sentences'
import { CircleCheck, KeyRound, LockKeyhole } from 'lucide-react'
import { useState } from 'react'
import { setSession, useSession } from '../../platform/session'
import { Alert } from '../../ui/Alert'
import { ButtonLink } from '../../ui/Button'
import { AccessPanel } from './AccessPanel'
import { ChangePasswordForm } from './ChangePasswordForm'

/** The form for whoever a link has let in, and what comes after it. */
export function ChangePassword() {
  const session = useSession()
  const [changed, setChanged] = useState(false)
  if (changed) {
    return (
      <AccessPanel key="changed" title="All done" icon={CircleCheck} tone="gum">
        <p role="status" className="text-lg">
          {sentences.passwordChangedThanks}
        </p>
        <p className="text-muted">Every other device has been logged out. This one stays logged in.</p>
        <div>
          <ButtonLink to="/" size="large">
            Continue
          </ButtonLink>
        </div>
      </AccessPanel>
    )
  }
  if (!session) {
    return (
      <AccessPanel key="lost" title="Choose a new password" icon={LockKeyhole} tone="danger">
        <Alert>{problems['session.lost'][1]}</Alert>
        <p className="text-muted">We can send you a link that brings you straight back here.</p>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/#forgot-password">Send me a link</ButtonLink>
          <ButtonLink to="/#log-in" tone="bare">
            Log in
          </ButtonLink>
        </div>
      </AccessPanel>
    )
  }
  function finish() {
    if (session) setSession({ ...session, has_password: true })
    setChanged(true)
  }
  return (
    <AccessPanel key="form" title="Choose a new password" icon={KeyRound}>
      {session.has_password === false && (
        <p>Your address is confirmed. With a password of your own nobody else can log in here.</p>
      )}
      <ChangePasswordForm email={session.email} onChanged={finish} />
    </AccessPanel>
  )
}
