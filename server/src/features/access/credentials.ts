import { SECURITY_EMAILS_A_DAY } from '@rosella/contract/access/rules'
import type { OwnCredentials } from '@rosella/contract/access/shapes'
import { sql } from 'kysely'
import type { CredentialChange } from '../../platform/database/tables/access'
import type { Emit, Reader, Tx } from '../../platform/database/transaction'
import { enqueue } from '../../platform/jobs/enqueue'
import { Problem } from '../../platform/problem'

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
 */
async function snapshotCredentials(
  tx: Tx,
  memberId: number,
  what: Exclude<CredentialChange, 'session'>,
  now: number,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into credential_change
      (member_id, what, email, email_confirmed, password_hash, passkeys, two_step_id, recovery_codes, created_ts)
    select a.member_id, ${what}, a.email, a.email_confirmed, a.password_hash,
      array(select id from passkey where member_id = a.member_id and ended_ts is null),
      (select id from two_step where member_id = a.member_id and confirmed_ts is not null and ended_ts is null),
      array(select id from recovery_code where member_id = a.member_id and ended_ts is null), ${now}
    from account a where a.member_id = ${memberId}
    returning id`.execute(tx)
  const [change] = rows
  if (!change) throw new Error('The credentials were not recorded')
  return change.id
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

export const DAY = 86_400

/** The security emails of the last day, oldest first, including those that wait. Lock the member first. */
export const listSecurityEmails = (tx: Tx, memberId: number, now: number) =>
  tx
    .selectFrom('credential_change')
    .where('member_id', '=', memberId)
    .where('email_confirmed', '=', true)
    .where('created_ts', '>', now - DAY)
    .orderBy('created_ts')
    .select(['what', 'session_id', 'created_ts'])
    .execute()

/**
 * Emails the member, at their current address, that a credential changes, with a link that undoes it. Refuses the change
 * if too many such emails were sent today. An unconfirmed address may be a stranger's and gets none. Call it before the
 * change, in its transaction, with the member locked.
 */
export async function notifyCredentialChange(
  tx: Tx,
  emit: Emit,
  { memberId, what, now }: Change,
): Promise<void> {
  const account = await tx
    .selectFrom('account')
    .where('member_id', '=', memberId)
    .select('email_confirmed')
    .executeTakeFirst()
  if (!account?.email_confirmed) return
  const sent = await listSecurityEmails(tx, memberId, now)
  const blocking = sent.at(-SECURITY_EMAILS_A_DAY)
  if (blocking)
    throw new Problem(
      'credentials.too-many',
      { n: SECURITY_EMAILS_A_DAY },
      undefined,
      blocking.created_ts + DAY - now,
    )
  const change_id = await snapshotCredentials(tx, memberId, what, now)
  await enqueue(tx, emit, { kind: 'credential-mail', payload: { member_id: memberId, change_id }, now })
}
