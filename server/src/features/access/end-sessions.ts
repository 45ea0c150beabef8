import { commit, type Say, type Tx } from '../../database/handle'
import type { Viewer } from '../../domain/viewer'
import type { Foundations } from '../../ports/foundations'

type Deps = Pick<Foundations, 'db' | 'bus'>

/** After a new password only the session that set it lives on. */
export async function endOtherSessions(
  tx: Tx,
  say: Say,
  viewer: Pick<Viewer, 'id' | 'session_id'>,
): Promise<void> {
  const ended = await tx
    .deleteFrom('session')
    .where('member_id', '=', viewer.id)
    .where('id', '<>', viewer.session_id)
    .returning('id')
    .execute()
  if (ended.length > 0) say({ kind: 'session.ended', session_ids: ended.map(({ id }) => id) })
}

/** Ends one of the member's own sessions: its calls at once, its streams and sockets within a second. */
export async function endSession(
  deps: Deps,
  viewer: Pick<Viewer, 'id'>,
  sessionId: number,
): Promise<{ message?: string }> {
  return commit(deps, async (tx, say) => {
    const ended = await tx
      .deleteFrom('session')
      .where('id', '=', sessionId)
      .where('member_id', '=', viewer.id)
      .returning('id')
      .execute()
    if (ended.length > 0) say({ kind: 'session.ended', session_ids: [sessionId] })
    return {}
  })
}
