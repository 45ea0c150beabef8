import { sentences } from '@rosella/contract/sentences'
import { Suspense } from 'react'
import { readEnded, roleIn, useSession } from '../../platform/session/session'
import { failedScreen, lazyPart } from '../../ui/lazy/LazyPart'
import { Spinner } from '../../ui/Spinner'
import { PleaseLogIn } from '../Gate'
import { NotFoundScreen } from './NotFoundScreen'

const StrongAuthRequired = lazyPart(
  async () => (await import('../../features/admin/StrongAuthRequired')).StrongAuthRequired,
  failedScreen,
)
const AdminArea = lazyPart(
  async () => (await import('../../features/admin/AdminArea')).AdminArea,
  failedScreen,
)

/**
 * For everyone except admins and moderators, these pages do not exist and nothing of them is loaded. Staff without the
 * required passkey or two-step verification are asked to set it up.
 */
export function AdminRoute() {
  const session = useSession()
  const role = roleIn(session)
  if (!session && readEnded()) return <PleaseLogIn />
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
