import { sql } from 'kysely'
import { endSecondStep } from '../../database/credential-change'
import { endSessionsOf } from '../../database/end-sessions'
import type { Emit, Tx } from '../../database/transaction'
import type { Caller } from '../../ports/route'
import type { AccountFound } from './find-account'
import { findShownSession } from './shown-session'

interface Confirmation {
  caller: Caller
  now: number
}

/**
 * Whoever has the key reads the mail of the account's address. The first time, they need not be who made the account:
 * everything its maker still has ends, sessions, password, passkeys, second step and a role, unless the same call shows a
 * session of the account.
 */
export async function confirmAddress(
  tx: Tx,
  emit: Emit,
  account: AccountFound,
  { caller, now }: Confirmation,
): Promise<void> {
  if (account.email_confirmed) return
  const shown = caller.bearer && (await findShownSession(tx, caller.bearer, now))
  const isMaker = shown?.member_id === account.id && shown.admin_id === null
  await tx
    .updateTable('account')
    .set({ email_confirmed: true })
    .$if(!isMaker, (query) =>
      query.set((e) => ({ password_hash: null, role: null, device_epoch: e('device_epoch', '+', 1) })),
    )
    .where('member_id', '=', account.id)
    .execute()
  if (!isMaker) await endAllOf(tx, emit, account, now)
}

/** Links that undo a change are void with them, but not those that lie with an address the account had before this one. */
async function endAllOf(tx: Tx, emit: Emit, { id, email }: AccountFound, now: number): Promise<void> {
  await endSessionsOf(tx, emit, id)
  await endSecondStep(tx, id, now)
  await tx
    .updateTable('passkey')
    .set({ ended_ts: now })
    .where('member_id', '=', id)
    .where('ended_ts', 'is', null)
    .execute()
  await tx
    .deleteFrom('credential_change')
    .where('member_id', '=', id)
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .execute()
}
