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

/** An event stays small; messagesRead covers what lies before the newest. */
const NAMED_AT_MOST = 100

// message by primary key, the unread ones by message_unread.
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

/** Reads a received message and all earlier ones of its sender. An admin acting as a member leaves no mark. */
export async function markRead(
  deps: Deps,
  viewer: Pick<Viewer, 'id' | 'impersonator'>,
  messageId: number,
): Promise<void> {
  const me = viewer.id
  const [found] = await read(deps.db, me, messageId, deps.clock.now(), viewer.impersonator === null)
  if (!found) throw new Problem('message.unknown')
  if (!found.ids) return
  const ids = found.ids.slice(-NAMED_AT_MOST)
  await publish(deps, { kind: 'message.read', ids, reader: me, sender: found.sender })
}

/**
 * Says something to a message without words, in place of what one said before; null takes it back. It reaches the other
 * as a message does, so it takes the right to write to them; to take it back, seeing the message is enough.
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
    // It may have gone while the pair was waited for.
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
      await retainMessages(tx, me, [gone], now)
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
