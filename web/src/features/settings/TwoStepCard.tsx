import { sentences } from '@rosella/contract/sentences'
import Download from 'lucide-react/icons/download'
import Printer from 'lucide-react/icons/printer'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { useEffect, useState } from 'react'
import { call } from '../../platform/api'
import { getSession } from '../../platform/session/session'
import { siteName } from '../../platform/site'
import { showToast } from '../../platform/toast'
import { Button } from '../../ui/Button'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog'
import { Dialog } from '../../ui/overlays/Dialog'
import { SettingsCard } from '../../ui/SettingsCard'
import { Skeleton } from '../../ui/Skeleton'
import { Tag } from '../../ui/Tag'
import { VisuallyHidden } from '../../ui/VisuallyHidden'
import { CopyButton } from './CopyButton'
import { LoadFailed } from './LoadFailed'
import { SetUpTwoStepDialog } from './SetUpTwoStepDialog'
import { type OwnCredentials, useCredentials, useCredentialsChanged } from './use-credentials'

/** Shown only once, because the server stores only hashes of the codes. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const text = codes.join('\n')
  useEffect(() => {
    // The browser asks before a reload or closing the tab would lose the codes.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])
  return (
    <Dialog
      open
      required
      onClose={onClose}
      title="Your recovery codes"
      actions={<Button onClick={onClose}>I have saved them</Button>}
    >
      <div className="grid gap-5">
        <p>
          Two-step verification is on. If you lose your app, you can log in with one of these codes. Each
          works once. <strong>We won’t show them again.</strong> Keep them as safe as your passport.
        </p>
        <ol
          aria-label="Recovery codes"
          className="petal-md grid gap-x-6 gap-y-1.5 bg-sunken p-5 sm:grid-cols-2"
        >
          {codes.map((code) => (
            <li key={code} className="whitespace-nowrap font-mono text-sm">
              {code}
            </li>
          ))}
        </ol>
        <div className="flex flex-wrap gap-3">
          <CopyButton text={text} label="Copy" />
          <Button tone="quiet" icon={Download} onClick={() => save(text)}>
            Download
          </Button>
          <Button tone="quiet" icon={Printer} onClick={() => print(text)}>
            Print
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

const heading = `Recovery codes for ${siteName}`

function save(text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([`${heading}\n\n${text}\n`], { type: 'text/plain' }))
  link.download = 'recovery-codes.txt'
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** Prints the codes alone, from a hidden frame. */
function print(text: string): void {
  const frame = document.createElement('iframe')
  frame.hidden = true
  document.body.append(frame)
  const page = frame.contentDocument
  if (!page || !frame.contentWindow) return
  const title = page.createElement('h1')
  title.textContent = heading
  const codes = page.createElement('pre')
  codes.textContent = text
  page.body.append(title, codes)
  frame.contentWindow.print()
  setTimeout(() => frame.remove(), 60_000)
}

export function TwoStepCard() {
  const keys = useCredentials()
  const isOn = keys.data && keys.data.two_step_ts !== null
  return (
    <SettingsCard
      title="Two-step verification"
      aside={keys.data && <Tag tone={isOn ? 'gum' : 'plain'}>{isOn ? 'On' : 'Off'}</Tag>}
    >
      <p className="text-muted">
        We also ask for a code from your authenticator app after your password or an emailed link. Someone who
        learns your password or reads your email still can’t get in. Passkeys don’t need a code.
      </p>
      {keys.data ? (
        <TwoStepStatus keys={keys.data} />
      ) : keys.error ? (
        <LoadFailed query={keys} />
      ) : (
        <div>
          <VisuallyHidden>{sentences.loading}</VisuallyHidden>
          <Skeleton className="petal-md h-11 w-48" />
        </div>
      )}
    </SettingsCard>
  )
}

/** Stays until the member has saved them, even if they go to another screen meanwhile. */
let unsaved: { memberId: number | undefined; codes: string[] } | undefined

type Asked = 'set-up' | 'off' | 'codes'

function TwoStepStatus({ keys }: { keys: OwnCredentials }) {
  const changed = useCredentialsChanged()
  const [asked, setAsked] = useState<Asked>()
  const memberId = getSession()?.id
  const [codes, setCodes] = useState(() => (unsaved?.memberId === memberId ? unsaved?.codes : undefined))
  const close = () => setAsked(undefined)

  function show(recoveryCodes: string[]) {
    close()
    unsaved = { memberId, codes: recoveryCodes }
    setCodes(recoveryCodes)
    changed()
  }

  function saved() {
    unsaved = undefined
    setCodes(undefined)
  }

  return (
    <>
      {keys.two_step_ts === null ? (
        <div>
          <Button icon={ShieldCheck} onClick={() => setAsked('set-up')}>
            Set up two-step verification
          </Button>
        </div>
      ) : (
        <>
          <p>
            {keys.recovery_left === 1
              ? 'You have 1 recovery code left.'
              : `You have ${keys.recovery_left} recovery codes left.`}
          </p>
          <div className="flex flex-wrap gap-3">
            <Button tone="quiet" onClick={() => setAsked('codes')}>
              New recovery codes
            </Button>
            <Button tone="quiet" onClick={() => setAsked('off')}>
              Turn off
            </Button>
          </div>
        </>
      )}
      {asked === 'set-up' && <SetUpTwoStepDialog onClose={close} onConfirmed={show} />}
      {asked === 'codes' && (
        <Ask
          title="New recovery codes?"
          confirmLabel="Get new codes"
          tone="ink"
          onClose={close}
          onConfirm={async () => show((await call('POST /api/recovery-codes', {})).recovery_codes)}
        >
          You’ll get ten new codes, and the old ones will stop working.
        </Ask>
      )}
      {asked === 'off' && (
        <Ask
          title="Turn off two-step verification?"
          confirmLabel="Turn off"
          tone="danger"
          onClose={close}
          onConfirm={async () => {
            changed(await call('POST /api/two-step-off', {}))
            close()
            showToast('success', 'Two-step verification is off.')
          }}
        >
          Your password, or an emailed link or code, will be enough to log in. We’ll email you a link to undo
          this within 48 hours.
        </Ask>
      )}
      {codes && <RecoveryCodesDialog codes={codes} onClose={saved} />}
    </>
  )
}

type AskProps = {
  title: string
  confirmLabel: string
  tone: 'ink' | 'danger'
  onClose: () => void
  onConfirm: () => Promise<void>
  children: string | string[]
}

function Ask({ onConfirm, ...dialog }: AskProps) {
  const [state, setState] = useState<{ pending: boolean; error?: string }>({ pending: false })
  function confirm() {
    setState({ pending: true })
    onConfirm().catch((error: Error) => setState({ pending: false, error: error.message }))
  }
  return <ConfirmDialog open {...dialog} onConfirm={confirm} pending={state.pending} error={state.error} />
}
