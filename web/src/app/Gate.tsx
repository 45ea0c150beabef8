import { problems } from '@rosella/contract/problems'
import { LockKeyhole } from 'lucide-react'
import type { ReactNode } from 'react'
import { Navigate } from 'react-router'
import { useSession } from '../platform/session'
import { useTitle } from '../platform/title'
import { ButtonLink } from '../ui/Button'

/** A visitor is asked to log in; a member who has not finished signing up is led there. */
export function MemberGate({ children }: { children: ReactNode }) {
  const session = useSession()
  if (!session) return <PleaseLogIn />
  if (session.status === 1) return <Navigate to={unfinishedPath(session.profile_completed_ts)} replace />
  return children
}

const unfinishedPath = (profileCompleted: number | null): string =>
  profileCompleted === null ? '/signup' : '/reg-photos'

function PleaseLogIn() {
  useTitle(problems['session.none'][1])
  return (
    <div className="mx-auto flex w-full max-w-md flex-1 flex-col items-center justify-center gap-5 px-4 py-16 text-center">
      <span
        aria-hidden="true"
        className="petal grid size-24 place-items-center bg-wattle-soft text-on-wattle-soft"
      >
        <LockKeyhole className="size-10" strokeWidth={1.75} />
      </span>
      <h1 className="text-3xl">{problems['session.none'][1]}</h1>
      <p className="text-muted">This page is for members. Log in and come right back.</p>
      <ButtonLink to="/">Log in</ButtonLink>
    </div>
  )
}
