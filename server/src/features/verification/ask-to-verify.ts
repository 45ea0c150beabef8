import { ASK_AGAIN } from '@rosella/contract/verification/rules'
import { lockReachablePair } from '../../database/lock-reachable'
import { writePair } from '../../database/relation'
import { withTransaction } from '../../database/transaction'
import { Problem } from '../../domain/problem'
import type { Viewer } from '../../domain/viewer'
import type { Services } from '../../ports/services'

type Deps = Pick<Services, 'db' | 'bus' | 'clock'>

/** A notice to somebody one writes with, once a week: a condition on one locked row, whatever runs beside it. */
export async function askToVerify(
  deps: Deps,
  viewer: Pick<Viewer, 'id'>,
  recipientId: number,
): Promise<{ message?: string }> {
  if (recipientId === viewer.id) throw new Problem('gesture.self')
  return withTransaction(deps, async (tx, emit) => {
    const now = deps.clock.now()
    const { mine } = await lockReachablePair(tx, viewer.id, recipientId)
    const other = await tx
      .selectFrom('member')
      .where('id', '=', recipientId)
      .select('verified_ts')
      .executeTakeFirst()
    if (mine.messages === 0) throw new Problem('ask-to-verify.stranger')
    if (!other || other.verified_ts !== null) throw new Problem('ask-to-verify.verified')
    if (mine.verify_asked_ts !== null && mine.verify_asked_ts + ASK_AGAIN > now)
      throw new Problem('ask-to-verify.wait')
    await writePair(tx, mine, { verify_asked_ts: now }, { verify_asked_me_ts: now, verify_told: false })
    emit({ kind: 'verify.asked', from: viewer.id, to: recipientId })
    return {}
  })
}
