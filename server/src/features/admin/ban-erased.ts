import { memberStatus } from '@rosella/contract/member/status'
import { sql } from 'kysely'
import { lockMember } from '../../database/lock-member'
import type { Emit, Tx } from '../../database/transaction'
import { Problem } from '../../domain/problem'
import { readStatus, type Sanction, setStatus, stricterOf } from './set-status'

/** The transaction that decides, and whether who decides may do so about a member. */
export interface Decision {
  tx: Tx
  emit: Emit
  now: number
  mayJudge(memberId: number): Promise<void>
}

/**
 * A decision about somebody who erased their account before it was made. A warning or a suspension would reach nobody; a
 * ban holds for the address, by what the erasure has kept of it, and for the account that has taken it since.
 */
export async function applyToErased(
  by: Decision,
  { member_id, report_id, outcome, member_text }: Sanction,
): Promise<[object, object]> {
  const { tx, now } = by
  if (outcome === 'dismissed') return [{}, {}]
  if (outcome !== 'banned') throw new Problem('report.erased')
  const kept = await tx
    .updateTable('erased_member')
    .set((eb) => ({ banned_ts: eb.fn.coalesce('banned_ts', eb.lit(now)) }))
    .where('member_id', '=', member_id)
    .returning(['email_hash', 'returned_id'])
    .executeTakeFirst()
  if (!kept) return [{}, { address_banned: false }]
  const { email_hash, returned_id } = kept
  await tx
    .insertInto('banned_email')
    .values({ email_hash, ts: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  if (returned_id !== null) await banReturned(by, { returned_id, email_hash, report_id, member_text })
  return [{}, { address_banned: true }]
}

interface Returned {
  returned_id: number
  email_hash: Uint8Array
  report_id: number
  member_text: string
}

async function banReturned({ tx, emit, now, mayJudge }: Decision, returned: Returned): Promise<void> {
  const { returned_id, email_hash, report_id, member_text } = returned
  await lockMember(tx, returned_id)
  const before = await readStatus(tx, returned_id)
  const { rows: same } = await sql`
    select from account where member_id = ${returned_id} and address_hash(email) = ${email_hash}`.execute(tx)
  if (!before || same.length === 0) return
  const banned = {
    status: memberStatus.banned,
    status_reason: member_text,
    status_until_ts: null,
    status_report_id: report_id,
  }
  await mayJudge(returned_id)
  const after = stricterOf(before, banned, now)
  if (after !== before) await setStatus(tx, emit, returned_id, before, after, now)
}
