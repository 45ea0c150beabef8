import { OPENING_SECONDS, SIGN_SECONDS } from '@rosella/contract/safety/rules'
import { sql } from 'kysely'
import { purge } from '../../../platform/database/purge'
import { withTransaction } from '../../../platform/database/transaction'
import type { Viewer } from '../../../platform/http/viewer'
import { Problem } from '../../../platform/problem'
import type { Services } from '../../../platform/services'
import { isKnown } from '../report-user'

/**
 * “It's fine”: ends the warning for this conversation and counts its rules as wrong. Signs that belong to a case are
 * left to a moderator.
 */
export async function dismissWarning(
  deps: Services,
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

/** Deletes signs after 90 days, and warnings that nobody has dismissed. Dismissals stay in force. */
export const deleteOldSigns =
  (deps: Services) =>
  (signal?: AbortSignal): Promise<void> => {
    const now = deps.clock.now()
    return purge(deps, signal, [
      { table: 'scam_sign', where: sql`ts <= ${now - SIGN_SECONDS}` },
      { table: 'scam_warning', where: sql`since_ts <= ${now - SIGN_SECONDS} and dismissed_ts is null` },
      { table: 'first_message', where: sql`ts <= ${now - OPENING_SECONDS}` },
    ])
  }
