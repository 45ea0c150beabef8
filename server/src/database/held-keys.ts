import { hkdfSync, randomBytes } from 'node:crypto'
import { HELD_SECONDS } from '@rosella/contract/safety/rules'
import type { Reader, Tx } from './transaction'

interface HeldKey {
  quarter: string
  key: Buffer
}

/**
 * The key under which messages are held in this quarter, made by the first who needs it. Whoever else does waits until it
 * is committed, so it is asked for once every other lock has been taken.
 */
export async function currentHeldKey(tx: Tx, now: number): Promise<HeldKey> {
  const { quarter, endsAt } = quarterOf(now)
  const find = async () => (await findHeldKeys(tx, [quarter])).get(quarter)
  const there = await find()
  if (there) return { quarter, key: there }
  await tx
    .insertInto('held_key')
    .values({ quarter, secret: randomBytes(32), until_ts: endsAt + HELD_SECONDS })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const key = await find()
  if (!key) throw new Error('The site has no secret for held messages.')
  return { quarter, key }
}

/** Those that are still there, by their quarter. */
export async function findHeldKeys(db: Reader, quarters: readonly string[]): Promise<Map<string, Buffer>> {
  if (quarters.length === 0) return new Map()
  const rows = await db
    .selectFrom('held_key as k')
    .innerJoin('site_secret as s', (join) => join.on('s.name', '=', 'held-messages'))
    .where('k.quarter', 'in', quarters)
    .select(['k.quarter', 'k.secret', 's.value'])
    .execute()
  return new Map(
    rows.map(({ quarter, secret, value }) => [
      quarter,
      Buffer.from(hkdfSync('sha256', secret, value, `held messages ${quarter}`, 32)),
    ]),
  )
}

/** By the calendar of UTC: '2026-4' ends with the year. */
function quarterOf(now: number): { quarter: string; endsAt: number } {
  const date = new Date(now * 1000)
  const [year, at] = [date.getUTCFullYear(), Math.floor(date.getUTCMonth() / 3)]
  return { quarter: `${year}-${at + 1}`, endsAt: Date.UTC(year, (at + 1) * 3) / 1000 }
}
