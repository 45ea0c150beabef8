import { sentences } from '@rosella/contract/sentences'
import { lazy, Suspense } from 'react'
import { roleIn, useSession } from '../../platform/session/session'
import { Spinner } from '../../ui/Spinner'
import { NotFoundScreen } from './NotFoundScreen'

const StrongAuthRequired = lazy(async () => ({
  default: (await import('../../features/admin/StrongAuthRequired')).StrongAuthRequired,
}))
const AdminArea = lazy(async () => ({ default: (await import('../../features/admin/AdminArea')).AdminArea }))

/**
 * To anyone but admins and moderators these addresses do not exist, and nothing behind them is loaded. Who lacks the
 * passkey or two-step verification that the site asks of them is led to setting it up.
 */
export function AdminRoute() {
  const session = useSession()
  const role = roleIn(session)
  if (!role) return <NotFoundScreen />
  return (
    <Suspense
      fallback={
        <p className="grid flex-1 place-items-center p-8">
          <Spinner label={sentences.adminLoading} />
        </p>
      }
    >
      {session?.key_missing ? (
        <StrongAuthRequired />
      ) : (
        <AdminArea key={`${session?.id} ${role}`} role={role} notFound={<NotFoundScreen />} />
      )}
    </Suspense>
  )
}
