import { withTransaction } from '../../../database/transaction'
import { Problem } from '../../../domain/problem'
import type { Viewer } from '../../../domain/viewer'
import type { Services } from '../../../ports/services'
import { isKnown } from '../queries'

type Deps = Pick<Services, 'db' | 'bus' | 'clock'>

/**
 * “It's fine”: the warning ends for this conversation, and the rules that led to it were wrong here. Signs that have
 * become part of a case are a moderator's to judge.
 */
export async function dismissWarning(
  deps: Deps,
  viewer: Pick<Viewer, 'id'>,
  senderId: number,
): Promise<{ message?: string }> {
  if (senderId === viewer.id) throw new Problem('gesture.self')
  const now = deps.clock.now()
  return withTransaction(deps, async (tx, emit) => {
    if (!(await isKnown(tx, viewer.id, senderId))) throw new Problem('no-user')
    const dismissed = await tx
      .updateTable('scam_warning')
      .set({ dismissed_ts: now })
      .where('receiver_id', '=', viewer.id)
      .where('sender_id', '=', senderId)
      .where('dismissed_ts', 'is', null)
      .returning('sender_id')
      .executeTakeFirst()
    if (!dismissed) return {}
    await tx
      .updateTable('scam_sign')
      .set({ outcome: 'dismissed' })
      .where('sender_id', '=', senderId)
      .where('receiver_id', '=', viewer.id)
      .where('outcome', 'is', null)
      .where('report_id', 'is', null)
      .execute()
    await tx.insertInto('shield_event').values({ ts: now, kind: 'dismissed' }).execute()
    emit({ kind: 'message.warned', from: senderId, to: viewer.id, shown: false })
    return {}
  })
}
