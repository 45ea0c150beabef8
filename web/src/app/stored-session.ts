import { memberStatus } from '@rosella/contract/member/status'
import { reloadSession } from '../platform/session/reload-session'
import { getSession } from '../platform/session/session'

/**
 * Reloads the session stored by an earlier visit in parallel with the first data, because Premium, the first name or the
 * confirmed address may have changed. A member who has become active on another device was redirected to the sign-up by
 * the old record, so the page is loaded again.
 */
export async function reloadStoredSession(): Promise<void> {
  const stored = getSession()
  // Check-ins stay on the device when the server ends the session, so a member who is suspended during a date can answer.
  if (!stored) return (await import('./after-load')).showCheckIns()
  await reloadSession()
  const isNowActive = getSession()?.id === stored.id && getSession()?.status === memberStatus.active
  if (stored.status === memberStatus.unfinished && isNowActive) window.location.replace('/')
}
