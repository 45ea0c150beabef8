import type { Emit, Tx } from './transaction'

/**
 * Ends a member's sessions, all but the one named, and those they hold as an admin who acts as others: calls at once,
 * streams and sockets within a second. A log-in that waits for its second step ends with them. Answers which they were.
 */
export async function endSessionsOf(
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
  await tx.deleteFrom('ticket').where('member_id', '=', memberId).where('session_id', 'is', null).execute()
  const ids = ended.map(({ id }) => id)
  if (ids.length > 0) emit({ kind: 'session.ended', session_ids: ids })
  return ids
}

/** Ends the sessions in which they act as others, and those in which an admin acts as them. */
export async function endActingSessions(tx: Tx, emit: Emit, memberId: number): Promise<void> {
  const ended = await tx
    .deleteFrom('session')
    .where('admin_id', 'is not', null)
    .where((e) => e.or([e('member_id', '=', memberId), e('admin_id', '=', memberId)]))
    .returning('id')
    .execute()
  if (ended.length > 0) emit({ kind: 'session.ended', session_ids: ended.map(({ id }) => id) })
}
