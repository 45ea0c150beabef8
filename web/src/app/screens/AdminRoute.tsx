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
 * For everyone except admins and moderators, these pages do not exist and nothing of them is loaded. Staff without the
 * required passkey or two-step verification are asked to set it up.
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
