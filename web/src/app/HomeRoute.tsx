import { lazy } from 'react'
import { VisitorHome } from '../features/home/VisitorHome'
import { useSession } from '../platform/session'

const MemberHome = lazy(async () => ({ default: (await import('./MemberHome')).MemberHome }))

/** Visitors see the banner and the log-in area; members the list of recent activity. */
export function HomeRoute() {
  return useSession() ? <MemberHome /> : <VisitorHome />
}
