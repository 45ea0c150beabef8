import { DEACTIVATION_WAIT } from '@rosella/contract/account/rules'
import { memberStatus } from '@rosella/contract/member/status'
import { sentences } from '@rosella/contract/sentences'
import { defaultSettings } from '@rosella/contract/settings/rules'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../platform/api'
import { PremiumText } from '../../platform/PremiumText'
import { clearSession, useSession } from '../../platform/session'
import { useSettings } from '../../platform/user-settings'
import { Button } from '../../ui/Button'
import { ConfirmDialog } from '../../ui/ConfirmDialog'
import { firstMissing } from '../../ui/first-missing'
import { PremiumNotice } from '../../ui/PremiumNotice'
import { PremiumTag } from '../../ui/PremiumTag'
import { SettingsCard } from '../../ui/SettingsCard'
import { Tag } from '../../ui/Tag'
import { DeleteAccount } from './DeleteAccount'
import { DownloadData } from './DownloadData'

/** 3, 4 and 5 are all shown as Deactivated. */
const accountStatusText = (status: number | undefined): string =>
  status === memberStatus.unfinished ? 'Inactive' : status === memberStatus.active ? 'Active' : 'Deactivated'

/** Pausing is a setting, and brought by whoever shows both. */
export function AccountSection({ pause }: { pause: ReactNode }) {
  const session = useSession()
  const hidden = useIsHidden()
  return (
    <>
      <SettingsCard
        title="Account Status"
        aside={
          <Tag tone={session?.status === memberStatus.active ? 'gum' : 'plain'}>
            {accountStatusText(session?.status)}
          </Tag>
        }
      >
        {session?.status === memberStatus.active && hidden ? (
          <p className="text-muted">{sentences.reducedVisibility}</p>
        ) : (
          <p className="text-muted">
            {session?.premium ? 'You are a Premium member.' : 'You are a regular member.'}
          </p>
        )}
      </SettingsCard>
      {pause}
      <DownloadData />
      <Deactivate />
      <DeleteAccount />
    </>
  )
}

/** Others find only those with enough approved photos; how many were uploaded is the badge's affair. */
function useIsHidden(): boolean {
  const { data } = useSettings()
  return data !== undefined && data.u.approved_photos < (data.s.photos_min ?? defaultSettings.photos_min)
}

function Deactivate() {
  const session = useSession()
  const settings = useSettings()
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const again = settings.data?.u.deactivated_ts
  const next = again ? again + DEACTIVATION_WAIT : 0

  async function deactivate() {
    setPending(true)
    try {
      await call('POST /api/deactivate-account', {})
      clearSession()
      void navigate('/#deactivated')
    } catch (error) {
      setProblem((error as Error).message)
      setPending(false)
    }
  }

  return (
    <SettingsCard title="Deactivate account" aside={<PremiumTag />}>
      {!session?.premium && (
        <PremiumNotice about={<PremiumText />}>
          With Premium you can take a break, and come back by logging in.
        </PremiumNotice>
      )}
      <p className="text-muted">
        Nobody sees you until you log in again, and then everything is as it was. You can do this once in 30
        days.
      </p>
      <div>
        <Button
          tone="quiet"
          missing={firstMissing(
            [session?.premium === true, 'Only Premium members can deactivate their account.'],
            [session?.status !== memberStatus.deactivated, 'Your account is deactivated.'],
            [next * 1000 <= Date.now(), `You can deactivate your account again from ${longDate(next)}.`],
          )}
          onClick={() => {
            setProblem(undefined)
            setAsking(true)
          }}
        >
          Deactivate account
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => void deactivate()}
        title="Deactivate account"
        confirmLabel="Deactivate"
        pending={pending}
        error={problem}
      >
        You are logged out everywhere, and nobody sees your profile. Log in at any time to come back.
      </ConfirmDialog>
    </SettingsCard>
  )
}

const longDate = (ts: number): string =>
  new Date(ts * 1000).toLocaleDateString('en-AU', { day: 'numeric', month: 'long', year: 'numeric' })
