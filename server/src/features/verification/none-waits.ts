import type { Reader } from '../../database/transaction'
import { Problem } from '../../domain/problem'

/** Index verification_once. */
export async function assertNoneWaits(db: Reader, memberId: number): Promise<void> {
  const waiting = await db
    .selectFrom('verification')
    .where('member_id', '=', memberId)
    .where('state', '=', 'waiting')
    .select('id')
    .executeTakeFirst()
  if (waiting) throw new Problem('verification.waiting')
}
