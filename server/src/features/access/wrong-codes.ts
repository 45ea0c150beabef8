import { setTimeout as sleep } from 'node:timers/promises'
import { CALM_WRONG_CODES } from '@rosella/contract/access/rules'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../database/transaction'
import type { Services } from '../../ports/services'

const HOUR = 3600
const DAY = 24 * HOUR
/** So many wrong ones in a day, and no code opens this account any more. */
const WRONG_A_DAY = 10
const STEP_MS = 20
const LONGEST_MS = 3000

/** A wrong code; `memberId` where there was one of theirs to guess. */
export async function recordWrongCode(tx: Tx, memberId: number | null, now: number): Promise<void> {
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

export const purgeWrongCodes = async (db: Services['db'], now: number): Promise<void> => {
  await db
    .deleteFrom('wrong_code')
    .where('ts', '<', now - DAY)
    .execute()
}
