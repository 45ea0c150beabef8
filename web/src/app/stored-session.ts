import { memberStatus } from '@rosella/contract/member/status'
import { reloadSession } from '../platform/session/reload-session'
import { getSession } from '../platform/session/session'

/**
 * A record kept from an earlier visit is loaded anew with the page, beside its first data: Premium, the first name or a
 * confirmed address may have changed since. Who has become active elsewhere has been led to the sign-up by the old one,
 * and gets the page they asked for by the new.
 */
export async function reloadStoredSession(): Promise<void> {
  const kept = getSession()
  await reloadSession()
  const isNowActive = getSession()?.id === kept?.id && getSession()?.status === memberStatus.active
  if (kept?.status === memberStatus.unfinished && isNowActive) window.location.replace('/')
}
