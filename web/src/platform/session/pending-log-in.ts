import { inTab } from '../storage'
import { readEnded } from './session'

/** A log-in in this tab that waits for two-step verification. `next` is the page it leads to. */
export interface PendingLogIn {
  ticket: string
  next: string
}

const KEY = 'twoStep'

export const storePendingLogIn = (pending: PendingLogIn): void => inTab.set(KEY, JSON.stringify(pending))
export const removePendingLogIn = (): void => inTab.remove(KEY)

export function readPendingLogIn(): PendingLogIn | null {
  try {
    const stored = JSON.parse(inTab.get(KEY) ?? 'null') as Partial<PendingLogIn> | null
    return stored?.ticket && stored.next ? { ticket: stored.ticket, next: stored.next } : null
  } catch {
    return null
  }
}

const RETURN_KEY = 'returnTo'

/** The next log-in in this tab returns to the current page. */
export function returnAfterLogIn(): void {
  const { pathname, search, hash } = window.location
  inTab.set(RETURN_KEY, pathname + search + hash)
}

/** Where a log-in leads to. Call it before the session is stored. Another member than before starts at the home page. */
export function takeReturnPath(memberId?: number): string {
  const path = inTab.get(RETURN_KEY) ?? '/'
  inTab.remove(RETURN_KEY)
  const before = readEnded()?.id
  return before === undefined || memberId === undefined || before === memberId ? path : '/'
}
