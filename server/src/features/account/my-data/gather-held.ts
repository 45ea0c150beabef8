import { HELD_SECONDS } from '@rosella/contract/safety/rules'
import type { Reader } from '../../../database/transaction'
import { readable } from './readable'

/**
 * How many of the messages that the member took back are still held, and until when the last of them is. Their words are
 * for a report alone. What others deleted is not counted: it would tell who has left.
 */
export async function gatherHeld(db: Reader, memberId: number): Promise<object> {
  const { messages, last_ts } = await db
    .selectFrom('held_message')
    .where('other_id', '=', memberId)
    .select(({ fn }) => [fn.countAll<number>().as('messages'), fn.max('held_ts').as('last_ts')])
    .executeTakeFirstOrThrow()
  return readable({ messages: Number(messages), until_ts: last_ts === null ? null : last_ts + HELD_SECONDS })
}
