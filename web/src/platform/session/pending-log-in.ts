import { inTab } from '../storage'

/** A log-in that waits for two-step verification, in this tab: the ticket, and where its way in leads. */
export interface PendingLogIn {
  ticket: string
  next: string
}

const KEY = 'twoStep'

export const keepPendingLogIn = (pending: PendingLogIn): void => inTab.set(KEY, JSON.stringify(pending))
export const forgetPendingLogIn = (): void => inTab.remove(KEY)

export function readPendingLogIn(): PendingLogIn | null {
  try {
    const kept = JSON.parse(inTab.get(KEY) ?? 'null') as Partial<PendingLogIn> | null
    return kept?.ticket && kept.next ? { ticket: kept.ticket, next: kept.next } : null
  } catch {
    return null
  }
}
