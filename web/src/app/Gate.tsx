import type { SessionRecord } from '@rosella/contract/access/shapes'
import { memberStatus } from '@rosella/contract/member/status'
import { type ReactNode, useState } from 'react'
import { Navigate } from 'react-router'
import { useSession } from '../platform/session/session'
import { failedScreen, lazyPart } from '../ui/lazy/LazyPart'

// Members never see it.
export const PleaseLogIn = lazyPart(
  async () => (await import('./screens/PleaseLogIn')).PleaseLogIn,
  failedScreen,
)

/** Asks visitors to log in, and redirects members who have not finished signing up. */
export function MemberGate({ children }: { children: ReactNode }) {
  const session = useSession()
  if (!session) return <PleaseLogIn />
  if (session.status === memberStatus.unfinished)
    return <Navigate to={unfinishedPath(session.profile_completed_ts)} replace />
  return children
}

/** The photo step, for members who have completed the form but are not active yet. */
export function UnfinishedGate({ children }: { children: ReactNode }) {
  const session = useSession()
  // Decided once, because activation changes the status and the member still has to read its thank-you message.
  const [redirect] = useState(() => session && redirectFor(session))
  if (!session) return <PleaseLogIn />
  return redirect ? <Navigate to={redirect} replace /> : children
}

function redirectFor({ status, profile_completed_ts }: SessionRecord): string | null {
  if (status !== memberStatus.unfinished) return '/photos'
  return profile_completed_ts === null ? unfinishedPath(null) : null
}

const unfinishedPath = (profileCompleted: number | null): string =>
  profileCompleted === null ? '/signup' : '/reg-photos'
