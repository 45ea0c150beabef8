import type { SessionRecord } from '@rosella/contract/access/shapes'
import { clientMessage } from '@rosella/contract/client-problems'
import { memberStatus } from '@rosella/contract/member/status'
import LockKeyhole from 'lucide-react/icons/lock-keyhole'
import { type ReactNode, useState } from 'react'
import { Navigate } from 'react-router'
import { useSession } from '../platform/session/session'
import { useTitle } from '../platform/title'
import { ButtonLink } from '../ui/Button'

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

function PleaseLogIn() {
  useTitle(clientMessage('session.none'))
  return (
    <div className="mx-auto flex w-full max-w-md flex-1 flex-col items-center justify-center gap-5 px-4 py-16 text-center">
      <span
        aria-hidden="true"
        className="petal grid size-24 place-items-center bg-wattle-soft text-on-wattle-soft"
      >
        <LockKeyhole className="size-10" strokeWidth={1.75} />
      </span>
      <h1 className="text-3xl">{clientMessage('session.none')}</h1>
      <p className="text-muted">This page is for members.</p>
      <ButtonLink to="/">Log in</ButtonLink>
    </div>
  )
}
