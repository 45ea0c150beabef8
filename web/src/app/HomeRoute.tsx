import { lazy } from 'react'
import { Navigate, useLocation } from 'react-router'
import { useSession } from '../platform/session'

const VisitorHome = lazy(async () => ({
  default: (await import('../features/home/VisitorHome')).VisitorHome,
}))
const MemberHome = lazy(async () => ({ default: (await import('./MemberHome')).MemberHome }))

/** Visitors see the banner and the log-in area; members the list of recent activity. */
export function HomeRoute() {
  const session = useSession()
  const { hash } = useLocation()
  // The one state of the log-in area that needs a session: it has a screen of its own.
  if (hash === '#change-password') return <Navigate to="/change-password" replace />
  return session ? <MemberHome /> : <VisitorHome />
}
