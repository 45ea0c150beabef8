import type { OwnKeys } from '@rosella/contract/access/key-shapes'
import type { Reader } from '../../database/transaction'

/** What the settings show of the ways in: names and dates. */
export async function readOwnKeys(db: Reader, memberId: number): Promise<OwnKeys> {
  const passkeys = await db
    .selectFrom('passkey')
    .where('member_id', '=', memberId)
    .where('ended_ts', 'is', null)
    .orderBy('id')
    .select(['id', 'name', 'created_ts', 'last_used_ts'])
    .execute()
  const second = await db
    .selectFrom('second_step')
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
  return { passkeys, second_ts: second?.confirmed_ts ?? null, recovery_left: codes.length }
}
