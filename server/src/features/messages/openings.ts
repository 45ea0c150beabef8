import { OPENING_SECONDS } from '@rosella/contract/safety/scam-rules'
import { sql } from 'kysely'
import { nearHash } from '../../database/near-hash'
import type { Tx } from '../../database/transaction'
import { simhash } from '../../domain/scam-signs/simhash'

interface Opening {
  sender_id: number
  receiver_id: number
  text: string
  ts: number
}

/** This one included. */
const RECEIVERS = 5

/**
 * Whether the sender has begun with nearly the same words to four others within a day (indexes opening_simhash_1 to _4).
 * Undefined where the text is too short to tell. Needs the sender's first messages to go one at a time.
 */
export async function readOpening(
  tx: Tx,
  { sender_id, receiver_id, text, ts }: Opening,
): Promise<{ simhash: string; isRepeated: boolean } | undefined> {
  const hash = simhash(text)
  if (hash === undefined) return undefined
  const { rows } = await sql<{ receivers: number }>`
    select count(distinct o.receiver_id)::int as receivers from opening o
    where o.sender_id = ${sender_id} and o.receiver_id <> ${receiver_id} and o.ts > ${ts - OPENING_SECONDS}
      and ${nearHash('o.simhash', hash).isNear}`.execute(tx)
  return { simhash: hash, isRepeated: (rows[0]?.receivers ?? 0) + 1 >= RECEIVERS }
}

export async function noteOpening(
  tx: Tx,
  { sender_id, receiver_id, ts }: Opening,
  { id, simhash: hash }: { id: number; simhash: string },
): Promise<void> {
  await tx
    .insertInto('opening')
    .values({ message_id: id, sender_id, receiver_id, simhash: hash, ts })
    .execute()
}
