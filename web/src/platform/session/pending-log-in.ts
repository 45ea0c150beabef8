import { inTab } from '../storage'

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
