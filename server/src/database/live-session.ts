import { Problem } from '../domain/problem'
import type { Viewer } from '../domain/viewer'
import { lockMember } from './lock-member'
import type { Tx } from './transaction'

type Caller = Pick<Viewer, 'id' | 'session_id'>

/** Locks the member for a call of theirs that took its time: a session ended meanwhile does nothing more. */
export async function lockLiveSession(tx: Tx, viewer: Caller) {
  await lockMember(tx, viewer.id)
  return assertLiveSession(tx, viewer)
}

/**
 * The session still lives, and whoever ends it waits until this is committed. The member's row has to be locked first:
 * who ends sessions takes it first as well.
 */
export async function assertLiveSession(tx: Tx, { id, session_id }: Caller) {
  const session = await tx
    .selectFrom('session')
    .where('id', '=', session_id)
    .where('member_id', '=', id)
    .forKeyShare()
    .select(['opened_by', 'created_ts'])
    .executeTakeFirst()
  if (!session) throw new Problem('session.none')
  return session
}
