import { timingSafeEqual } from 'node:crypto'
import type { Tx } from '../../database/transaction'
import { hashSecret } from '../../domain/secret'
import type { Db } from '../../ports/database'

/** Uses an access link up: one update of one row, so that of any number of tries only one succeeds. */
export async function consumeLink(db: Db, memberId: number, hash: string, now: number): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const key = await tx
      .updateTable('access_key')
      .set({ used_ts: now })
      .where('secret_hash', '=', hashSecret(hash.toLowerCase()))
      .where('member_id', '=', memberId)
      .where('kind', 'in', ['link', 'password', 'verify'])
      .where('used_ts', 'is', null)
      .where('expires_ts', '>', now)
      .returning('email')
      .executeTakeFirst()
    if (!key) return false
    await confirmAddress(tx, memberId, key.email)
    return true
  })
}

/** Uses the newest code up, or one of its five tries; the row is locked, so tries cannot run side by side. */
export async function consumeCode(db: Db, memberId: number, code: string, now: number): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const key = await tx
      .selectFrom('access_key')
      .where('member_id', '=', memberId)
      .where('kind', '=', 'code')
      .orderBy('id', 'desc')
      .limit(1)
      .forUpdate()
      .select(['id', 'secret_hash', 'tries_left', 'used_ts', 'expires_ts', 'email'])
      .executeTakeFirst()
    if (!key || key.used_ts !== null || key.expires_ts <= now || key.tries_left <= 0) return false
    const right = timingSafeEqual(key.secret_hash, hashSecret(`${memberId} ${code}`))
    await tx
      .updateTable('access_key')
      .set(right ? { used_ts: now } : { tries_left: key.tries_left - 1 })
      .where('id', '=', key.id)
      .execute()
    if (right) await confirmAddress(tx, memberId, key.email)
    return right
  })
}

/** Whoever has the key reads mail at the address it was sent to. */
async function confirmAddress(tx: Tx, memberId: number, email: string): Promise<void> {
  await tx
    .updateTable('account')
    .set({ email_confirmed: true })
    .where('member_id', '=', memberId)
    .where('email', '=', email)
    .execute()
}
