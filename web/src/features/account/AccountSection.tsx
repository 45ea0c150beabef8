import { DEACTIVATION_WAIT } from '@rosella/contract/account/rules'
import { memberStatus } from '@rosella/contract/member/status'
import { sentences } from '@rosella/contract/sentences'
import { defaultSettings } from '@rosella/contract/settings/rules'
import Download from 'lucide-react/icons/download'
import { type ReactNode, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { call } from '../../platform/api'
import { download } from '../../platform/download'
import { PremiumText } from '../../platform/PremiumText'
import { clearSession, useSession } from '../../platform/session/session'
import { submitForm } from '../../platform/submit-form'
import { showToast } from '../../platform/toast'
import { useSettings } from '../../platform/user-settings'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { Field } from '../../ui/forms/Field'
import { firstMissing } from '../../ui/forms/first-missing'
import { PremiumNotice } from '../../ui/member/PremiumNotice'
import { PremiumTag } from '../../ui/member/PremiumTag'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog'
import { Dialog } from '../../ui/overlays/Dialog'
import { SettingsCard } from '../../ui/SettingsCard'
import { Tag } from '../../ui/Tag'

/** Typed to confirm, so that nobody deletes an account by accident. */
const WORD = 'DELETE'

export function DeleteAccount() {
  const [asking, setAsking] = useState(false)
  return (
    <SettingsCard title="Delete account">
      <p className="text-muted">
        Your profile, photos, likes, roses, settings and messages disappear immediately, and you can’t get
        them back. You may want to download your data first.
      </p>
      <div>
        <Button tone="quiet" onClick={() => setAsking(true)}>
          Delete account
        </Button>
      </div>
      <DeleteAccountDialog open={asking} onClose={() => setAsking(false)} />
    </SettingsCard>
  )
}

function DeleteAccountDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const navigate = useNavigate()
  const form = useForm({ defaultValues: { word: '' } })
  const typed = useWatch({ control: form.control, name: 'word' })
  const { errors, isSubmitting } = form.formState

  function close() {
    form.reset()
    onClose()
  }

  async function erase() {
    await call('DELETE /api/account', {})
    clearSession()
    await navigate('/')
    showToast('success', sentences.accountDeleted)
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      title="Delete account"
      size="small"
      role="alertdialog"
      actions={
        <>
          <Button tone="quiet" onClick={close}>
            Keep my account
          </Button>
          <Button
            tone="danger"
            type="submit"
            form="delete-account"
            pending={isSubmitting}
            disabled={typed.trim().toUpperCase() !== WORD}
          >
            Delete forever
          </Button>
        </>
      }
    >
      <form id="delete-account" noValidate onSubmit={submitForm(form, erase)} className="grid gap-4">
        <p>This is permanent. Nobody can undo it, not even us.</p>
        <p className="text-muted text-sm">
          Messages between you and others are kept encrypted for 90 days. Nobody can read them unless one of
          those people reports you. A record of who you were in contact with is kept for 180 days. Your first
          name and the month in which you last wrote to each person are kept encrypted for 365 days, to warn
          them if the account is banned for a scam.
        </p>
        <Field
          label={`Type ${WORD} to confirm`}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          data-autofocus
          {...form.register('word')}
        />
        {errors.root && <Alert>{errors.root.message}</Alert>}
      </form>
    </Dialog>
  )
}

export function DownloadData() {
  const [pending, setPending] = useState(false)

  async function fetchData() {
    setPending(true)
    try {
      await download('/api/my-data', 'my-data.zip')
    } catch (error) {
      showToast('danger', (error as Error).message)
    }
    setPending(false)
  }

  return (
    <SettingsCard title="Your data">
      <p className="text-muted">
        A ZIP file with everything we store about you: your account, profile, messages, likes and roses as
        text, and your photos.
      </p>
      <div>
        <Button tone="quiet" icon={Download} pending={pending} onClick={fetchData}>
          Download my data
        </Button>
      </div>
    </SettingsCard>
  )
}

/** Statuses 3, 4 and 5 are all shown as Deactivated. */
const accountStatusText = (status: number | undefined): string =>
  status === memberStatus.unfinished ? 'Inactive' : status === memberStatus.active ? 'Active' : 'Deactivated'

/** The pause card belongs to the settings feature, so the caller passes it. */
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

/** Others only find members with enough approved photos. The badge counts uploaded photos. */
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
  const last = settings.data?.u.deactivated_ts
  const next = last ? last + DEACTIVATION_WAIT : 0

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
          With Premium you can take a break and come back by logging in.
        </PremiumNotice>
      )}
      <p className="text-muted">
        Nobody can see you until you log in again. Then everything is just as you left it. You can do this
        once every 30 days.
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
        You’ll be logged out everywhere, and nobody can see your profile. Log in any time to come back.
      </ConfirmDialog>
    </SettingsCard>
  )
}

const longDate = (ts: number): string =>
  new Date(ts * 1000).toLocaleDateString('en-AU', { day: 'numeric', month: 'long', year: 'numeric' })
