import type { Role } from '@rosella/contract/member/role'
import { memberStatus } from '@rosella/contract/member/status'
import { endActingSessions } from '../../database/end-sessions'
import type { Emit, Tx } from '../../database/transaction'
import { Problem } from '../../domain/problem'
import { isConfiguredAdmin } from '../../domain/viewer'
import type { Services } from '../../ports/services'

interface Named {
  id: number
  email: string
  email_confirmed: boolean
  status: number
  role: Role | null
}

/**
 * Gives a role or takes it away, with the member held. Powers are looked up for every call and so change at once; what
 * is open goes on being told what it may be told, and whoever acts for them or as them stops. The configuration wins:
 * whom it names no call changes.
 */
export async function applyRole(
  tx: Tx,
  emit: Emit,
  site: Services['site'],
  member: Named,
  before: Role | null,
): Promise<void> {
  const { id, role, status, email_confirmed } = member
  if (isConfiguredAdmin(site, member)) throw new Problem('role.configured')
  const isFit = status === memberStatus.active && email_confirmed
  if (role !== null && !isFit) throw new Problem('role.unfit')
  if (role === before) return
  await tx.updateTable('account').set({ role }).where('member_id', '=', id).execute()
  await endActingSessions(tx, emit, id)
  emit({ kind: 'role.changed', member_id: id })
}
