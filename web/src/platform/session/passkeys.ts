import { clientMessage } from '@rosella/contract/client-problems'
import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import { CallFailed, call, type Input, type Reply } from '../api'

type Asked = Reply<'POST /api/passkey-options'>
type Answer = Input<'POST /api/passkey-login'>['passkey']

/** The challenge of a waiting field is asked for anew before it is too old to be answered. */
const REFRESH_MS = 4 * 60_000

/** Loaded when somebody comes near a passkey: the library is on no first page. */
export const hasPasskeys = browserSupportsWebAuthn

export async function logInWithPasskey(): Promise<Reply<'POST /api/passkey-login'>> {
  assertSupported()
  return call('POST /api/passkey-login', {
    passkey: await answer(await call('POST /api/passkey-options', {})),
  })
}

/**
 * The browser offers passkeys in the field marked for them. Calls back when one was used, until it is stopped; where
 * the browser offers none, nothing happens.
 */
export function offerInField(
  used: (session: Reply<'POST /api/passkey-login'>) => void,
  refused: (error: unknown) => void,
): () => void {
  let stopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  async function wait(): Promise<void> {
    if (stopped || !(await browserSupportsWebAuthnAutofill())) return
    const asked = await call('POST /api/passkey-options', {})
    if (stopped) return
    timer = setTimeout(begin, REFRESH_MS)
    const passkey = await answer(asked, true)
    clearTimeout(timer)
    if (stopped) return
    used(await call('POST /api/passkey-login', { passkey }))
  }
  function begin(): void {
    wait().catch((error: unknown) => {
      // Nobody has asked for anything: only what the server said to a passkey that was used is worth a word.
      if (!stopped && error instanceof CallFailed && error.status === 400) refused(error)
    })
  }
  begin()
  return () => {
    stopped = true
    clearTimeout(timer)
    WebAuthnAbortService.cancelCeremony()
  }
}

/** With a session in the call, the challenge is one to prove who is there. */
export async function reauthenticateWithPasskey(): Promise<void> {
  assertSupported()
  const passkey = await answer(await call('POST /api/passkey-options', {}))
  await call('POST /api/reauthenticate', { passkey })
}

export async function addPasskey(name: string): Promise<Reply<'POST /api/passkey-register'>> {
  assertSupported()
  const optionsJSON = await call('POST /api/passkey-register-options', {})
  const { id, rawId, type, response } = await startRegistration({
    optionsJSON: optionsJSON as Parameters<typeof startRegistration>[0]['optionsJSON'],
  })
  const { clientDataJSON, attestationObject, transports } = response
  return call('POST /api/passkey-register', {
    name,
    passkey: { id, rawId, type, response: { clientDataJSON, attestationObject, transports } },
  })
}

/** What to say of a passkey that was not used or not added. */
export function passkeyRefusal(error: unknown, otherwise: string): string {
  if (error instanceof CallFailed) return error.message
  const { name } = error as Error
  if (name === 'NotSupportedError') return 'This browser doesn’t support passkeys.'
  if (name === 'InvalidStateError') return clientMessage('passkey.there')
  return otherwise
}

function assertSupported(): void {
  if (!hasPasskeys()) throw new DOMException('no passkeys', 'NotSupportedError')
}

/** Only what the contract names: some browsers add to it. */
async function answer(asked: Asked, useBrowserAutofill = false): Promise<Answer> {
  const optionsJSON = asked as Parameters<typeof startAuthentication>[0]['optionsJSON']
  const { id, rawId, type, response } = await startAuthentication({ optionsJSON, useBrowserAutofill })
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return { id, rawId, type, response: { clientDataJSON, authenticatorData, signature, userHandle } }
}
