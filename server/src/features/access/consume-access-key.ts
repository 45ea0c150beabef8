import { timingSafeEqual } from 'node:crypto'
import type { Reader, Tx } from '../../database/transaction'
import { hashSecret } from '../../domain/secret'
import { areCodesUsedUp, recordWrongCode } from './wrong-codes'

/** Whether there is such a link at all: made-up ones are refused before they make anybody wait for a member's row. */
export async function isLinkKnown(db: Reader, hash: string): Promise<boolean> {
  const key = await db
    .selectFrom('access_key')
    .where('secret_hash', '=', hashSecret(hash.toLowerCase()))
    .select('id')
    .executeTakeFirst()
  return key !== undefined
}

/** The others are asked with the member's row locked, so tries go one after the other; they answer where the key was mailed. */

/** Uses an access link up: of any number of tries only one succeeds. */
export async function consumeLink(
  tx: Tx,
  memberId: number,
  hash: string,
  now: number,
): Promise<string | undefined> {
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
  return key?.email
}

/** Uses the newest code up, or one of its five tries and of the account's ten a day. */
export async function consumeCode(
  tx: Tx,
  memberId: number,
  code: string,
  now: number,
): Promise<string | undefined> {
  const key = await tx
    .selectFrom('access_key')
    .where('member_id', '=', memberId)
    .where('kind', '=', 'code')
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .select(['id', 'secret_hash', 'tries_left', 'used_ts', 'expires_ts', 'email'])
    .executeTakeFirst()
  const isUsedUp = await areCodesUsedUp(tx, memberId, now)
  if (isUsedUp || !key || key.used_ts !== null || key.expires_ts <= now || key.tries_left <= 0) {
    await recordWrongCode(tx, null, now)
    return undefined
  }
  const isRight = timingSafeEqual(key.secret_hash, hashSecret(`${memberId} ${code}`))
  await tx
    .updateTable('access_key')
    .set(isRight ? { used_ts: now } : { tries_left: key.tries_left - 1 })
    .where('id', '=', key.id)
    .execute()
  if (isRight) return key.email
  await recordWrongCode(tx, memberId, now)
  return undefined
}
