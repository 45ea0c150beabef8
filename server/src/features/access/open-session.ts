import type { SessionOrigin } from '../../database/tables'
import type { Emit, Tx } from '../../database/transaction'
import { Problem } from '../../domain/problem'
import { hashSecret, newToken } from '../../domain/secret'
import type { Viewer } from '../../domain/viewer'
import { SESSION_SECONDS } from './record-activity'

export interface NewSession {
  memberId: number
  openedBy: SessionOrigin
  device: string
  now: number
  /** The admin who acts as the member, for one hour. */
  admin?: Pick<Viewer, 'id' | 'session_id'>
}

const IMPERSONATION_SECONDS = 3600
const SESSIONS_PER_MEMBER = 50

/** Answers the token; the database keeps only its hash. Who opens a session has just shown who they are. */
export async function openSession(
  tx: Tx,
  emit: Emit,
  session: NewSession,
): Promise<{ id: number; token: string }> {
  const { admin } = session
  if (admin) await assertSession(tx, admin)
  const token = newToken()
  const seconds = admin === undefined ? SESSION_SECONDS : IMPERSONATION_SECONDS
  const { id } = await tx
    .insertInto('session')
    .values({
      member_id: session.memberId,
      token_hash: hashSecret(token),
      admin_id: admin?.id ?? null,
      opened_by: session.openedBy,
      device: session.device,
      created_ts: session.now,
      last_used_ts: session.now,
      expires_ts: session.now + seconds,
      // An admin proves on the session that is their own.
      proved_ts: admin ? null : session.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (!admin) await endOldest(tx, emit, session.memberId)
  return { id, token }
}

/** One more than a member may have, and the oldest ends. */
async function endOldest(tx: Tx, emit: Emit, memberId: number): Promise<void> {
  const ended = await tx
    .deleteFrom('session')
    .where('id', 'in', (query) =>
      query
        .selectFrom('session')
        .where('member_id', '=', memberId)
        .where('admin_id', 'is', null)
        .orderBy('id', 'desc')
        .offset(SESSIONS_PER_MEMBER)
        .select('id'),
    )
    .returning('id')
    .execute()
  if (ended.length > 0) emit({ kind: 'session.ended', session_ids: ended.map(({ id }) => id) })
}

/** A new password that ends their sessions has either done so, or waits and ends this one too. */
async function assertSession(tx: Tx, { id, session_id }: Pick<Viewer, 'id' | 'session_id'>): Promise<void> {
  await tx.selectFrom('member').where('id', '=', id).forKeyShare().select('id').execute()
  const own = await tx.selectFrom('session').where('id', '=', session_id).select('id').executeTakeFirst()
  if (!own) throw new Problem('session.none')
}
