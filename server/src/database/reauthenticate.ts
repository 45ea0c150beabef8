import { Problem } from '../domain/problem'
import type { Viewer } from '../domain/viewer'
import type { Services } from '../ports/services'
import { lockLiveSession } from './live-session'
import type { Tx } from './transaction'

type Deps = Pick<Services, 'db' | 'passwords'>

/** Answers the hash that the password was right for; refuses a wrong one, and a member who never set one. */
export async function assertPassword(
  deps: Deps,
  viewer: Pick<Viewer, 'id'>,
  password: string,
): Promise<string> {
  const account = await deps.db
    .selectFrom('account')
    .where('member_id', '=', viewer.id)
    .select('password_hash')
    .executeTakeFirst()
  const right = await deps.passwords.verify(account?.password_hash, password)
  if (!right || !account?.password_hash) throw new Problem('password.wrong')
  return account.password_hash
}

/**
 * Locks the member. Proving takes its time, and what another device did meanwhile counts: a new password
 * makes the old one wrong, and an ended session does nothing more.
 */
export async function lockAndReauthenticate(
  tx: Tx,
  viewer: Pick<Viewer, 'id' | 'session_id'>,
  proved: string,
): Promise<void> {
  await lockLiveSession(tx, viewer)
  const account = await tx
    .selectFrom('account')
    .where('member_id', '=', viewer.id)
    .select('password_hash')
    .executeTakeFirst()
  if (account?.password_hash !== proved) throw new Problem('password.wrong')
}
