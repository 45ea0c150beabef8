import { isEmail, LOGIN_PASSWORD_MIN } from '@rosella/contract/access/rules'
import { clientMessage } from '@rosella/contract/client-problems'
import { sentences } from '@rosella/contract/sentences'
import MailCheck from 'lucide-react/icons/mail-check'
import MailWarning from 'lucide-react/icons/mail-exclamation-point'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { call, hasCode, serverMessageOr } from '../../platform/api'
import { useEmailCheck } from '../../platform/session/email-check'
import { reloadSession } from '../../platform/session/reload-session'
import { getSession, setSession, useSession } from '../../platform/session/session'
import { siteName } from '../../platform/site'
import { submitForm } from '../../platform/submit-form'
import { showToast } from '../../platform/toast'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { Field } from '../../ui/forms/Field'
import { firstMissing } from '../../ui/forms/first-missing'
import { PasswordInput } from '../../ui/forms/PasswordInput'
import { Popover } from '../../ui/overlays/Popover'
import { SettingsCard } from '../../ui/SettingsCard'
import { Tag } from '../../ui/Tag'
import { ForgottenPassword } from './ForgottenPassword'
import { SettingSwitch } from './SettingSwitch'

interface Fields {
  newEmail: string
  password: string
}

export function ChangeEmailForm() {
  // A new key clears the form.
  const [changes, setChanges] = useState(0)
  return <EmailForm key={changes} onChanged={() => setChanges((count) => count + 1)} />
}

function EmailForm({ onChanged }: { onChanged: () => void }) {
  const form = useForm<Fields>({ defaultValues: { newEmail: '', password: '' }, mode: 'onTouched' })
  const { newEmail, password } = useWatch({ control: form.control }) as Fields
  const { errors, isSubmitting } = form.formState
  // Not during the change, because the address is then taken by this member.
  const isTaken = useEmailCheck(isSubmitting ? '' : newEmail).state === 'taken'

  async function change(fields: Fields) {
    const new_email = fields.newEmail.trim()
    const sent = call('POST /api/change-email', { new_email, password: fields.password })
    const reply = await sent.catch((error: unknown) => {
      if (!hasCode(error, 'email.taken')) throw error
      form.setError('newEmail', { message: error.message }, { shouldFocus: true })
    })
    if (!reply) return
    const session = getSession()
    if (session) setSession({ ...session, email: new_email, email_confirmed: false, token: reply.token })
    showToast('success', reply.message)
    onChanged()
    await reloadSession()
  }

  return (
    <form
      noValidate
      onSubmit={submitForm(form, change, (error) =>
        serverMessageOr(error, 'Error changing email. Please try again.'),
      )}
      aria-label="Change email"
      className="grid max-w-lg gap-5"
    >
      <p className="text-muted">
        We’ll send a link to the new address, to confirm it, and a notice to the old one if that was
        confirmed. Your other devices will be logged out.
      </p>
      {errors.root && <Alert>{errors.root.message}</Alert>}
      <Field
        label="New email"
        type="email"
        autoComplete="email"
        inputMode="email"
        error={isTaken ? clientMessage('email.taken') : errors.newEmail?.message}
        {...form.register('newEmail', {
          validate: (value) => value === '' || isEmail(value.trim()) || clientMessage('email.invalid'),
        })}
      />
      <div>
        <PasswordInput label="Your password" {...form.register('password')} />
        <ForgottenPassword email={getSession()?.email ?? ''} label="Don’t know it? Email me a link" />
      </div>
      <div>
        <Button
          type="submit"
          pending={isSubmitting}
          missing={firstMissing(
            [isEmail(newEmail.trim()), 'Enter your new email address first.'],
            [!isTaken, 'Enter an address that isn’t in use.'],
            [password.length >= LOGIN_PASSWORD_MIN, 'Enter your password, so we know it’s you.'],
          )}
        >
          Change email
        </Button>
      </div>
    </form>
  )
}

export function EmailSection() {
  const session = useSession()
  if (!session) return null
  return (
    <>
      <SettingsCard title="Email">
        <Verification
          email={session.email}
          confirmed={session.email_confirmed}
          undeliverable={session.email_undeliverable === true}
        />
      </SettingsCard>
      <SettingsCard title="Change email">
        <ChangeEmailForm />
      </SettingsCard>
      <SettingsCard title="Weekly summaries">
        <SettingSwitch
          name="summaries"
          label="Send me weekly summaries"
          hint="On Mondays, only when there’s news, and only to a confirmed address."
        />
      </SettingsCard>
      <SettingsCard title="How we use your email">
        <p className="text-muted">
          You log in with it, and we send you what you ask for: log-in links, codes and links to choose a new
          password. We also email you when your address changes or a moderator makes a decision that affects
          you. No other member ever sees it, we never pass it on, and we don’t send advertising. You can
          switch off the weekly summary here, and emails about messages, matches, likes and roses under
          Notifications.
        </p>
      </SettingsCard>
    </>
  )
}

interface VerificationProps {
  email: string
  confirmed: boolean
  /** An email came back. */
  undeliverable: boolean
}

function Verification({ email, confirmed, undeliverable }: VerificationProps) {
  const [sending, setSending] = useState(false)

  async function verify() {
    setSending(true)
    try {
      await call('POST /api/verify-email', {})
      showToast('success', sentences.verificationSent)
    } catch (error) {
      showToast('danger', (error as Error).message)
      // The address may have been confirmed on another device.
      await reloadSession()
    }
    setSending(false)
  }

  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="break-all font-semibold text-lg">{email}</p>
        <div className="flex flex-wrap items-center gap-1">
          {undeliverable ? (
            <Tag tone="wattle" icon={MailWarning}>
              Our email came back
            </Tag>
          ) : confirmed ? (
            <Tag tone="gum" icon={MailCheck}>
              Confirmed
            </Tag>
          ) : (
            <Tag tone="wattle" icon={MailWarning}>
              Not confirmed
            </Tag>
          )}
          <Popover label="Why confirm your email">
            <p>
              With a confirmed address you can start conversations, get back in if you forget your password,
              and get emails about new messages. Choose Verify, and we’ll email you a link that works for 24
              hours. {siteName} never shows your address to other members.
            </p>
          </Popover>
        </div>
        {undeliverable && (
          <p className="mt-2 text-muted">
            An email to this address came back, so we now send only what you ask for and security notices. If
            the address is right, choose Verify. If not, change it below.
          </p>
        )}
      </div>
      {(!confirmed || undeliverable) && (
        <Button pending={sending} onClick={verify}>
          Verify
        </Button>
      )}
    </div>
  )
}
