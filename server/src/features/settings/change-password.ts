import type { InputOf } from '@rosella/contract/endpoint'
import { sentences } from '@rosella/contract/sentences'
import type { settingsChangePassword as call } from '@rosella/contract/settings/endpoints'
import { assertPassword, assertPasswordAllowed, lockAndReauthenticate } from '../../members/credentials'
import { endSessions } from '../../members/sessions'
import { withTransaction } from '../../platform/database/transaction'
import type { Viewer } from '../../platform/http/viewer'
import type { Services } from '../../platform/services'
import { notifyCredentialChange } from '../access/index'

type Deps = Pick<Services, 'db' | 'bus' | 'clock' | 'passwords'>

/** A new password for one who knows the old; every other session ends. */
export async function changePassword(
  deps: Deps,
  viewer: Viewer,
  input: InputOf<typeof call>,
): Promise<{ message?: string }> {
  const reauthenticated = await assertPassword(deps, viewer, input.current)
  const member = await deps.db
    .selectFrom('member')
    .where('id', '=', viewer.id)
    .select('username')
    .executeTakeFirst()
  await assertPasswordAllowed(input.new, { ...member, email: viewer.email })
  const password_hash = await deps.passwords.hash(input.new)
  return withTransaction(deps, async (tx, emit) => {
    await lockAndReauthenticate(tx, viewer, reauthenticated)
    await notifyCredentialChange(tx, emit, { memberId: viewer.id, what: 'password', now: deps.clock.now() })
    await tx.updateTable('account').set({ password_hash }).where('member_id', '=', viewer.id).execute()
    await endSessions(tx, emit, viewer.id, { except: viewer.session_id })
    return { message: sentences.passwordChanged }
  })
}
