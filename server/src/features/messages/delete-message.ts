import { sql } from 'kysely'
import { holdMessages } from '../../database/held-messages'
import { writePair } from '../../database/relation'
import { type Tx, withTransaction } from '../../database/transaction'
import { lockVisiblePair } from '../../database/visible-members'
import { Problem } from '../../domain/problem'
import type { Viewer } from '../../domain/viewer'
import type { Services } from '../../ports/services'

type Deps = Pick<Services, 'db' | 'bus' | 'clock'>

/**
 * A sender deletes a message for both sides, a receiver removes it for itself only. What a sender takes back is held
 * for a report by the receiver.
 */
export async function deleteMessage(
  deps: Deps,
  viewer: Pick<Viewer, 'id' | 'impersonator'>,
  messageId: number,
): Promise<void> {
  if (viewer.impersonator !== null) throw new Problem('access.impersonating')
  const me = viewer.id
  const now = deps.clock.now()
  await withTransaction(deps, async (tx, emit) => {
    const message = await tx
      .selectFrom('message')
      .where('id', '=', messageId)
      .select(['sender_id', 'receiver_id', 'ts'])
      .executeTakeFirst()
    const mine = message?.sender_id === me
    if (!message || !(mine || message.receiver_id === me)) throw new Problem('message.unknown')
    const other = mine ? message.receiver_id : message.sender_id
    const pair = await lockVisiblePair(tx, me, other, 'message.unknown')

    // relation.messages counts what each side still has of the conversation.
    const less = {
      messages: sql<number>`messages - 1`,
      // As the view `contact` has it: what somebody wrote while hiding from the other was no contact.
      lost_message_ts: sql<number>`greatest(lost_message_ts,
        case when ${message.ts} <= coalesce(hides_since(other, me), ${message.ts}) then ${message.ts}::bigint end)`,
    }
    if (mine) {
      const gone = await tx
        .deleteFrom('message')
        .where('id', '=', messageId)
        .returningAll()
        .executeTakeFirst()
      if (!gone) throw new Problem('message.unknown')
      await holdMessages(tx, me, [gone], now)
      // What is taken back no longer waits for an answer.
      const lay = pair.mine.unanswered > 0 && !(await isAnswered(tx, me, other, messageId))
      await writePair(
        tx,
        pair.mine,
        lay ? { ...less, unanswered: pair.mine.unanswered - 1 } : less,
        gone.removed_by_receiver ? undefined : less,
      )
      emit({ kind: 'message.deleted', id: messageId, from: me, to: other })
    } else {
      const removed = await tx
        .updateTable('message')
        .set({ removed_by_receiver: true })
        .where('id', '=', messageId)
        .where('removed_by_receiver', '=', false)
        .returning('id')
        .executeTakeFirst()
      if (!removed) throw new Problem('message.unknown')
      await writePair(tx, pair.mine, less)
      emit({ kind: 'message.removed', id: messageId, by: me })
    }
  })
}

/** Whether the other has written since (index message_sent). */
async function isAnswered(tx: Tx, me: number, other: number, messageId: number): Promise<boolean> {
  const answer = await tx
    .selectFrom('message')
    .where('sender_id', '=', other)
    .where('receiver_id', '=', me)
    .where('id', '>', messageId)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return answer !== undefined
}
