import { sentences } from '@rosella/contract/sentences'
import { type Selectable, sql } from 'kysely'
import { hashAddress } from '../../../members/address-hash'
import { endSessions, lockMember, noteEnded } from '../../../members/sessions'
import type { CredentialChangeTable } from '../../../platform/database/tables/access'
import { type Emit, type Reader, type Tx, withTransaction } from '../../../platform/database/transaction'
import { normaliseAddress, plainAddress } from '../../../platform/email/address'
import { isConfiguredAdmin } from '../../../platform/http/viewer'
import { Problem } from '../../../platform/problem'
import { hashSecret } from '../../../platform/secret'
import type { Services } from '../../../platform/services'
import { queueAccessEmail } from '../access-email'

type Change = Selectable<CredentialChangeTable>

/** Handles the single-use link in an email about a new device or a changed credential. It needs no session. */
export async function revertCredentialChange(deps: Services, key: string): Promise<{ message: string }> {
  const now = deps.clock.now()
  const known = await findChange(deps.db, key, now)
  if (!known) throw new Problem('undo.key')
  return withTransaction(deps, async (tx, emit) => {
    await lockMember(tx, known.member_id)
    const change = await findChange(tx, key, now)
    if (!change) throw new Problem('undo.key')
    if (change.what === 'session') {
      await endReported(tx, emit, change)
      return { message: change.session_id === null ? sentences.sessionsUndone : sentences.sessionUndone }
    }
    await restoreAccount(tx, deps.site, change)
    await restoreKeys(tx, change, now)
    await endSessions(tx, emit, change.member_id, 'undone')
    // Deletes keys emailed since, and later changes with their links, because an attacker may have caused them.
    await tx.deleteFrom('access_key').where('member_id', '=', change.member_id).execute()
    await tx
      .deleteFrom('credential_change')
      .where('member_id', '=', change.member_id)
      .where('id', '>=', change.id)
      .execute()
    emit({ kind: 'member.changed', member_id: change.member_id })
    // An attacker may know the old password.
    const memberId = change.member_id
    const address = normaliseAddress(change.email)
    await queueAccessEmail(tx, emit, { memberId, key: 'password', address, now })
    return { message: sentences.changeUndone }
  })
}

const findChange = (db: Reader, key: string, now: number) =>
  db
    .selectFrom('credential_change')
    .where('key_hash', '=', hashSecret(key.toLowerCase()))
    .where('expires_ts', '>', now)
    // The previous version also sent links to unconfirmed addresses, which may be a stranger's.
    .where('email_confirmed', '=', true)
    .selectAll()
    .executeTakeFirst()

/** Trusts no device any more, so that a log-in on the same device is reported again. */
const distrustDevices = (tx: Tx, memberId: number) =>
  tx
    .updateTable('account')
    .set((e) => ({ device_epoch: e('device_epoch', '+', 1) }))
    .where('member_id', '=', memberId)

/** Ends the session that the email reported, or all of them if it reported several. */
async function endReported(tx: Tx, emit: Emit, { id, member_id, session_id }: Change): Promise<void> {
  if (session_id === null) await endSessions(tx, emit, member_id, 'ended')
  else {
    const ended = await tx
      .deleteFrom('session')
      .where('id', '=', session_id)
      .where('member_id', '=', member_id)
      .returning(['id', 'token_hash'])
      .execute()
    await noteEnded(tx, emit, ended, 'ended')
  }
  await distrustDevices(tx, member_id).execute()
  await tx.deleteFrom('credential_change').where('id', '=', id).execute()
}

async function restoreAccount(tx: Tx, site: Services['site'], change: Change): Promise<void> {
  const { member_id, password_hash } = change
  const email = normaliseAddress(change.email)
  const current = await tx
    .selectFrom('account')
    .where('member_id', '=', member_id)
    .select(['email', 'email_confirmed'])
    .executeTakeFirstOrThrow()
  const isBack = plainAddress(current.email) !== plainAddress(email)
  // Only a confirmation can make an address of ADMIN_EMAILS an admin again.
  const isConfirmed = isBack
    ? change.email_confirmed && !isConfiguredAdmin(site, { email })
    : current.email_confirmed
  await distrustDevices(tx, member_id)
    .set({
      email,
      email_confirmed: isConfirmed,
      undeliverable_ts: null,
      password_hash,
      ...(await hashAddress(tx, email)),
    })
    .execute()
    .catch((error) => {
      throw (error as { constraint?: string }).constraint === 'account_email'
        ? new Problem('undo.taken')
        : error
    })
}

/**
 * Restores the old credentials and ends those added since. Codes used meanwhile stay used, because the rows
 * are the same.
 */
async function restoreKeys(tx: Tx, change: Change, now: number): Promise<void> {
  const { member_id, passkeys, two_step_id, recovery_codes } = change
  await tx
    .deleteFrom('two_step')
    .where('member_id', '=', member_id)
    .where('confirmed_ts', 'is', null)
    .execute()
  const parts = [
    ['passkey', passkeys],
    ['two_step', two_step_id === null ? [] : [two_step_id]],
    ['recovery_code', recovery_codes],
  ] as const
  for (const [table, ids] of parts) {
    const name = sql.table(table)
    // End the new ones first, because only one two-step verification can be active.
    await sql`
      update ${name} set ended_ts = ${now}
      where member_id = ${member_id} and ended_ts is null and id <> all(${ids}::bigint[])`.execute(tx)
    await sql`
      update ${name} set ended_ts = null where member_id = ${member_id} and id = any(${ids}::bigint[])`.execute(
      tx,
    )
  }
}
