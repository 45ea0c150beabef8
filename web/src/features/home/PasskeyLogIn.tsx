import type { SessionRecord } from '@rosella/contract/access/shapes'
import { problems } from '@rosella/contract/problems'
import { Fingerprint } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { Button } from '../../ui/Button'

// The library comes when the form stands.
const loadPasskeys = () => import('../../platform/passkeys')

type PasskeyLogInProps = {
  onSession: (session: SessionRecord) => unknown
  onRefused: (words: string) => void
}

/** By a button, and beside the addresses that the browser offers in the e-mail field. */
export function PasskeyLogIn({ onSession, onRefused }: PasskeyLogInProps) {
  const [waiting, setWaiting] = useState(false)
  const [turns, setTurns] = useState(0)
  const used = useEffectEvent(onSession)
  const refused = useEffectEvent((error: unknown) => onRefused((error as Error).message))

  // biome-ignore lint/correctness/useExhaustiveDependencies: the button's prompt ends the field's, which begins anew.
  useEffect(() => {
    if (waiting) return
    let stop: (() => void) | undefined
    let left = false
    loadPasskeys().then(
      ({ offerInField }) => {
        if (!left) stop = offerInField(used, refused)
      },
      // Whoever presses the button is told.
      () => {},
    )
    return () => {
      left = true
      stop?.()
    }
  }, [waiting, turns])

  async function logIn() {
    setWaiting(true)
    try {
      const { logInWithPasskey } = await loadPasskeys()
      await onSession(await logInWithPasskey())
    } catch (error) {
      const { passkeyRefusal } = await loadPasskeys()
      onRefused(passkeyRefusal(error, problems['passkey.cancelled'][1]))
    } finally {
      setWaiting(false)
      setTurns((count) => count + 1)
    }
  }

  return (
    <Button tone="quiet" icon={Fingerprint} pending={waiting} onClick={() => void logIn()}>
      Log in with a passkey
    </Button>
  )
}
