import type { Tx } from '../../database/transaction'
import { Problem } from '../../domain/problem'
import { hashSecret, newToken } from '../../domain/secret'
import type { Viewer } from '../../domain/viewer'
import { SESSION_SECONDS } from './record-activity'

export interface NewSession {
  memberId: number
  device: string
  now: number
  /** The admin who acts as the member, for one hour. */
  admin?: Pick<Viewer, 'id' | 'session_id'>
}

const IMPERSONATION_SECONDS = 3600

/** Answers the token; the database keeps only its hash. */
export async function openSession(tx: Tx, session: NewSession): Promise<string> {
  const { admin } = session
  if (admin) await assertSession(tx, admin)
  const token = newToken()
  const seconds = admin === undefined ? SESSION_SECONDS : IMPERSONATION_SECONDS
  await tx
    .insertInto('session')
    .values({
      member_id: session.memberId,
      token_hash: hashSecret(token),
      admin_id: admin?.id ?? null,
      device: session.device,
      created_ts: session.now,
      last_used_ts: session.now,
      expires_ts: session.now + seconds,
    })
    .execute()
  return token
}

/** A new password that ends their sessions has either done so, or waits and ends this one too. */
async function assertSession(tx: Tx, { id, session_id }: Pick<Viewer, 'id' | 'session_id'>): Promise<void> {
  await tx.selectFrom('member').where('id', '=', id).forKeyShare().select('id').execute()
  const own = await tx.selectFrom('session').where('id', '=', session_id).select('id').executeTakeFirst()
  if (!own) throw new Problem('session.none')
}
