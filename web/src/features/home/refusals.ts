import { clientMessage, messageForStatus } from '@rosella/contract/client-problems'
import { CallFailed, serverMessageOr } from '../../platform/api'

/** The error messages of the log-in area, as in the table of part 1 §8 of the specification. */
export function logInRefusal(error: unknown): string {
  const { status } = asFailure(error)
  if (status === 404) return clientMessage('login.unknown')
  return status === 400 || status >= 500
    ? serverMessageOr(error, messageForStatus(status))
    : messageForStatus(status)
}

export function codeRefusal(error: unknown): string {
  const { status } = asFailure(error)
  if (status === 400) return serverMessageOr(error, clientMessage('code.invalid'))
  // The server has not checked the code, so it may still be valid.
  const isUnchecked = status === 0 || status === 429 || status >= 500
  return isUnchecked ? messageForStatus(status) : clientMessage('code.expired')
}

/** For every call that sends an email: a new password, a link, a code. */
export function emailRefusal(error: unknown): string {
  const { status } = asFailure(error)
  if (status === 404) return clientMessage('email.unknown')
  return status === 429 ? messageForStatus(status) : serverMessageOr(error, messageForStatus(status))
}

const asFailure = (error: unknown): CallFailed =>
  error instanceof CallFailed ? error : new CallFailed(0, undefined)
