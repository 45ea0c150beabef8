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

const words: Record<UndoWhat, { title: string; text: string; button: string }> = {
  session: {
    title: 'This was not me',
    text: 'Somebody has logged in to your account on a device we had not seen before. If it was not you, end that session here.',
    button: 'End that session',
  },
  change: {
    title: 'Undo the change',
    text: 'A way to log in to your account, or its address, was changed. If it was not you, undo it here: everything is as it was before, and everybody is logged out.',
    button: 'Undo it',
  },
}

/** Where the links in our warnings lead. It takes a click: some mail servers open every link they see. */
export function UndoScreen() {
  const [search] = useSearchParams()
  const { title, text, button } = words[search.get('what') === 'session' ? 'session' : 'change']
  const [said, setSaid] = useState<string>()
  const [isGone, setGone] = useState(false)
  const form = useForm()
  const { errors, isSubmitting } = form.formState

  async function undo() {
    const { message } = await call('POST /api/undo', { key: search.get('key') ?? '' })
    setSaid(message)
    // It may have been this browser's own.
    if (getSession()) await reloadSession()
  }

  function refuse(error: unknown): string {
    setGone(error instanceof CallFailed && error.status >= 400 && error.status < 500 && error.status !== 429)
    return (error as Error).message
  }

  if (said !== undefined) {
    return (
      <AccessPanel key="done" title="Done" icon={CircleCheck} tone="gum">
        <p role="status" className="text-lg">
          {said}
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
          Each of these links works once, within 48 hours. If you can still log in, look at Password in your
          settings: it lists your sessions and passkeys.
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
