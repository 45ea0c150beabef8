import { sql } from 'kysely'
import { prepared } from '../../database/prepared'
import { memberIsShown, nothingHidesIn } from '../../database/visible-members'
import { Problem } from '../../domain/problem'
import type { Db } from '../../ports/database'

export interface NewMessage {
  sender_id: number
  receiver_id: number
  text: string
  ts: number
  client_id: string | null
}

export interface Stored {
  id: number
  /** false when the same client_id had been stored before. */
  isNew: boolean
}

/** Stores a message once, or refuses it as one to nobody or as one too many without an answer. */
export async function storeMessage(db: Db, message: NewMessage): Promise<Stored> {
  const id = await insertMessage(db, message).catch((error) => {
    const { constraint } = error as { constraint?: string }
    if (constraint === 'relation_unanswered') throw new Problem('message.unanswered')
    // Sent twice at the same moment: the unique index let the other one win.
    if (constraint === 'message_once') return undefined
    throw error
  })
  if (id !== undefined) return { id, isNew: true }
  const before = await findStored(db, message)
  if (!before) throw new Problem('no-user')
  if (before.receiver_id !== message.receiver_id || before.text !== message.text) {
    throw new Problem('invalid', {}, 'Invalid data provided: client_id was used for another message.')
  }
  return { id: before.id, isNew: false }
}

/**
 * One statement, so one journey to the database, and all or nothing. It takes its locks as lockPair does:
 * members first, then both rows of the pair in ascending order. A block committed before it holds the rows
 * is seen in them and wins; one that comes later waits. The id is drawn while the rows are held, so ids
 * within a pair are in the order of storing. What is one too many without an answer breaks a constraint of relation,
 * and nothing of it stays.
 */
const insert = prepared(
  (
    sender_id: number,
    receiver_id: number,
    low: number,
    high: number,
    text: string,
    ts: number,
    client_id: string | null,
  ) => sql<{ id: number }>`
    with active as materialized (
      select m.id from member m where m.id in (${low}, ${high}) and ${memberIsShown('m')} order by m.id for key share
    ), welcome as (
      select 1 where (select count(*) from active) = 2 and not exists (
        select from message where sender_id = ${sender_id} and client_id = ${client_id}::uuid)
    ), pair as (
      insert into relation (me, other, messages, unanswered)
      select side.me, side.other, 1, (side.me = ${sender_id})::int
      from welcome, (values (${low}::bigint, ${high}::bigint), (${high}::bigint, ${low}::bigint)) side(me, other)
      order by side.me
      on conflict (me, other) do update set messages = relation.messages + 1,
        unanswered = case when relation.me = ${sender_id} then relation.unanswered + 1 else 0 end
      where ${nothingHidesIn('relation')}
      returning me
    )
    insert into message (sender_id, receiver_id, text, ts, client_id)
    select ${sender_id}::bigint, ${receiver_id}::bigint, ${text}::text, ${ts}::bigint, ${client_id}::uuid
    where (select count(*) from pair) = 2
    returning id`,
)

async function insertMessage(db: Db, message: NewMessage): Promise<number | undefined> {
  const { sender_id, receiver_id, text, ts, client_id } = message
  const [low, high] = [Math.min(sender_id, receiver_id), Math.max(sender_id, receiver_id)]
  const [stored] = await insert(db, sender_id, receiver_id, low, high, text, ts, client_id)
  return stored?.id
}

/** By message_once. */
function findStored(db: Db, { sender_id, client_id }: NewMessage) {
  if (client_id === null) return undefined
  return db
    .selectFrom('message')
    .where('sender_id', '=', sender_id)
    .where('client_id', '=', client_id)
    .select(['id', 'receiver_id', 'text'])
    .executeTakeFirst()
}
