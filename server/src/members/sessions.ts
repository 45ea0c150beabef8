import type { Emit, Tx } from '../platform/database/transaction'
import type { Viewer } from '../platform/http/viewer'
import { Problem } from '../platform/problem'

/**
 * Ends a member's sessions, all but the one named, and those they hold as an admin who acts as others: calls at once,
 * streams and sockets within a second. A log-in that waits for two-step verification ends with them. Answers which they were.
 */
export async function endSessions(
  tx: Tx,
  emit: Emit,
  memberId: number,
  keep: { except?: number } = {},
): Promise<number[]> {
  const ended = await tx
    .deleteFrom('session')
    .where((e) => e.or([e('member_id', '=', memberId), e('admin_id', '=', memberId)]))
    .$if(keep.except !== undefined, (query) => query.where('id', '<>', keep.except as number))
    .returning('id')
    .execute()
  await tx
    .deleteFrom('login_challenge')
    .where('member_id', '=', memberId)
    .where('session_id', 'is', null)
    .execute()
  const ids = ended.map(({ id }) => id)
  if (ids.length > 0) emit({ kind: 'session.ended', session_ids: ids })
  return ids
}

/** Ends the sessions in which they act as others, and those in which an admin acts as them. */
export async function endImpersonation(tx: Tx, emit: Emit, memberId: number): Promise<void> {
  const ended = await tx
    .deleteFrom('session')
    .where('admin_id', 'is not', null)
    .where((e) => e.or([e('member_id', '=', memberId), e('admin_id', '=', memberId)]))
    .returning('id')
    .execute()
  if (ended.length > 0) emit({ kind: 'session.ended', session_ids: ended.map(({ id }) => id) })
}

type Caller = Pick<Viewer, 'id' | 'session_id'>

/** Locks the member for a call of theirs that took its time: a session ended meanwhile does nothing more. */
export async function lockSession(tx: Tx, viewer: Caller) {
  await lockMember(tx, viewer.id)
  return assertSession(tx, viewer)
}

/**
 * The session still lives, and whoever ends it waits until this is committed. The member's row has to be locked first:
 * who ends sessions takes it first as well.
 */
export async function assertSession(tx: Tx, { id, session_id }: Caller) {
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

/** Who changes how a member stands or gets in goes one at a time: the member's row first, then the account's. */
export async function lockMember(tx: Tx, memberId: number): Promise<void> {
  await tx.selectFrom('member').where('id', '=', memberId).forUpdate().select('id').execute()
  await tx.selectFrom('account').where('member_id', '=', memberId).forUpdate().select('member_id').execute()
}
