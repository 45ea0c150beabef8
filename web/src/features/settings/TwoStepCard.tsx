import { sentences } from '@rosella/contract/sentences'
import Download from 'lucide-react/icons/download'
import Printer from 'lucide-react/icons/printer'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { useState } from 'react'
import { call } from '../../platform/api'
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
import { type OwnCredentials, useKeysChanged, useOwnKeys } from './use-own-keys'

/** Shown this once: the server keeps only what checks them. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const text = codes.join('\n')
  return (
    <Dialog
      open
      onClose={onClose}
      title="Your recovery codes"
      actions={<Button onClick={onClose}>I have kept them</Button>}
    >
      <div className="grid gap-5">
        <p>
          Two-step verification is on. Without your app, one of these codes lets you in, each once.{' '}
          <strong>They are shown now and never again.</strong> Keep them where you would keep a passport.
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

/** The codes alone on a page of their own. */
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

/** A code of an authenticator app after the password, the link or the code from a mail. */
export function TwoStepCard() {
  const keys = useOwnKeys()
  const isOn = keys.data && keys.data.two_step_ts !== null
  return (
    <SettingsCard
      title="Two-step verification"
      aside={keys.data && <Tag tone={isOn ? 'gum' : 'plain'}>{isOn ? 'On' : 'Off'}</Tag>}
    >
      <p className="text-muted">
        A code of an authenticator app, asked for after your password or the link in a mail. Whoever learns
        your password or reads your mail then still cannot get in. Passkeys need none.
      </p>
      {keys.data ? (
        <TwoStepStatus keys={keys.data} />
      ) : keys.error ? (
        <LoadFailed words={keys.error.message} again={() => void keys.refetch()} />
      ) : (
        <div>
          <VisuallyHidden>{sentences.loading}</VisuallyHidden>
          <Skeleton className="petal-md h-11 w-48" />
        </div>
      )}
    </SettingsCard>
  )
}

type Asked = 'set-up' | 'off' | 'codes'

function TwoStepStatus({ keys }: { keys: OwnCredentials }) {
  const changed = useKeysChanged()
  const [asked, setAsked] = useState<Asked>()
  const [codes, setCodes] = useState<string[]>()
  const close = () => setAsked(undefined)

  function show(recoveryCodes: string[]) {
    close()
    setCodes(recoveryCodes)
    changed()
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
              ? 'One recovery code is left.'
              : `${keys.recovery_left} recovery codes are left.`}
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
          confirmLabel="Make new codes"
          tone="ink"
          onClose={close}
          onConfirm={async () => show((await call('POST /api/recovery-codes', {})).recovery_codes)}
        >
          You get ten new ones, and the old ones no longer work.
        </Ask>
      )}
      {asked === 'off' && (
        <Ask
          title="Turn two-step verification off?"
          confirmLabel="Turn off"
          tone="danger"
          onClose={close}
          onConfirm={async () => {
            changed(await call('POST /api/two-step-off', {}))
            close()
            showToast('success', 'Two-step verification is off.')
          }}
        >
          Your password, or a link or code from a mail, is then enough to get in. We mail you a link that
          undoes this for 48 hours.
        </Ask>
      )}
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} />}
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
