import type { Reader } from '../../../database/transaction'
import { readable } from './readable'

/** Passkeys, second step and what was mailed about them: names and dates. Secrets and their hashes are not data. */
export async function gatherKeys(db: Reader, memberId: number) {
  const [passkeys, steps, codes, changes] = await Promise.all([
    db
      .selectFrom('passkey')
      .where('member_id', '=', memberId)
      .orderBy('id')
      .select(['name', 'created_ts', 'last_used_ts', 'ended_ts'])
      .execute(),
    db
      .selectFrom('second_step')
      .where('member_id', '=', memberId)
      .orderBy('id')
      .select(['created_ts', 'confirmed_ts', 'ended_ts'])
      .execute(),
    db
      .selectFrom('recovery_code')
      .where('member_id', '=', memberId)
      .orderBy('id')
      .select(['created_ts', 'used_ts', 'ended_ts'])
      .execute(),
    db
      .selectFrom('credential_change')
      .where('member_id', '=', memberId)
      .orderBy('id')
      .select(['what', 'email', 'created_ts', 'expires_ts'])
      .execute(),
  ])
  return {
    passkeys: passkeys.map(readable),
    'second-step': steps.map(readable),
    'recovery-codes': codes.map(readable),
    'mailed-about': changes.map(readable),
  }
}
