import type { SessionEnd } from '@rosella/contract/access/rules'
import type { Emit, Tx } from '../platform/database/transaction'
import type { Viewer } from '../platform/http/viewer'
import { Problem } from '../platform/problem'

/**
 * Ends a member's sessions except one, including sessions in which they impersonate others, and pending two-step
 * log-ins. Calls fail immediately; streams and sockets close within a second. Returns the ids of the ended sessions.
 */
export async function endSessions(
  tx: Tx,
  emit: Emit,
  memberId: number,
  why: SessionEnd,
  keep: { except?: number } = {},
): Promise<number[]> {
  const ended = await tx
    .deleteFrom('session')
    .where((e) => e.or([e('member_id', '=', memberId), e('admin_id', '=', memberId)]))
    .$if(keep.except !== undefined, (query) => query.where('id', '<>', keep.except as number))
    .returning(['id', 'token_hash'])
    .execute()
  await tx
    .deleteFrom('login_challenge')
    .where('member_id', '=', memberId)
    .where('session_id', 'is', null)
    .execute()
  return noteEnded(tx, emit, ended, why)
}

/** For sessions that have just been deleted: stores why, and closes their streams and sockets. Returns their ids. */
export async function noteEnded(
  tx: Tx,
  emit: Emit,
  ended: readonly { id: number; token_hash: Uint8Array }[],
  why: SessionEnd,
): Promise<number[]> {
  const ids = ended.map(({ id }) => id)
  if (ids.length === 0) return ids
  const rows = ended.map(({ token_hash }) => ({ token_hash, why }))
  await tx.insertInto('ended_session').values(rows).execute()
  emit({ kind: 'session.ended', session_ids: ids })
  return ids
}

/** Ends the sessions in which the member impersonates others, and those in which an admin impersonates the member. */
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

/** Locks the member for a call that took long, and refuses it if the session has ended meanwhile. */
export async function lockSession(tx: Tx, viewer: Caller) {
  await lockMember(tx, viewer.id)
  return assertSession(tx, viewer)
}

/**
 * Refuses an ended session and locks a live one until commit. Lock the member's row first, as code that ends sessions
 * does.
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

/** Serialises changes of a member's status and credentials. Locks the member's row, then the account's. */
export async function lockMember(tx: Tx, memberId: number): Promise<void> {
  await tx.selectFrom('member').where('id', '=', memberId).forUpdate().select('id').execute()
  await tx.selectFrom('account').where('member_id', '=', memberId).forUpdate().select('member_id').execute()
}
