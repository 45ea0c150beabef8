import type { Tx } from '../../database/handle'
import { hashSecret, newToken } from '../../domain/secret'
import { SESSION_SECONDS } from './record-activity'

export interface NewSession {
  memberId: number
  device: string
  now: number
  /** The admin who acts as the member, for one hour. */
  adminId?: number
}

const IMPERSONATION_SECONDS = 3600

/** Answers the token; the database keeps only its hash. */
export async function openSession(tx: Tx, session: NewSession): Promise<string> {
  const token = newToken()
  const seconds = session.adminId === undefined ? SESSION_SECONDS : IMPERSONATION_SECONDS
  await tx
    .insertInto('session')
    .values({
      member_id: session.memberId,
      token_hash: hashSecret(token),
      admin_id: session.adminId ?? null,
      device: session.device,
      created_ts: session.now,
      last_used_ts: session.now,
      expires_ts: session.now + seconds,
    })
    .execute()
  return token
}
