import type { StreamEvents } from '@rosella/contract/live/stream'
import type { Role } from '@rosella/contract/member/status'
import { sentences } from '@rosella/contract/sentences'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { Navigate, type RouteObject, useRoutes } from 'react-router'
import { onLive } from '../../platform/live/live'
import type { LiveUpdate } from '../../platform/live/live-state'
import { queryClient } from '../../platform/query'
import { queryKeys } from '../../platform/query-keys'
import { refetchOutdated } from '../../platform/refetch-outdated'
import { Spinner } from '../../ui/Spinner'
import '../../full-styles.css'

/** The calls to refetch when a queue changes. */
const callsOfQueue = {
  photos: ['overview', 'photos'],
  reports: ['overview', 'reports', 'report'],
  verifications: ['overview', 'verifications'],
} as const

/** Refetches what a change in the queues affects, or everything if events were missed. */
export function updateAdmin(client: QueryClient, update: LiveUpdate, before: StreamEvents['admin']): void {
  if (update.event === 'missed') void refetchOutdated(client, queryKeys.admin)
  if (update.event !== 'admin') return
  const queues = Object.keys(callsOfQueue) as (keyof typeof callsOfQueue)[]
  const changed = queues.filter((queue) => update.data[queue] !== before[queue])
  // Taking a case or appealing sends an event but changes no count, so refetch every queue.
  const names = new Set((changed.length > 0 ? changed : queues).flatMap((queue) => callsOfQueue[queue]))
  for (const name of names) void refetchOutdated(client, queryKeys.adminCall(name))
}

const Dashboard = lazy(async () => ({ default: (await import('./system/DashboardScreen')).DashboardScreen }))
const Photos = lazy(async () => ({ default: (await import('./photos/AdminPhotosScreen')).AdminPhotosScreen }))
const Verifications = lazy(async () => ({
  default: (await import('./verifications/VerificationsScreen')).VerificationsScreen,
}))
const Reports = lazy(async () => ({ default: (await import('./cases/ReportsScreen')).ReportsScreen }))
const Report = lazy(async () => ({ default: (await import('./cases/ReportScreen')).ReportScreen }))
const Members = lazy(async () => ({ default: (await import('./members/MembersScreen')).MembersScreen }))
const Member = lazy(async () => ({ default: (await import('./members/MemberScreen')).MemberScreen }))
const Content = lazy(async () => ({ default: (await import('./content/ContentScreen')).ContentScreen }))
const Audit = lazy(async () => ({ default: (await import('./system/AuditScreen')).AuditScreen }))
const Transparency = lazy(async () => ({
  default: (await import('./system/TransparencyScreen')).TransparencyScreen,
}))
const ScamRules = lazy(async () => ({ default: (await import('./system/ScamRulesScreen')).ScamRulesScreen }))
const Exposure = lazy(async () => ({ default: (await import('./system/ExposureScreen')).ExposureScreen }))
const System = lazy(async () => ({ default: (await import('./system/SystemScreen')).SystemScreen }))

/** Every admin screen, loaded on demand. Moderators only get the screens for their daily work. */
export const adminRoutes = (role: Role, notFound: ReactNode): RouteObject[] => [
  ...(role === 'admin' ? adminOnly : [{ index: true, element: <Navigate to="/admin/photos" replace /> }]),
  { path: 'photos', element: <Photos /> },
  { path: 'verifications', element: <Verifications /> },
  { path: 'reports', element: <Reports /> },
  { path: 'reports/:id', element: <Report /> },
  { path: 'members', element: <Members /> },
  { path: 'members/:id', element: <Member /> },
  { path: '*', element: notFound },
]

const adminOnly: RouteObject[] = [
  { index: true, element: <Dashboard /> },
  { path: 'content', element: <Content /> },
  { path: 'audit', element: <Audit /> },
  { path: 'transparency', element: <Transparency /> },
  { path: 'scam-rules', element: <ScamRules /> },
  { path: 'exposure', element: <Exposure /> },
  { path: 'system', element: <System /> },
]

export function AdminArea({ role, notFound }: { role: Role; notFound: ReactNode }) {
  useEffect(() => onLive((update, before) => updateAdmin(queryClient, update, before.adminAlerts)), [])
  const screen = useRoutes(adminRoutes(role, notFound))
  return (
    <QueryClientProvider client={queryClient}>
      <Suspense
        fallback={
          <p className="p-8">
            <Spinner label={sentences.adminLoading} />
          </p>
        }
      >
        {screen}
      </Suspense>
    </QueryClientProvider>
  )
}
