import { problems, wordsForStatus } from '@rosella/contract/problems'
import { CallFailed } from '../../platform/api'

/** What each form of the log-in area says when it fails: section 8 of the specification, row by row. */
export function logInRefusal(error: unknown): string {
  const { status, said } = asFailure(error)
  if (status === 404) return problems['login.unknown'][1]
  const spoken = status === 400 || status >= 500 ? said : undefined
  return spoken ?? wordsForStatus(status)
}

export function codeRefusal(error: unknown): string {
  const { status, said } = asFailure(error)
  if (status === 400) return said ?? problems['code.invalid'][1]
  // Nobody has looked at the code: it may still be good.
  const unseen = status === 0 || status === 429 || status >= 500
  return unseen ? wordsForStatus(status) : problems['code.expired'][1]
}

/** For everything that has a mail sent: a new password, a link, a code. */
export function mailRefusal(error: unknown): string {
  const { status, said } = asFailure(error)
  if (status === 404) return problems['email.unknown'][1]
  return status === 429 ? wordsForStatus(status) : (said ?? wordsForStatus(status))
}

const asFailure = (error: unknown): CallFailed =>
  error instanceof CallFailed ? error : new CallFailed(0, undefined)
