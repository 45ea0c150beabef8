import type { changePassword as call } from '@rosella/contract/access/endpoints'
import type { InputOf } from '@rosella/contract/endpoint'
import { endSessionsOf } from '../../database/end-sessions'
import { commit } from '../../database/handle'
import { lockMember } from '../../database/lock-member'
import { Problem } from '../../domain/problem'
import type { Viewer } from '../../domain/viewer'
import type { Foundations } from '../../ports/foundations'

type Deps = Pick<Foundations, 'db' | 'bus' | 'passwords'>

/** Sets a new password, as the form behind a mailed link does, and ends every other session. */
export async function changePassword(
  deps: Deps,
  viewer: Viewer,
  input: InputOf<typeof call>,
): Promise<{ message?: string }> {
  if (input.password !== input.repeatPassword) throw new Problem('password.mismatch')
  const password_hash = await deps.passwords.hash(input.password)
  return commit(deps, async (tx, say) => {
    await lockMember(tx, viewer.id)
    await tx.updateTable('account').set({ password_hash }).where('member_id', '=', viewer.id).execute()
    await endSessionsOf(tx, say, viewer.id, { except: viewer.session_id })
    return {}
  })
}
