import type { UndoWhat } from '@rosella/contract/access/rules'
import CircleCheck from 'lucide-react/icons/circle-check'
import ShieldAlert from 'lucide-react/icons/shield-exclamation-point'
import Unlink from 'lucide-react/icons/unlink'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import { CallFailed, call } from '../../platform/api'
import { reloadSession } from '../../platform/session/reload-session'
import { getSession } from '../../platform/session/session'
import { submitForm } from '../../platform/submit-form'
import { Alert } from '../../ui/Alert'
import { Button, ButtonLink } from '../../ui/Button'
import { AccessPanel } from './AccessPanel'

const texts: Record<UndoWhat, { title: string; text: string; button: string }> = {
  session: {
    title: 'This wasn’t me',
    text: 'Someone logged in to your account on a new device. If it wasn’t you, end that session here.',
    button: 'End that session',
  },
  sessions: {
    title: 'This wasn’t me',
    text: 'Someone logged in to your account on several new devices. If it wasn’t you, log out every device here.',
    button: 'Log out every device',
  },
  change: {
    title: 'Undo the change',
    text: 'Someone changed your email address or a way to log in to your account. If it wasn’t you, undo the change here. Everything goes back to how it was, and every device is logged out.',
    button: 'Undo the change',
  },
}

/** Opens the links in our security emails. It needs a click, because some email servers open every link. */
export function UndoScreen() {
  const [search] = useSearchParams()
  const what = search.get('what') ?? ''
  const { title, text, button } = Object.hasOwn(texts, what) ? texts[what as UndoWhat] : texts.change
  const [done, setDone] = useState<string>()
  const [isGone, setGone] = useState(false)
  const form = useForm()
  const { errors, isSubmitting } = form.formState

  async function undo() {
    const { message } = await call('POST /api/undo', { key: search.get('key') ?? '' })
    setDone(message)
    // The session that was ended may be this browser's own.
    if (getSession()) await reloadSession()
  }

  function refuse(error: unknown): string {
    setGone(error instanceof CallFailed && error.status >= 400 && error.status < 500 && error.status !== 429)
    return (error as Error).message
  }

  if (done !== undefined) {
    return (
      <AccessPanel key="done" title="Done" icon={CircleCheck} tone="gum">
        <p role="status" className="text-lg">
          {done}
        </p>
        <div>
          <ButtonLink to="/#forgot-password">Choose a new password</ButtonLink>
        </div>
      </AccessPanel>
    )
  }
  if (isGone) {
    return (
      <AccessPanel key="failed" title="That didn’t work" icon={Unlink} tone="danger">
        <Alert>{errors.root?.message}</Alert>
        <p className="text-muted">
          Each of these links works once, within 48 hours. If you can still log in, check your sessions and
          passkeys under Password in your settings.
        </p>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/settings#password">Go to settings</ButtonLink>
          <ButtonLink to="/#forgot-password" tone="bare">
            Choose a new password
          </ButtonLink>
        </div>
      </AccessPanel>
    )
  }
  return (
    <AccessPanel title={title} icon={ShieldAlert} tone="danger">
      <form onSubmit={submitForm(form, undo, refuse)} className="grid gap-5">
        <p>{text}</p>
        {errors.root && <Alert>{errors.root.message}</Alert>}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" tone="danger" pending={isSubmitting}>
            {button}
          </Button>
          <ButtonLink to="/" tone="bare">
            It was me
          </ButtonLink>
        </div>
      </form>
    </AccessPanel>
  )
}
