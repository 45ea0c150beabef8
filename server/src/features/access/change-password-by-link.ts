import type { changePassword as call } from '@rosella/contract/access/endpoints'
import type { InputOf } from '@rosella/contract/endpoint'
import { endSessionsOf } from '../../database/end-sessions'
import { lockMember } from '../../database/lock-member'
import { withTransaction } from '../../database/transaction'
import { Problem } from '../../domain/problem'
import type { Viewer } from '../../domain/viewer'
import type { Services } from '../../ports/services'

type Deps = Pick<Services, 'db' | 'bus' | 'passwords'>

/** Sets a new password, as the form behind a mailed link does, and ends every other session. */
export async function changePasswordByLink(
  deps: Deps,
  viewer: Viewer,
  input: InputOf<typeof call>,
): Promise<{ message?: string }> {
  if (input.password !== input.repeatPassword) throw new Problem('password.mismatch')
  const password_hash = await deps.passwords.hash(input.password)
  return withTransaction(deps, async (tx, emit) => {
    await lockMember(tx, viewer.id)
    await tx.updateTable('account').set({ password_hash }).where('member_id', '=', viewer.id).execute()
    await endSessionsOf(tx, emit, viewer.id, { except: viewer.session_id })
    return {}
  })
}
