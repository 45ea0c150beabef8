import type { StreamEvents } from '@rosella/contract/live/stream'
import type { Role } from '@rosella/contract/member/status'
import { sentences } from '@rosella/contract/sentences'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect } from 'react'
import { Navigate, type RouteObject, useRoutes } from 'react-router'
import { onLive } from '../../platform/live/live'
import type { LiveUpdate } from '../../platform/live/live-state'
import { queryClient } from '../../platform/query'
import { queryKeys } from '../../platform/query-keys'
import { refetchOutdated } from '../../platform/refetch-outdated'
import { Spinner } from '../../ui/Spinner'
import '../../full-styles.css'
import { failedScreen, lazyPart } from '../../ui/lazy/LazyPart'

/** The calls to refetch when a queue changes. */
const callsOfQueue = {
  photos: ['overview', 'photos', 'photo-bank'],
  reports: ['overview', 'reports', 'report'],
  verifications: ['overview', 'verification-claim'],
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

const Dashboard = lazyPart(
  async () => (await import('./system/DashboardScreen')).DashboardScreen,
  failedScreen,
)
const Photos = lazyPart(
  async () => (await import('./photos/AdminPhotosScreen')).AdminPhotosScreen,
  failedScreen,
)
const Verifications = lazyPart(
  async () => (await import('./verifications/VerificationsScreen')).VerificationsScreen,
  failedScreen,
)
const Reports = lazyPart(async () => (await import('./cases/ReportsScreen')).ReportsScreen, failedScreen)
const Report = lazyPart(async () => (await import('./cases/ReportScreen')).ReportScreen, failedScreen)
const Members = lazyPart(async () => (await import('./members/MembersScreen')).MembersScreen, failedScreen)
const Bulk = lazyPart(async () => (await import('./members/BulkScreen')).BulkScreen, failedScreen)
const Member = lazyPart(async () => (await import('./members/MemberScreen')).MemberScreen, failedScreen)
const Content = lazyPart(async () => (await import('./content/ContentScreen')).ContentScreen, failedScreen)
const Audit = lazyPart(async () => (await import('./system/AuditScreen')).AuditScreen, failedScreen)
const Transparency = lazyPart(
  async () => (await import('./system/TransparencyScreen')).TransparencyScreen,
  failedScreen,
)
const ScamRules = lazyPart(
  async () => (await import('./system/ScamRulesScreen')).ScamRulesScreen,
  failedScreen,
)
const Exposure = lazyPart(async () => (await import('./system/ExposureScreen')).ExposureScreen, failedScreen)
const Workload = lazyPart(async () => (await import('./system/WorkloadScreen')).WorkloadScreen, failedScreen)
const System = lazyPart(async () => (await import('./system/SystemScreen')).SystemScreen, failedScreen)

/** Every admin screen, loaded on demand. Moderators only get the screens for their daily work. */
export const adminRoutes = (role: Role, notFound: ReactNode): RouteObject[] => [
  ...(role === 'admin' ? adminOnly : [{ index: true, element: <Navigate to="/admin/photos" replace /> }]),
  { path: 'photos', element: <Photos /> },
  { path: 'verifications', element: <Verifications /> },
  { path: 'reports', element: <Reports /> },
  { path: 'reports/:id', element: <Report /> },
  { path: 'workload', element: <Workload /> },
  { path: 'members', element: <Members /> },
  { path: 'members/bulk', element: <Bulk /> },
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
