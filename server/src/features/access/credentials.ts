import type { OwnCredentials } from '@rosella/contract/access/shapes'
import { sql } from 'kysely'
import type { CredentialChange } from '../../platform/database/tables/access'
import type { Emit, Reader, Tx } from '../../platform/database/transaction'
import { enqueue } from '../../platform/jobs/enqueue'

/** The credentials that the settings show: only names and dates. */
export async function readOwnCredentials(db: Reader, memberId: number): Promise<OwnCredentials> {
  const passkeys = await db
    .selectFrom('passkey')
    .where('member_id', '=', memberId)
    .where('ended_ts', 'is', null)
    .orderBy('id')
    .select(['id', 'name', 'created_ts', 'last_used_ts'])
    .execute()
  const twoStep = await db
    .selectFrom('two_step')
    .where('member_id', '=', memberId)
    .where('confirmed_ts', 'is not', null)
    .where('ended_ts', 'is', null)
    .select('confirmed_ts')
    .executeTakeFirst()
  const codes = await db
    .selectFrom('recovery_code')
    .where('member_id', '=', memberId)
    .where('ended_ts', 'is', null)
    .where('used_ts', 'is', null)
    .select('id')
    .execute()
  return { passkeys, two_step_ts: twoStep?.confirmed_ts ?? null, recovery_left: codes.length }
}

/**
 * Records all credentials of the account before one changes, so that undoing the change restores all of them.
 * Call it in the transaction of the change, with the member locked.
 */
async function snapshotCredentials(
  tx: Tx,
  memberId: number,
  what: Exclude<CredentialChange, 'session'>,
  now: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into credential_change
      (member_id, what, email, email_confirmed, password_hash, passkeys, two_step_id, recovery_codes, created_ts)
    select a.member_id, ${what}, a.email, a.email_confirmed, a.password_hash,
      array(select id from passkey where member_id = a.member_id and ended_ts is null),
      (select id from two_step where member_id = a.member_id and confirmed_ts is not null and ended_ts is null),
      array(select id from recovery_code where member_id = a.member_id and ended_ts is null), ${now}
    from account a where a.member_id = ${memberId}
    returning id`.execute(tx)
  return rows[0]?.id
}

/** Ended codes are retained for as long as the change can be undone, but no longer work. */
export async function endRecoveryCodes(tx: Tx, memberId: number, now: number): Promise<void> {
  await tx
    .updateTable('recovery_code')
    .set({ ended_ts: now })
    .where('member_id', '=', memberId)
    .where('ended_ts', 'is', null)
    .execute()
}

/** Ends two-step verification and its recovery codes; returns whether it was on. */
export async function endTwoStep(tx: Tx, memberId: number, now: number): Promise<boolean> {
  await tx
    .deleteFrom('two_step')
    .where('member_id', '=', memberId)
    .where('confirmed_ts', 'is', null)
    .execute()
  const ended = await tx
    .updateTable('two_step')
    .set({ ended_ts: now })
    .where('member_id', '=', memberId)
    .where('ended_ts', 'is', null)
    .returning('id')
    .execute()
  await endRecoveryCodes(tx, memberId, now)
  return ended.length > 0
}

/** Whether password, link and code need two-step verification. */
export async function isTwoStepOn(db: Reader, memberId: number): Promise<boolean> {
  const row = await db
    .selectFrom('two_step')
    .where('member_id', '=', memberId)
    .where('confirmed_ts', 'is not', null)
    .where('ended_ts', 'is', null)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

interface Change {
  memberId: number
  what: Exclude<CredentialChange, 'session'>
  now: number
}

/**
 * Emails the member, at their current address, that a credential changes, with a link that undoes it. Call it
 * before the change, in its transaction.
 */
export async function notifyCredentialChange(
  tx: Tx,
  emit: Emit,
  { memberId, what, now }: Change,
): Promise<void> {
  const change_id = await snapshotCredentials(tx, memberId, what, now)
  if (change_id === undefined) return
  await enqueue(tx, emit, { kind: 'credential-mail', payload: { member_id: memberId, change_id }, now })
}
