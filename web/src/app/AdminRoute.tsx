import { sentences } from '@rosella/contract/sentences'
import { lazy, Suspense } from 'react'
import { isAdmin, useSession } from '../platform/session'
import { Spinner } from '../ui/Spinner'
import { NotFoundScreen } from './NotFoundScreen'

const AdminArea = lazy(async () => ({ default: (await import('../features/admin/AdminArea')).AdminArea }))

/** To anyone but an admin these addresses do not exist, and nothing behind them is loaded. */
export function AdminRoute() {
  const session = useSession()
  if (!isAdmin(session)) return <NotFoundScreen />
  return (
    <Suspense
      fallback={
        <p className="grid flex-1 place-items-center p-8">
          <Spinner label={sentences.adminLoading} />
        </p>
      }
    >
      <AdminArea key={session?.id} notFound={<NotFoundScreen />} />
    </Suspense>
  )
}
