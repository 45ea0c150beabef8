import { sentences } from '@rosella/contract/sentences'
import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { onLive } from '../../platform/live'
import { queryClient } from '../../platform/query'
import { Screens } from '../../router/RouterProvider'
import type { Route } from '../../router/router'
import { Spinner } from '../../ui/Spinner'
import { updateAdmin } from './on-live'
import './admin.css'

const Dashboard = lazy(async () => ({ default: (await import('./DashboardScreen')).DashboardScreen }))
const Photos = lazy(async () => ({ default: (await import('./PhotosScreen')).PhotosScreen }))
const Reports = lazy(async () => ({ default: (await import('./ReportsScreen')).ReportsScreen }))
const Report = lazy(async () => ({ default: (await import('./ReportScreen')).ReportScreen }))
const Members = lazy(async () => ({ default: (await import('./MembersScreen')).MembersScreen }))
const Member = lazy(async () => ({ default: (await import('./MemberScreen')).MemberScreen }))
const Content = lazy(async () => ({ default: (await import('./ContentScreen')).ContentScreen }))
const Audit = lazy(async () => ({ default: (await import('./AuditScreen')).AuditScreen }))
const Transparency = lazy(async () => ({
  default: (await import('./TransparencyScreen')).TransparencyScreen,
}))
const System = lazy(async () => ({ default: (await import('./SystemScreen')).SystemScreen }))

/** Every screen of the admin area, each loaded when it is opened. */
export function AdminArea({ notFound }: { notFound: ReactNode }) {
  useEffect(() => onLive((news, before) => updateAdmin(queryClient, news, before.adminAlerts)), [])
  const screens: Route[] = [
    { path: '/admin', show: <Dashboard /> },
    { path: '/admin/photos', show: <Photos /> },
    { path: '/admin/reports', show: <Reports /> },
    { path: '/admin/reports/:id', show: <Report /> },
    { path: '/admin/members', show: <Members /> },
    { path: '/admin/members/:id', show: <Member /> },
    { path: '/admin/content', show: <Content /> },
    { path: '/admin/audit', show: <Audit /> },
    { path: '/admin/transparency', show: <Transparency /> },
    { path: '/admin/system', show: <System /> },
    { path: '/*', show: notFound },
  ]
  return (
    <QueryClientProvider client={queryClient}>
      <Suspense
        fallback={
          <p className="p-8">
            <Spinner label={sentences.adminLoading} />
          </p>
        }
      >
        <Screens routes={screens} />
      </Suspense>
    </QueryClientProvider>
  )
}
