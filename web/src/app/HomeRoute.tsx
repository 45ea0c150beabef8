import { Navigate, useLocation } from 'react-router'
import { getSession, useSession } from '../platform/session'
import { onDemand } from './on-demand'

const VisitorHome = onDemand(async () => (await import('../features/home/VisitorHome')).VisitorHome)
const MemberHome = onDemand(async () => (await import('./MemberHome')).MemberHome)

export const loadHome = () => (getSession() ? MemberHome : VisitorHome).load()

/** Visitors see the banner and the log-in area; members the list of recent activity. */
export function HomeRoute() {
  const session = useSession()
  const { hash } = useLocation()
  // The one state of the log-in area that needs a session: it has a screen of its own.
  if (hash === '#change-password') return <Navigate to="/change-password" replace />
  return session ? <MemberHome /> : <VisitorHome />
}
