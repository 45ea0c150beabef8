import type { endSession as call, listSessions as listCall } from '@rosella/contract/access/endpoints'
import type { InputOf, ReplyOf } from '@rosella/contract/endpoint'
import { sql } from 'kysely'
import { endSessions, lockMember, noteEnded } from '../../members/sessions'
import { prepared } from '../../platform/database/prepared'
import type { SessionOrigin } from '../../platform/database/tables'
import { type Emit, type Tx, withTransaction } from '../../platform/database/transaction'
import type { Viewer } from '../../platform/http/viewer'
import { Problem } from '../../platform/problem'
import { hashSecret, newToken } from '../../platform/secret'
import type { Services } from '../../platform/services'
import { SESSION_SECONDS } from './record-activity'

/** Ends one of the member's own sessions: its calls immediately, its streams and sockets within a second. */
export async function endSession(
  deps: Services,
  viewer: Pick<Viewer, 'id' | 'session_id'>,
  { session_id, others }: Pick<InputOf<typeof call>, 'session_id' | 'others'>,
): Promise<{ message?: string }> {
  return withTransaction(deps, async (tx, emit) => {
    if (others) {
      await lockMember(tx, viewer.id)
      await endSessions(tx, emit, viewer.id, 'ended', { except: viewer.session_id })
    } else if (session_id === undefined) throw new Problem('invalid')
    else {
      const ended = await tx
        .deleteFrom('session')
        .where('id', '=', session_id)
        .where('member_id', '=', viewer.id)
        .returning(['id', 'token_hash'])
        .execute()
      await noteEnded(tx, emit, ended, 'ended')
    }
    return {}
  })
}

const alive = prepared(
  (sessionIds: readonly number[], now: number) => sql<{ id: number }>`
    select id from session where id = any(${sessionIds}::bigint[]) and expires_ts > ${now}`,
)

/** The sessions that ended while events were missed, or that have expired. */
export async function findEndedSessions(deps: Services, sessionIds: readonly number[]): Promise<number[]> {
  if (sessionIds.length === 0) return []
  const rows = await alive(deps.db, sessionIds, deps.clock.now())
  const ids = new Set(rows.map(({ id }) => id))
  return sessionIds.filter((id) => !ids.has(id))
}

/** The member's sessions. Impersonation is not listed, because it is in the audit log. */
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
  /** The admin who is acting as the member, for one hour. */
  admin?: Pick<Viewer, 'id' | 'session_id'>
}

const IMPERSONATION_SECONDS = 3600
const SESSIONS_PER_MEMBER = 50

/** Returns the token; the database stores only its hash. The member has just authenticated. */
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
      // An admin re-authenticates on their own session.
      reauthenticated_ts: admin ? null : session.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (!admin) await endOldest(tx, emit, session.memberId)
  return { id, token }
}

/** Ends the oldest session if the member has too many. */
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
    .returning(['id', 'token_hash'])
    .execute()
  await noteEnded(tx, emit, ended, 'oldest')
}

/**
 * The lock orders this after a password change that ends the admin's sessions, or makes that change end this
 * one too.
 */
async function assertStaffSession(
  tx: Tx,
  { id, session_id }: Pick<Viewer, 'id' | 'session_id'>,
): Promise<void> {
  await tx.selectFrom('member').where('id', '=', id).forKeyShare().select('id').execute()
  const own = await tx.selectFrom('session').where('id', '=', session_id).select('id').executeTakeFirst()
  if (!own) throw new Problem('session.none')
}
