import { DEACTIVATION_WAIT } from '@rosella/contract/account/rules'
import { memberStatus } from '@rosella/contract/member/status'
import { endSessions, lockSession } from '../../members/sessions'
import { withTransaction } from '../../platform/database/transaction'
import type { Viewer } from '../../platform/http/viewer'
import { enqueue } from '../../platform/jobs/enqueue'
import { Problem } from '../../platform/problem'
import type { Services } from '../../platform/services'

type Deps = Pick<Services, 'db' | 'bus' | 'clock'>

/** Hides the member everywhere and logs them out; logging in again brings them back. Once in 30 days. */
export async function deactivateAccount(
  deps: Deps,
  viewer: Pick<Viewer, 'id' | 'session_id'>,
): Promise<{ message?: string }> {
  const now = deps.clock.now()
  return withTransaction(deps, async (tx, emit) => {
    await lockSession(tx, viewer)
    const member = await tx
      .selectFrom('member as m')
      .innerJoin('account as a', 'a.member_id', 'm.id')
      .where('m.id', '=', viewer.id)
      .select(['m.status', 'a.deactivated_ts'])
      .executeTakeFirst()
    // A ban or a deletion came first, and the session has ended with it.
    if (member?.status !== memberStatus.active) throw new Problem('session.none')
    if (member.deactivated_ts !== null && now < member.deactivated_ts + DEACTIVATION_WAIT) {
      throw new Problem('deactivate.too-soon')
    }
    await tx
      .updateTable('member')
      .set({ status: memberStatus.deactivated })
      .where('id', '=', viewer.id)
      .execute()
    await tx.updateTable('account').set({ deactivated_ts: now }).where('member_id', '=', viewer.id).execute()
    await endSessions(tx, emit, viewer.id)
    await enqueue(tx, emit, { kind: 'photo-visibility', payload: { member_id: viewer.id }, now })
    emit({ kind: 'member.changed', member_id: viewer.id })
    return {}
  })
}
