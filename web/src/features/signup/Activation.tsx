import { memberStatus } from '@rosella/contract/member/status'
import { sentences } from '@rosella/contract/sentences'
import PartyPopper from 'lucide-react/icons/party-popper'
import { type ReactNode, useState } from 'react'
import { call } from '../../platform/api'
import { reloadSession } from '../../platform/session/reload-session'
import { getSession, setSession } from '../../platform/session/session'
import { useTitle } from '../../platform/title'
import { Alert } from '../../ui/Alert'
import { Button, ButtonLink } from '../../ui/Button'
import { StepFrame, useFocusOnStep } from './StepFrame'

type ActivationProps = {
  title: string
  /** The photo grid of the photos feature. */
  photos: ReactNode
  /** The preferences dialog of the browse feature. */
  preferences: ReactNode
}

/** Steps 3 and 4: photos and activation. */
export function Activation({ title, photos, preferences }: ActivationProps) {
  useTitle(title)
  const [done, setDone] = useState<{ message?: string }>()
  const [pending, setPending] = useState(false)
  const [failed, setFailed] = useState(false)
  useFocusOnStep(done ? 'done' : 'photos')

  async function activate() {
    setPending(true)
    setFailed(false)
    try {
      setDone(await call('POST /api/activate-profile', {}))
      // Set immediately, so that leaving before the session is reloaded does not redirect here.
      const session = getSession()
      if (session) setSession({ ...session, status: memberStatus.active })
      await reloadSession()
    } catch {
      setFailed(true)
      setPending(false)
    }
  }

  if (done) return <Welcome note={done.message} preferences={preferences} />
  return (
    <StepFrame
      heading="Step 3 of 3"
      lead="Add a few photos. A person checks each one before others see it."
      current={2}
    >
      <div className="grid gap-8">
        {photos}
        {failed && <Alert>{'Failed to activate profile. Please try again later.'}</Alert>}
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <Button tone="affection" size="large" pending={pending} onClick={() => void activate()}>
            Activate profile
          </Button>
          <p className="text-muted text-sm">You can add and change photos at any time.</p>
        </div>
      </div>
    </StepFrame>
  )
}

function Welcome({ note, preferences }: { note?: string; preferences: ReactNode }) {
  return (
    <div
      data-foot-clear
      className="mx-auto flex w-full max-w-xl flex-1 flex-col items-center justify-center gap-5 px-4 py-16 text-center"
    >
      <span
        aria-hidden="true"
        className="petal mb-2 grid size-28 animate-arrive place-items-center bg-wattle text-on-wattle"
      >
        <PartyPopper className="size-13" strokeWidth={1.5} />
      </span>
      <h1 tabIndex={-1} className="text-4xl">
        {sentences.signedUp}
      </h1>
      {note && <p className="text-lg text-muted">{note}</p>}
      <ButtonLink to="/" size="large" className="mt-2">
        {sentences.proceed}
      </ButtonLink>
      {preferences}
    </div>
  )
}
