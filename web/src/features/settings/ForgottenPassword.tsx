import { useState } from 'react'
import { call } from '../../platform/api'
import { showToast } from '../../platform/toast'
import { Button } from '../../ui/Button'

/** For members who forgot their password, or never set one because they log in by link or code. */
export function ForgottenPassword({ email, label }: { email: string; label: string }) {
  const [state, setState] = useState<'idle' | 'sending' | 'sent'>('idle')

  async function send() {
    setState('sending')
    try {
      await call('POST /api/forgot-password', { email })
      setState('sent')
    } catch (error) {
      setState('idle')
      showToast('danger', (error as Error).message)
    }
  }

  return (
    <div role="status" className="text-sm">
      {state === 'sent' ? (
        <p className="pt-1.5 text-muted">
          We’ve sent a link to <strong className="font-semibold text-ink">{email}</strong>. It works for one
          hour.
        </p>
      ) : (
        <Button tone="bare" className="-ms-5 text-sm!" pending={state === 'sending'} onClick={send}>
          {label}
        </Button>
      )}
    </div>
  )
}
