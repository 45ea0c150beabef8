import { clientMessage } from '@rosella/contract/client-problems'
import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import { CallFailed, call, type Input, type Reply } from '../api'

type Challenge = Reply<'POST /api/passkey-options'>
type Answer = Input<'POST /api/passkey-login'>['passkey']

/** The challenge of a waiting field is renewed before it expires. */
const REFRESH_MS = 4 * 60_000

/** Load this module on demand, because its library is not part of any first page. */
export const hasPasskeys = browserSupportsWebAuthn

export async function logInWithPasskey(): Promise<Reply<'POST /api/passkey-login'>> {
  assertSupported()
  return call('POST /api/passkey-login', {
    passkey: await answer(await call('POST /api/passkey-options', {})),
  })
}

/**
 * Lets the browser offer passkeys in the marked field, if it supports that. Calls back when one was used. Returns a
 * function that stops it.
 */
export function offerInField(
  used: (session: Reply<'POST /api/passkey-login'>) => void,
  refused: (error: unknown) => void,
): () => void {
  let stopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  async function wait(): Promise<void> {
    if (stopped || !(await browserSupportsWebAuthnAutofill())) return
    const challenge = await call('POST /api/passkey-options', {})
    if (stopped) return
    timer = setTimeout(begin, REFRESH_MS)
    const passkey = await answer(challenge, true)
    clearTimeout(timer)
    if (stopped) return
    used(await call('POST /api/passkey-login', { passkey }))
  }
  function begin(): void {
    wait().catch((error: unknown) => {
      // The member did nothing yet, so only show an error if the server refused a passkey that they used.
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

/** With a session in the call, the server returns a challenge to reauthenticate. */
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

/** The error message for a passkey that was not used or added. */
export function passkeyError(error: unknown, otherwise: string): string {
  if (error instanceof CallFailed) return error.message
  const { name } = error as Error
  if (name === 'NotSupportedError') return 'This browser doesn’t support passkeys.'
  if (name === 'InvalidStateError') return clientMessage('passkey.there')
  return otherwise
}

function assertSupported(): void {
  if (!hasPasskeys()) throw new DOMException('passkeys are not supported', 'NotSupportedError')
}

/** Picks the fields of the contract, because some browsers add others. */
async function answer(challenge: Challenge, useBrowserAutofill = false): Promise<Answer> {
  const optionsJSON = challenge as Parameters<typeof startAuthentication>[0]['optionsJSON']
  const { id, rawId, type, response } = await startAuthentication({ optionsJSON, useBrowserAutofill })
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return { id, rawId, type, response: { clientDataJSON, authenticatorData, signature, userHandle } }
}
