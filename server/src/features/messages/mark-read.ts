import type { Emoji } from '@rosella/contract/messages/rules'
import { sql } from 'kysely'
import { messageRefusal, readContact } from '../../members/contact-rules'
import { writePair } from '../../members/relation'
import { lockVisiblePair, visibleInRelation } from '../../members/visible-members'
import { prepared } from '../../platform/database/prepared'
import { type Tx, withTransaction } from '../../platform/database/transaction'
import type { Viewer } from '../../platform/http/viewer'
import { Problem } from '../../platform/problem'
import { retainMessages } from '../safety/index'
import type { Deps } from './deps'
import { publish } from './send-message'

/** The event stays small; messagesRead covers older ids. */
const MAX_IDS = 100

// Finds the message by primary key and unread ones by message_unread.
const read = prepared(
  (me: number, messageId: number, now: number, leaveMark: boolean) => sql<{
    sender: number
    ids: number[] | null
  }>`
    with target as (
      select t.id, t.sender_id from message t
      join member m on m.id = t.sender_id
      left join relation r on r.me = ${me} and r.other = t.sender_id
      where t.id = ${messageId} and t.receiver_id = ${me} and not t.removed_by_receiver and ${visibleInRelation(me)}
    ), read as (
      update message u set read_ts = ${now}::bigint
      from target t
      where ${leaveMark} and u.receiver_id = ${me} and u.sender_id = t.sender_id and u.id <= t.id
        and u.read_ts is null and not u.removed_by_receiver
      returning u.id
    )
    select t.sender_id as sender, (select array_agg(id order by id) from read) as ids from target t`,
)

/**
 * Marks a received message and all earlier ones of its sender as read. An admin acting as a member leaves no mark.
 */
export async function markRead(
  deps: Deps,
  viewer: Pick<Viewer, 'id' | 'impersonator'>,
  messageId: number,
): Promise<void> {
  const me = viewer.id
  const [found] = await read(deps.db, me, messageId, deps.clock.now(), viewer.impersonator === null)
  if (!found) throw new Problem('message.unknown')
  if (!found.ids) return
  const ids = found.ids.slice(-MAX_IDS)
  await publish(deps, { kind: 'message.read', ids, reader: me, sender: found.sender })
}

/**
 * Replaces the viewer's reaction to a message; null removes it. A reaction reaches the other member like a message,
 * so the contact rules apply. Removing it only requires that the viewer still sees the message.
 */
export async function react(
  deps: Deps,
  viewer: Pick<Viewer, 'id' | 'impersonator'>,
  { id, emoji }: { id: number; emoji: Emoji | null },
): Promise<void> {
  if (viewer.impersonator !== null) throw new Problem('access.impersonating')
  const me = viewer.id
  const budget = await deps.settings.current()
  await withTransaction(deps, async (tx, emit) => {
    const { sender_id, receiver_id } = await findSeen(tx, me, id)
    const other = sender_id === me ? receiver_id : sender_id
    await lockVisiblePair(tx, me, other, 'message.unknown')
    if (emoji !== null) {
      const contact = await readContact(tx, me, other, deps.clock.now())
      if (!contact) throw new Problem('no-user')
      const refusal = messageRefusal(contact, budget)
      if (refusal) throw new Problem(refusal.code, refusal.values)
    }
    // The message may have been deleted while this transaction waited for the lock.
    const message = await findSeen(tx, me, id)
    const own = sender_id === me ? 'sender_reaction' : 'receiver_reaction'
    if (message[own] === emoji) return
    await tx
      .updateTable('message')
      .set({ [own]: emoji })
      .where('id', '=', id)
      .execute()
    emit({ kind: 'message.reacted', id, from: sender_id, to: receiver_id })
  })
}

async function findSeen(tx: Tx, me: number, id: number) {
  const message = await tx
    .selectFrom('message')
    .where('id', '=', id)
    .select(['sender_id', 'receiver_id', 'removed_by_receiver', 'sender_reaction', 'receiver_reaction'])
    .executeTakeFirst()
  const isSeen =
    message && (message.sender_id === me || (message.receiver_id === me && !message.removed_by_receiver))
  if (!isSeen) throw new Problem('message.unknown')
  return message
}

/**
 * A sender deletes a message for both members, a receiver only for themselves. A message deleted by its sender is
 * retained, so that the receiver can still report it.
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

    // relation.messages counts the messages that each side still has.
    const less = {
      messages: sql<number>`messages - 1`,
      // As in the view `contact`: a message sent while its sender was hidden from the other is no contact.
      lost_message_ts: sql<number>`greatest(lost_message_ts,
        case when ${message.ts} <= coalesce(hides_since(other, me), ${message.ts}) then ${message.ts}::bigint end)`,
    }
    // On the sender's row, by the same rule; warnings after a ban need it.
    const withdrawn_ts = sql<number>`greatest(withdrawn_ts,
      case when ${message.ts} <= coalesce(hides_since(me, other), ${message.ts}) then ${message.ts}::bigint end)`
    if (mine) {
      const gone = await tx
        .deleteFrom('message')
        .where('id', '=', messageId)
        .returningAll()
        .executeTakeFirst()
      if (!gone) throw new Problem('message.unknown')
      await retainMessages(tx, me, [gone], now)
      // A deleted message no longer counts as unanswered.
      const wasUnanswered = pair.mine.unanswered > 0 && !(await isAnswered(tx, me, other, messageId))
      await writePair(
        tx,
        pair.mine,
        { ...less, withdrawn_ts, ...(wasUnanswered && { unanswered: pair.mine.unanswered - 1 }) },
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

/** Whether the other member has written since (index message_sent). */
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
