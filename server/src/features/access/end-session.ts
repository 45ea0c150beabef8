import type { endSession as call } from '@rosella/contract/access/endpoints'
import type { InputOf } from '@rosella/contract/endpoint'
import { endSessionsOf } from '../../database/end-sessions'
import { lockMember } from '../../database/lock-member'
import { withTransaction } from '../../database/transaction'
import { Problem } from '../../domain/problem'
import type { Viewer } from '../../domain/viewer'
import type { Services } from '../../ports/services'

type Deps = Pick<Services, 'db' | 'bus'>

/** Ends one of the member's own sessions: its calls at once, its streams and sockets within a second. */
export async function endSession(
  deps: Deps,
  viewer: Pick<Viewer, 'id' | 'session_id'>,
  { session_id, others }: Pick<InputOf<typeof call>, 'session_id' | 'others'>,
): Promise<{ message?: string }> {
  return withTransaction(deps, async (tx, emit) => {
    if (others) {
      await lockMember(tx, viewer.id)
      await endSessionsOf(tx, emit, viewer.id, { except: viewer.session_id })
    } else if (session_id === undefined) throw new Problem('invalid')
    else {
      const ended = await tx
        .deleteFrom('session')
        .where('id', '=', session_id)
        .where('member_id', '=', viewer.id)
        .returning('id')
        .execute()
      if (ended.length > 0) emit({ kind: 'session.ended', session_ids: [session_id] })
    }
    return {}
  })
}
