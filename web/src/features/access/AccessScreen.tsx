import { isPassword } from '@rosella/contract/access/rules'
import { clientMessage } from '@rosella/contract/client-problems'
import { sentences } from '@rosella/contract/sentences'
import CircleCheck from 'lucide-react/icons/circle-check'
import KeyRound from 'lucide-react/icons/key-round'
import LockKeyhole from 'lucide-react/icons/lock-keyhole'
import LogIn from 'lucide-react/icons/log-in'
import Mail from 'lucide-react/icons/mail'
import MailCheck from 'lucide-react/icons/mail-check'
import Unlink from 'lucide-react/icons/unlink'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { Navigate } from 'react-router'
import { CallFailed, call } from '../../platform/api'
import { passwordRule } from '../../platform/session/password-rule'
import { setSession, useSession } from '../../platform/session/session'
import { submitForm } from '../../platform/submit-form'
import { useTitle } from '../../platform/title'
import { showToast } from '../../platform/toast'
import { Alert } from '../../ui/Alert'
import { Button, ButtonLink } from '../../ui/Button'
import { firstMissing } from '../../ui/forms/first-missing'
import { PasswordInput } from '../../ui/forms/PasswordInput'
import { StrengthChecklist } from '../../ui/forms/StrengthChecklist'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog'
import { Spinner } from '../../ui/Spinner'
import { AccessPanel } from './AccessPanel'
import { useAccessLink } from './use-access-link'

interface Fields {
  password: string
  repeatPassword: string
}

export function ChangePasswordForm({ email, onChanged }: { email: string; onChanged: () => void }) {
  const form = useForm<Fields>({ defaultValues: { password: '', repeatPassword: '' } })
  const { password, repeatPassword } = useWatch({ control: form.control }) as Fields
  const { errors, isSubmitting } = form.formState

  async function change(fields: Fields) {
    await call('POST /api/change-password', fields)
    showToast('success', sentences.newPasswordSaved)
    onChanged()
  }

  return (
    <form
      noValidate
      onSubmit={submitForm(form, change, refusal)}
      aria-label="Change password"
      className="flex flex-col gap-5"
    >
      <p className="text-muted">
        For <strong className="font-semibold text-ink">{email}</strong>
      </p>
      {errors.root && <Alert>{errors.root.message}</Alert>}
      {/* Lets a password manager know which account the password belongs to. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordInput label="New password" rule={passwordRule} {...form.register('password')} />
      <StrengthChecklist password={password} />
      <PasswordInput
        label="Repeat new password"
        autoComplete="new-password"
        error={
          repeatPassword !== '' && repeatPassword !== password
            ? clientMessage('password.mismatch')
            : undefined
        }
        {...form.register('repeatPassword')}
      />
      <div className="flex flex-col">
        <Button
          type="submit"
          size="large"
          className="w-full"
          pending={isSubmitting}
          missing={firstMissing(
            [isPassword(password), 'Choose a password of 8 to 64 characters first.'],
            [repeatPassword !== '', 'Repeat the password to be sure.'],
            [repeatPassword === password, 'The two passwords must match.'],
          )}
        >
          Submit
        </Button>
      </div>
    </form>
  )
}

function refusal(error: unknown): string {
  if (!(error instanceof CallFailed)) return clientMessage('generic')
  if (error.status === 401) return clientMessage('session.lost')
  if (error.status === 404) return clientMessage('email.unknown')
  return error.message
}

/** The new-password form for members who logged in with a link, and its confirmation. */
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
        <Alert>{clientMessage('session.lost')}</Alert>
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
        <p>Your email address is confirmed. Choose a password, so that only you can log in.</p>
      )}
      <ChangePasswordForm email={session.email} onChanged={finish} />
    </AccessPanel>
  )
}

type AccessPurpose = 'access' | 'change-password' | 'verify'

/** Opens the links in our emails: each logs the member in, then shows what the link is for. */
export function AccessScreen({ purpose }: { purpose: AccessPurpose }) {
  const link = useAccessLink()
  const session = useSession()
  // A member without a password stays on the form until its confirmation, although the session then has a password.
  const [isChoosing, setChoosing] = useState(false)
  const lacksPassword = link.kind !== 'opening' && link.kind !== 'asking' && session?.has_password === false
  if (lacksPassword && !isChoosing) setChoosing(true)
  switch (link.kind) {
    case 'opening':
      return <Opening />
    case 'asking':
      return <ConfirmByPassword {...link} />
    case 'failed':
      return <LinkFailed message={link.message} retry={link.retry} purpose={purpose} />
    case 'open':
      if (purpose === 'change-password' || isChoosing) return <ChangePassword />
      return purpose === 'verify' ? <Verified /> : <Navigate to="/" replace />
    case 'none':
      // The link is removed from the address once used, so a reload shows the same screen.
      if (purpose === 'change-password' || isChoosing) return <ChangePassword />
      if (purpose === 'verify' && session?.email_confirmed) return <Verified />
      return purpose === 'access' && session ? <Navigate to="/" replace /> : <WaysIn />
  }
}

