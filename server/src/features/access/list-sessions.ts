import type { listSessions as call } from '@rosella/contract/access/endpoints'
import type { ReplyOf } from '@rosella/contract/endpoint'
import type { Viewer } from '../../domain/viewer'
import type { Services } from '../../ports/services'

type Deps = Pick<Services, 'db' | 'clock'>

/** Where the member is logged in. An admin's visit is not theirs to see here; the audit log has it. */
export async function listSessions(deps: Deps, viewer: Viewer): Promise<ReplyOf<typeof call>> {
  const sessions = await deps.db
    .selectFrom('session')
    .where('member_id', '=', viewer.id)
    .where('admin_id', 'is', null)
    .where('expires_ts', '>', deps.clock.now())
    .orderBy('last_used_ts', 'desc')
    .select(['id', 'device', 'created_ts', 'last_used_ts'])
    .execute()
  return { sessions: sessions.map((session) => ({ ...session, current: session.id === viewer.session_id })) }
}
