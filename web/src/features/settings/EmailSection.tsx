import { sentences } from '@rosella/contract/sentences'
import { MailCheck, MailWarning } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../platform/api'
import { reloadSession } from '../../platform/reload-session'
import { useSession } from '../../platform/session'
import { siteName } from '../../platform/site'
import { showToast } from '../../platform/toast'
import { Button } from '../../ui/Button'
import { Popover } from '../../ui/Popover'
import { SettingsCard } from '../../ui/SettingsCard'
import { Tag } from '../../ui/Tag'
import { ChangeEmailForm } from './ChangeEmailForm'
import { SettingSwitch } from './SettingSwitch'

export function EmailSection() {
  const session = useSession()
  if (!session) return null
  return (
    <>
      <SettingsCard title="Email">
        <Verification email={session.email} confirmed={session.email_confirmed} />
      </SettingsCard>
      <SettingsCard title="Change email">
        <ChangeEmailForm />
      </SettingsCard>
      <SettingsCard title="Weekly summaries">
        <SettingSwitch
          name="summaries"
          label="Send me weekly summaries"
          hint="On Mondays, only when there is something to tell, and only to a verified address."
        />
      </SettingsCard>
      <SettingsCard title="How we use your email">
        <p className="text-muted">
          You log in with it, and we send you what you ask for: log-in links, codes and a way to a new
          password. We also write when your address changes, and when moderators decide something that
          concerns you. No other member ever sees it, we never pass it on, and there is no advertising. The
          weekly summary you can switch off here or with the link in it.
        </p>
      </SettingsCard>
    </>
  )
}

function Verification({ email, confirmed }: { email: string; confirmed: boolean }) {
  const [sending, setSending] = useState(false)

  async function verify() {
    setSending(true)
    try {
      await call('POST /api/verify-email', {})
      showToast('success', sentences.verificationSent)
    } catch (error) {
      showToast('danger', (error as Error).message)
      // Verified on another device, perhaps.
      await reloadSession()
    }
    setSending(false)
  }

  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="break-all font-semibold text-lg">{email}</p>
        <div className="flex items-center gap-1">
          {confirmed ? (
            <Tag tone="gum" icon={MailCheck}>
              Verified
            </Tag>
          ) : (
            <Tag tone="wattle" icon={MailWarning}>
              Not verified
            </Tag>
          )}
          <Popover label="Why verify your email">
            <p>
              A verified address is the way back in when you forget your password, and the only one we send
              weekly summaries to. Verify sends you a link that works for 24 hours; opening it proves that the
              address is yours. {siteName} shows it to nobody.
            </p>
          </Popover>
        </div>
      </div>
      {!confirmed && (
        <Button pending={sending} onClick={verify}>
          Verify
        </Button>
      )}
    </div>
  )
}
