import type { endSession as call, listSessions as listCall } from '@rosella/contract/access/endpoints'
import type { InputOf, ReplyOf } from '@rosella/contract/endpoint'
import { sql } from 'kysely'
import { endSessions, lockMember } from '../../members/sessions'
import { prepared } from '../../platform/database/prepared'
import type { SessionOrigin } from '../../platform/database/tables'
import { type Emit, type Tx, withTransaction } from '../../platform/database/transaction'
import type { Viewer } from '../../platform/http/viewer'
import { Problem } from '../../platform/problem'
import { hashSecret, newToken } from '../../platform/secret'
import type { Services } from '../../platform/services'
import { SESSION_SECONDS } from './record-activity'

/** Ends one of the member's own sessions: its calls at once, its streams and sockets within a second. */
export async function endSession(
  deps: Services,
  viewer: Pick<Viewer, 'id' | 'session_id'>,
  { session_id, others }: Pick<InputOf<typeof call>, 'session_id' | 'others'>,
): Promise<{ message?: string }> {
  return withTransaction(deps, async (tx, emit) => {
    if (others) {
      await lockMember(tx, viewer.id)
      await endSessions(tx, emit, viewer.id, { except: viewer.session_id })
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

const alive = prepared(
  (sessionIds: readonly number[], now: number) => sql<{ id: number }>`
    select id from session where id = any(${sessionIds}::bigint[]) and expires_ts > ${now}`,
)

/** Which of these sessions live no more: ended while events were missed, or simply past their time. */
export async function findEndedSessions(deps: Services, sessionIds: readonly number[]): Promise<number[]> {
  if (sessionIds.length === 0) return []
  const rows = await alive(deps.db, sessionIds, deps.clock.now())
  const ids = new Set(rows.map(({ id }) => id))
  return sessionIds.filter((id) => !ids.has(id))
}

/** Where the member is logged in. An admin's visit is not theirs to see here; the audit log has it. */
export async function listSessions(deps: Services, viewer: Viewer): Promise<ReplyOf<typeof listCall>> {
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
  if (admin) await assertStaffSession(tx, admin)
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
      reauthenticated_ts: admin ? null : session.now,
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
async function assertStaffSession(
  tx: Tx,
  { id, session_id }: Pick<Viewer, 'id' | 'session_id'>,
): Promise<void> {
  await tx.selectFrom('member').where('id', '=', id).forKeyShare().select('id').execute()
  const own = await tx.selectFrom('session').where('id', '=', session_id).select('id').executeTakeFirst()
  if (!own) throw new Problem('session.none')
}
