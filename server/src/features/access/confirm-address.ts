import { endSessionsOf } from '../../database/end-sessions'
import type { Emit, Tx } from '../../database/transaction'
import { hashSecret } from '../../domain/secret'
import type { Caller } from '../../ports/route'
import type { AccountFound } from './find-account'

interface Confirmation {
  caller: Caller
  now: number
}

/**
 * Whoever has the key reads the mail of the account's address. The first time, they need not be who made the account:
 * everything its maker still has ends, sessions and password, unless the same call shows a session of the account.
 */
export async function confirmAddress(
  tx: Tx,
  emit: Emit,
  account: AccountFound,
  { caller, now }: Confirmation,
): Promise<void> {
  if (account.email_confirmed) return
  const isMaker = await hasSession(tx, account, caller, now)
  await tx
    .updateTable('account')
    .set(isMaker ? { email_confirmed: true } : { email_confirmed: true, password_hash: null })
    .where('member_id', '=', account.id)
    .execute()
  if (!isMaker) await endSessionsOf(tx, emit, account.id)
}

/** An admin who acts as the member is not the member. */
async function hasSession(tx: Tx, account: AccountFound, { bearer }: Caller, now: number): Promise<boolean> {
  if (bearer?.email.toLowerCase() !== account.email.toLowerCase()) return false
  const session = await tx
    .selectFrom('session')
    .where('token_hash', '=', hashSecret(bearer.token))
    .where('member_id', '=', account.id)
    .where('admin_id', 'is', null)
    .where('expires_ts', '>', now)
    .select('id')
    .executeTakeFirst()
  return session !== undefined
}