function Opening() {
  useTitle('Opening your link')
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-4 px-4 py-16">
      <h1 className="sr-only">Opening your link</h1>
      <Spinner label={sentences.loading} className="text-lg" />
    </div>
  )
}

type ConfirmByPasswordProps = { email: string; wrong?: string; confirm: (password?: string) => void }

/** At the first confirmation on a device without a session. Nothing is confirmed before one of the buttons is used. */
function ConfirmByPassword({ email, wrong, confirm }: ConfirmByPasswordProps) {
  const [isStranger, setStranger] = useState(false)
  const form = useForm({ defaultValues: { password: '' } })
  return (
    <AccessPanel title="Confirm your email" icon={LockKeyhole}>
      <form
        noValidate
        onSubmit={form.handleSubmit(({ password }) => confirm(password))}
        aria-label="Confirm your email"
        className="grid gap-5"
      >
        <p>Enter your password to confirm that this is your account</p>
        <p className="wrap-anywhere font-semibold">{email}</p>
        {wrong && <Alert>{wrong}</Alert>}
        {/* Lets a password manager know which account the password belongs to. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordInput
          label="Password"
          autoFocus
          autoComplete="current-password"
          error={form.formState.errors.password?.message}
          {...form.register('password', { required: 'Please enter your password.' })}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit">Confirm</Button>
          <Button tone="bare" onClick={() => setStranger(true)}>
            I didn’t create this account
          </Button>
        </div>
      </form>
      <ConfirmDialog
        open={isStranger}
        onClose={() => setStranger(false)}
        title="Make this account yours?"
        confirmLabel="Make it mine"
        onConfirm={() => confirm()}
      >
        Whatever was set up before is removed: the password, passkeys and two-step verification. Every other
        device is logged out, and you choose a new password.
      </ConfirmDialog>
    </AccessPanel>
  )
}

function Verified() {
  return (
    <AccessPanel title="Email verified" icon={MailCheck} tone="gum">
      <p role="status" className="text-lg">
        {sentences.emailVerified}
      </p>
      <div>
        <ButtonLink to="/" size="large">
          {sentences.proceed}
        </ButtonLink>
      </div>
    </AccessPanel>
  )
}

type LinkFailedProps = { message: string; retry?: () => void; purpose: AccessPurpose }

function LinkFailed({ message, retry, purpose }: LinkFailedProps) {
  const next =
    purpose === 'change-password'
      ? { to: '/#forgot-password', label: 'Send me a new link' }
      : { to: '/#log-in', label: 'Log in another way' }
  return (
    <AccessPanel title="That didn’t work" icon={Unlink} tone="danger">
      <Alert>{message}</Alert>
      {!retry && (
        <p className="text-muted">
          Each link works once and expires after a while. If your email app split it in two, copy the whole
          address. Otherwise, ask for a new one.
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {retry && <Button onClick={retry}>Try again</Button>}
        <ButtonLink to={next.to} tone={retry ? 'bare' : 'ink'}>
          {next.label}
        </ButtonLink>
      </div>
    </AccessPanel>
  )
}

/** Shown without a link: the two ways to log in by email. */
function WaysIn() {
  return (
    <AccessPanel title="Log in without a password" icon={KeyRound}>
      <p className="text-muted">
        This page opens when you use a link in one of our emails. There are two ways to log in without a
        password:
      </p>
      <ul className="grid gap-3">
        {ways.map(({ icon: Icon, title, text }) => (
          <li key={title} className="petal-md flex gap-4 bg-sunken p-4">
            <Icon aria-hidden="true" className="mt-0.5 size-6 shrink-0" />
            <div>
              <h2 className="font-sans font-semibold text-base tracking-normal">{title}</h2>
              <p className="text-muted text-sm">{text}</p>
            </div>
          </li>
        ))}
      </ul>
      <div>
        <ButtonLink to="/#log-in" icon={LogIn}>
          Go to log in
        </ButtonLink>
      </div>
    </AccessPanel>
  )
}

const ways = [
  {
    icon: Mail,
    title: 'Email me a link',
    text: 'Enter your email when you log in, then open the link we send you within one hour.',
  },
  {
    icon: KeyRound,
    title: 'Email me a code',
    text: 'Or ask for a six-digit code, then type it in within 10 minutes.',
  },
]
