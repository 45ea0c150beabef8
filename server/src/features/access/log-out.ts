import { commit } from '../../database/handle'
import type { Viewer } from '../../domain/viewer'
import type { Foundations } from '../../ports/foundations'

type Deps = Pick<Foundations, 'db' | 'bus'>

/** Ends this session: its calls at once, its streams and sockets within a second. */
export async function logOut(deps: Deps, viewer: Viewer): Promise<{ message?: string }> {
  return commit(deps, async (tx, say) => {
    await tx.deleteFrom('session').where('id', '=', viewer.session_id).execute()
    say({ kind: 'session.ended', session_ids: [viewer.session_id] })
    return {}
  })
}
