import { timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { NORMAL_WRONG_CODES } from '@rosella/contract/access/rules'
import { type SqlBool, sql } from 'kysely'
import { purge } from '../../platform/database/purge'
import type { Reader, Tx } from '../../platform/database/transaction'
import { hashSecret } from '../../platform/secret'
import type { Services } from '../../platform/services'

const HOUR = 3600
const DAY = 24 * HOUR
/** After this many wrong codes in a day the account accepts no code. */
const WRONG_A_DAY = 10
const STEP_MS = 20
const LONGEST_MS = 3000

/** Records a wrong code; `memberId` is set if the member had a code that could be guessed. */
async function recordWrongCode(tx: Tx, memberId: number | null, now: number): Promise<void> {
  await tx.insertInto('wrong_code').values({ member_id: memberId, ts: now }).execute()
}

/** Whether the account has used up its wrong codes for today. */
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
 * Guesses spread over many accounts and addresses pass every other limit, so each code takes longer the more
 * wrong codes the whole site has seen in the last hour. Waits before the other queries.
 */
export async function slowCodesDown({ db }: Pick<Services, 'db'>, now: number): Promise<void> {
  const enough = NORMAL_WRONG_CODES + LONGEST_MS / STEP_MS
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n
    from (select from wrong_code where ts > ${now - HOUR} limit ${sql.lit(enough)}) as lately`.execute(db)
  const delay = Math.min(LONGEST_MS, ((rows[0]?.n ?? 0) - NORMAL_WRONG_CODES) * STEP_MS)
  if (delay > 0) await sleep(delay)
}

/** Lets callers refuse made-up links before they wait for the lock on a member's row. */
export async function isLinkKnown(db: Reader, hash: string): Promise<boolean> {
  const key = await db
    .selectFrom('access_key')
    .where('secret_hash', '=', hashSecret(hash.toLowerCase()))
    .select('id')
    .executeTakeFirst()
  return key !== undefined
}

// The callers of the functions below lock the member's row, so tries are sequential. Each returns the address
// that the key was sent to.

/** Consumes an access link; of any number of concurrent tries only one succeeds. */
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

/** Consumes the newest code, or counts a wrong try: five per code and ten per account and day. */
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
/** How long the reason of an ended session is stored, for a browser that returns. */
const SAY_WHY_SECONDS = 90 * DAY

/**
 * Deletes expired sessions, emailed keys, challenges and links, wrong codes older than a day, and removed
 * credentials that no link can restore any more.
 */
export const deleteExpired =
  (deps: Services) =>
  async (signal?: AbortSignal): Promise<void> => {
    const now = deps.clock.now()
    // No link can restore them any more.
    const removed = (['passkey', 'two_step', 'recovery_code'] as const).map((table) => ({
      table,
      as: 't',
      where: sql<SqlBool>`t.ended_ts is not null and not exists (
        select from credential_change c where c.member_id = t.member_id and c.what <> 'session')`,
    }))
    await purge(deps, signal, [
      {
        table: 'session',
        where: sql`expires_ts < ${now}`,
        keep: sql`insert into ended_session (token_hash, why) select token_hash, 'expired' from gone`,
      },
      { table: 'ended_session', where: sql`ended_ts < ${now - SAY_WHY_SECONDS}` },
      { table: 'access_key', where: sql`expires_ts < ${now - DAY}` },
      { table: 'wrong_code', where: sql`ts < ${now - DAY}` },
      { table: 'login_challenge', where: sql`expires_ts < ${now}` },
      {
        table: 'credential_change',
        // An email that could not be sent for this long never will be.
        where: sql`expires_ts < ${now} or created_ts < ${now - LONGEST}`,
      },
      ...removed,
      { table: 'two_step', where: sql`confirmed_ts is null and created_ts < ${now - DAY}` },
    ])
  }
