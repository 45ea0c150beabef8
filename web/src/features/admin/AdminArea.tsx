import type { Role } from '@rosella/contract/member/status'
import { sentences } from '@rosella/contract/sentences'
import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { Navigate, Route, Routes } from 'react-router'
import { onLive } from '../../platform/live'
import { queryClient } from '../../platform/query'
import { Spinner } from '../../ui/Spinner'
import { updateAdmin } from './on-live'
import '../../full-styles.css'

const Dashboard = lazy(async () => ({ default: (await import('./DashboardScreen')).DashboardScreen }))
const Photos = lazy(async () => ({ default: (await import('./AdminPhotosScreen')).AdminPhotosScreen }))
const Verifications = lazy(async () => ({
  default: (await import('./VerificationsScreen')).VerificationsScreen,
}))
const Reports = lazy(async () => ({ default: (await import('./ReportsScreen')).ReportsScreen }))
const Report = lazy(async () => ({ default: (await import('./ReportScreen')).ReportScreen }))
const Members = lazy(async () => ({ default: (await import('./MembersScreen')).MembersScreen }))
const Member = lazy(async () => ({ default: (await import('./MemberScreen')).MemberScreen }))
const Content = lazy(async () => ({ default: (await import('./ContentScreen')).ContentScreen }))
const Audit = lazy(async () => ({ default: (await import('./AuditScreen')).AuditScreen }))
const Transparency = lazy(async () => ({
  default: (await import('./TransparencyScreen')).TransparencyScreen,
}))
const ScamRules = lazy(async () => ({ default: (await import('./ScamRulesScreen')).ScamRulesScreen }))
const Exposure = lazy(async () => ({ default: (await import('./ExposureScreen')).ExposureScreen }))
const System = lazy(async () => ({ default: (await import('./SystemScreen')).SystemScreen }))

/** Every screen of the admin area, each loaded when it is opened; a moderator has those of the daily work. */
export function AdminArea({ role, notFound }: { role: Role; notFound: ReactNode }) {
  useEffect(() => onLive((update, before) => updateAdmin(queryClient, update, before.adminAlerts)), [])
  return (
    <QueryClientProvider client={queryClient}>
      <Suspense
        fallback={
          <p className="p-8">
            <Spinner label={sentences.adminLoading} />
          </p>
        }
      >
        <Routes>
          {role === 'admin' ? (
            <>
              <Route index element={<Dashboard />} />
              <Route path="content" element={<Content />} />
              <Route path="audit" element={<Audit />} />
              <Route path="transparency" element={<Transparency />} />
              <Route path="scam-rules" element={<ScamRules />} />
              <Route path="exposure" element={<Exposure />} />
              <Route path="system" element={<System />} />
            </>
          ) : (
            <Route index element={<Navigate to="/admin/photos" replace />} />
          )}
          <Route path="photos" element={<Photos />} />
          <Route path="verifications" element={<Verifications />} />
          <Route path="reports" element={<Reports />} />
          <Route path="reports/:id" element={<Report />} />
          <Route path="members" element={<Members />} />
          <Route path="members/:id" element={<Member />} />
          <Route path="*" element={notFound} />
        </Routes>
      </Suspense>
    </QueryClientProvider>
  )
}
