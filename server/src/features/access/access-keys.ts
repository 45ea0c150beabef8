import { timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { CALM_WRONG_CODES } from '@rosella/contract/access/rules'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../platform/database/transaction'
import { hashSecret } from '../../platform/secret'
import type { Services } from '../../platform/services'

const HOUR = 3600
const DAY = 24 * HOUR
/** So many wrong ones in a day, and no code opens this account any more. */
const WRONG_A_DAY = 10
const STEP_MS = 20
const LONGEST_MS = 3000

/** A wrong code; `memberId` where there was one of theirs to guess. */
async function recordWrongCode(tx: Tx, memberId: number | null, now: number): Promise<void> {
  await tx.insertInto('wrong_code').values({ member_id: memberId, ts: now }).execute()
}

/** Whether codes are over for this account today. */
export async function areCodesUsedUp(db: Reader, memberId: number, now: number): Promise<boolean> {
  const { n } = await db
    .selectFrom('wrong_code')
    .where('member_id', '=', memberId)
    .where('ts', '>', now - DAY)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n) >= WRONG_A_DAY
}

/**
 * Guesses spread over many accounts and addresses pass every other limit: the more wrong codes the site has seen in the
 * last hour, the longer each takes. It waits before anything is asked of the database.
 */
export async function slowCodesDown({ db }: Pick<Services, 'db'>, now: number): Promise<void> {
  const enough = CALM_WRONG_CODES + LONGEST_MS / STEP_MS
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n
    from (select from wrong_code where ts > ${now - HOUR} limit ${sql.lit(enough)}) as lately`.execute(db)
  const delay = Math.min(LONGEST_MS, ((rows[0]?.n ?? 0) - CALM_WRONG_CODES) * STEP_MS)
  if (delay > 0) await sleep(delay)
}

export const deleteOldWrongCodes = async (db: Services['db'], now: number): Promise<void> => {
  await db
    .deleteFrom('wrong_code')
    .where('ts', '<', now - DAY)
    .execute()
}

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

const LONGEST = 40 * DAY

/**
 * Sessions, mailed keys, tickets and links past their time open nothing, and wrong codes count for a day; they need not
 * lie about. What was removed goes once no link can bring it back.
 */
export const deleteExpired = (deps: Services) => async (): Promise<void> => {
  const now = deps.clock.now()
  await deps.db.deleteFrom('session').where('expires_ts', '<', now).execute()
  await deps.db
    .deleteFrom('access_key')
    .where('expires_ts', '<', now - DAY)
    .execute()
  await deleteOldWrongCodes(deps.db, now)
  await deps.db.deleteFrom('login_challenge').where('expires_ts', '<', now).execute()
  await deleteOldChanges(deps.db, now)
}

async function deleteOldChanges(db: Services['db'], now: number): Promise<void> {
  await db
    .deleteFrom('credential_change')
    // A mail that could not be sent for so long will not be.
    .where((e) => e.or([e('expires_ts', '<', now), e('created_ts', '<', now - LONGEST)]))
    .execute()
  for (const table of ['passkey', 'two_step', 'recovery_code'] as const) {
    await sql`
      delete from ${sql.table(table)} t where t.ended_ts is not null and not exists (
        select from credential_change c where c.member_id = t.member_id and c.what <> 'session')`.execute(db)
  }
  await db
    .deleteFrom('two_step')
    .where('confirmed_ts', 'is', null)
    .where('created_ts', '<', now - DAY)
    .execute()
}
