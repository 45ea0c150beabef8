import { AdminNav } from '../features/admin/AdminNav'
import { useLiveCaches } from './use-live-caches'
import { useLiveSession } from './use-live-session'

/** Replaces the top bar, and like it keeps the live stream open. */
export function AdminBar() {
  useLiveSession()
  useLiveCaches()
  return <AdminNav />
}
