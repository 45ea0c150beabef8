import { UNANSWERED_MAX } from '@rosella/contract/messages/rules'
import { OPENING_SECONDS } from '@rosella/contract/safety/rules'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isFirstMessage, isNewConversation, messageRefusal, readContact } from '../../members/contact-rules'
import { hidesFrom, writePair } from '../../members/relation'
import { lockVisiblePair, memberIsShown, nothingHidesIn } from '../../members/visible-members'
import { prepared } from '../../platform/database/prepared'
import { type Tx, withTransaction } from '../../platform/database/transaction'
import type { Db } from '../../platform/ports/database'
import { Problem } from '../../platform/problem'
import { inBatches } from '../../platform/timing'
import { insertNoticeJobs, queueMessageNotice } from '../notifications/index'
import { type ScamShield, simhash } from '../safety/index'
import type { Deps } from './deps'

interface PendingMessage {
  message: NewMessage
  settle(stored: Stored | PromiseLike<Stored>): void
}

export type Store = (message: NewMessage) => Promise<Stored>
type StoreDeps = Deps & { shield: Pick<ScamShield, 'asksAboutRepeats'> }

/**
 * Messages that arrive during one commit are stored together by the next. A message is stored on its own if it may
 * have to wait or be refused: the first of a pair, a resend, across a block, in an ended conversation, subject to a
 * contact rule, past many unanswered ones, or with a locked row. It then delays no other message.
 */
export function insertMessageBatches(deps: StoreDeps): Store {
  const add = inBatches<PendingMessage>(async (batch) => {
    const messages = batch.map(({ message }) => message)
    const ids = await insertBatch(deps.db, messages).catch((error) => error as Error)
    for (const [n, { message, settle }] of batch.entries()) {
      if (ids instanceof Error && !mayRetry(message, ids)) settle(Promise.reject(ids))
      else {
        const id = ids instanceof Error ? undefined : ids.get(n + 1)
        settle(id === undefined ? storeMessage(deps, message) : { id, isNew: true })
      }
    }
  })
  return (message) => new Promise((settle) => add({ message, settle }))
}

/** Invalid data, conflicts, deadlocks and time-outs: PostgreSQL reports that it has stored nothing. */
const NOTHING_STORED = /^(2[23]...|40...|55...|57014)$/

/**
 * After a lost connection nobody knows whether the batch was stored, so only messages with a client_id are retried.
 */
const mayRetry = ({ client_id }: NewMessage, error: Error): boolean =>
  client_id !== null || NOTHING_STORED.test((error as { code?: string }).code ?? '')

/**
 * One statement, one commit. It skips rows that others have locked instead of pending for them. It reads blocks and
 * endings from rows that it has locked and draws ids while it holds the locks, so ids within a pair are in the order
 * of storing. It only stores replies, and further messages to someone who accepts messages from anyone, because these
 * need no other check. The notification jobs are inserted last, where the statement waits only for another one that
 * inserts the same job. `(… in …) is true` makes PostgreSQL use a hash; otherwise it expects few rows and compares
 * all with all.
 */
const insert = prepared(
  (
    senders: number[],
    receivers: number[],
    texts: string[],
    times: number[],
    clientIds: (string | null)[],
    memberIds: number[],
  ) => sql<{ n: number; id: number }>`
    with given as materialized (
      select * from unnest(${senders}::bigint[], ${receivers}::bigint[], ${texts}::text[], ${times}::bigint[],
        ${clientIds}::text[])
        with ordinality as given(sender_id, receiver_id, text, ts, client_id, n)
    ), side as materialized (
      select sender_id as me, receiver_id as other from given union select receiver_id, sender_id from given
    ), active as materialized (
      select m.id, m.paused from member m where m.id = any(${memberIds}::bigint[]) and ${memberIsShown('m')}
      order by m.id for key share skip locked
    ), locked as materialized (
      select r.me, r.other, r.unanswered, r.wrote from relation r where (r.me, r.other) in (select me, other from side)
        and ${nothingHidesIn('r')} and r.not_interested_ts is null and not r.closed_to_me
      order by r.me, r.other for no key update skip locked
    ), numbered as materialized (
      select n, nextval('message_id_seq') as id, sender_id, receiver_id, text, ts, client_id from (
        select given.* from (
          select *, count(*) over (partition by sender_id, receiver_id order by n) as nth from given) given
        join locked on locked.me = given.sender_id and locked.other = given.receiver_id
        join locked theirs on theirs.me = given.receiver_id and theirs.other = given.sender_id
        where (sender_id in (select id from active)) is true
          and (receiver_id in (select id from active where not paused)) is true
          and (theirs.wrote or locked.wrote and not exists (
            select from preferences l where l.member_id = receiver_id and l.contact <> 'anyone'))
          and not ${hidesFrom(sql.ref('receiver_id'), sql.ref('sender_id'))}
          and locked.unanswered + given.nth <= ${sql.lit(UNANSWERED_MAX)}
        order by n) accepted
    ), stored as (
      insert into message (id, sender_id, receiver_id, text, ts, client_id) overriding system value
      select id, sender_id, receiver_id, text, ts, client_id::uuid from numbered order by n
      on conflict (sender_id, client_id) where client_id is not null do nothing
      returning id, sender_id, receiver_id, ts
    ), sent as (
      select receiver_id as member_id, sender_id as other_id, max(ts) as ts from stored group by receiver_id, sender_id
    ), notified as (
      ${insertNoticeJobs('message', 'sent')}
    ), counted as (
      update relation set messages = relation.messages + more.messages, wrote = relation.wrote or more.wrote,
        unanswered = more.unanswered + case when more.is_answered then 0 else relation.unanswered end
      from (
        select me, other, count(*) as messages, bool_or(mine) as wrote, bool_or(not mine) as is_answered,
          count(*) filter (where mine and id > answered) as unanswered
        from (
          select *, coalesce(max(id) filter (where not mine) over (partition by me, other), 0) as answered
          from (
            select id, sender_id as me, receiver_id as other, true as mine from stored
            union all select id, receiver_id, sender_id, false from stored) each_side) each_side
        group by me, other) more
      where relation.me = more.me and relation.other = more.other
    )
    select n, id from numbered where (id in (select id from stored)) is true`,
)

/** Ids by position, counted from 1. Missing ones were not stored. */
async function insertBatch(db: Db, messages: readonly NewMessage[]): Promise<Map<number, number>> {
  const column = <K extends keyof NewMessage>(key: K) => messages.map((message) => message[key])
  const [senders, receivers] = [column('sender_id'), column('receiver_id')]
  const memberIds = [...new Set([...senders, ...receivers])]
  const rows = await insert(
    db,
    senders,
    receivers,
    column('text'),
    column('ts'),
    column('client_id'),
    memberIds,
  )
  return new Map(rows.map(({ n, id }) => [n, id]))
}

interface FirstMessage {
  sender_id: number
  receiver_id: number
  text: string
  ts: number
}

/** Including the current one. */
const RECEIVERS = 5

/**
 * Whether the sender has sent nearly the same first message to four others within a day (indexes
 * first_message_simhash_1 to _4). Undefined if the text is too short to tell. The caller must handle a sender's first
 * messages one at a time.
 */
async function readFirstMessage(
  tx: Tx,
  { sender_id, receiver_id, text, ts }: FirstMessage,
): Promise<{ simhash: string; isRepeated: boolean } | undefined> {
  const hash = simhash(text)
  if (hash === undefined) return undefined
  const { rows } = await sql<{ receivers: number }>`
    select count(distinct o.receiver_id)::int as receivers from first_message o
    where o.sender_id = ${sender_id} and o.receiver_id <> ${receiver_id} and o.ts > ${ts - OPENING_SECONDS}
      and ${isSimilarHash('o.simhash', hash)}`.execute(tx)
  return { simhash: hash, isRepeated: (rows[0]?.receivers ?? 0) + 1 >= RECEIVERS }
}

async function recordFirstMessage(
  tx: Tx,
  { sender_id, receiver_id, ts }: FirstMessage,
  { id, simhash: hash }: { id: number; simhash: string },
): Promise<void> {
  await tx
    .insertInto('first_message')
    .values({ message_id: id, sender_id, receiver_id, simhash: hash, ts })
    .execute()
}

export interface NewMessage {
  sender_id: number
  receiver_id: number
  text: string
  ts: number
  client_id: string | null
  /** The sender has confirmed after a question. */
  sure?: boolean
}

export interface Stored {
  id: number
  /** false if the same client_id was stored before. */
  isNew: boolean
  /** A first message that its sender has sent to many people. */
  isRepeated?: boolean
}

/**
 * Stores a message once, or refuses it because of the receiver, the contact rules or too many unanswered messages.
 */
async function storeMessage(deps: StoreDeps, message: NewMessage): Promise<Stored> {
  const before = await findStored(deps.db, message)
  if (before) return before
  const rules = { ...(await deps.settings.current()), asks: await deps.shield.asksAboutRepeats() }
  try {
    const stored = await withTransaction(deps, (tx) => insertMessage(tx, message, rules))
    return { ...stored, isNew: true }
  } catch (error) {
    const { constraint } = error as { constraint?: string }
    if (constraint === 'relation_unanswered') throw new Problem('message.unanswered')
    // A concurrent resend was stored first; the unique index refused this one.
    const winner = constraint === 'message_once' ? await findStored(deps.db, message) : undefined
    if (winner) return winner
    throw error
  }
}

/**
 * All checks run while the pair is locked, and a lock per sender serialises first messages across processes, so their
 * daily limit is exact. A block or ending that was committed before is seen; a later one waits. The id is drawn under
 * the lock, so ids within a pair are in the order of storing.
 */
async function insertMessage(
  tx: Tx,
  message: NewMessage,
  rules: Parameters<typeof messageRefusal>[1] & { asks: boolean },
): Promise<Omit<Stored, 'isNew'>> {
  const { sure, ...row } = message
  const { sender_id, receiver_id, ts } = row
  // Taken before any row lock and never while holding one, so that transactions cannot deadlock.
  await sql`select pg_advisory_xact_lock(hashtextextended('first messages', ${sender_id}))`.execute(tx)
  const { mine } = await lockVisiblePair(tx, sender_id, receiver_id)
  const contact = await readContact(tx, sender_id, receiver_id, ts)
  if (!contact) throw new Problem('no-user')
  const refusal = messageRefusal(contact, rules)
  if (refusal) throw new Problem(refusal.code, refusal.values)
  const firstMessage = isNewConversation(contact) ? await readFirstMessage(tx, row) : undefined
  if (firstMessage?.isRepeated && rules.asks && !sure) throw new Problem('ask.scam')
  const { id } = await tx.insertInto('message').values(row).returning('id').executeTakeFirstOrThrow()
  const messages: RawBuilder<number> = sql`messages + 1`
  const began = isFirstMessage(contact) ? { began_ts: ts } : {}
  await writePair(
    tx,
    mine,
    { messages, unanswered: mine.unanswered + 1, wrote: true, ...began },
    { messages, unanswered: 0 },
  )
  await queueMessageNotice(tx, { to: receiver_id, from: sender_id, now: ts })
  if (firstMessage) await recordFirstMessage(tx, row, { id, simhash: firstMessage.simhash })
  return { id, isRepeated: firstMessage?.isRepeated ?? false }
}

/** Uses the index message_once. */
export async function findStored(
  db: Db,
  {
    sender_id,
    receiver_id,
    text,
    client_id,
  }: Pick<NewMessage, 'sender_id' | 'receiver_id' | 'text' | 'client_id'>,
): Promise<Stored | undefined> {
  if (client_id === null) return undefined
  const before = await db
    .selectFrom('message')
    .where('sender_id', '=', sender_id)
    .where('client_id', '=', client_id)
    .select(['id', 'receiver_id', 'text'])
    .executeTakeFirst()
  if (before && (before.receiver_id !== receiver_id || before.text !== text))
    throw new Problem(
      'invalid',
      { field: 'client_id' },
      'Invalid data provided: client_id was used for another message.',
    )
  return before && { id: before.id, isNew: false }
}

/** Bits, out of 64. */
const MAX_DISTANCE = 7

/**
 * Two 64-bit hashes (16 hex digits) that differ in at most 7 bits differ in at most one bit of some quarter. So 17
 * values per quarter are looked up (each quarter has an index), and only those rows are compared.
 */
function isSimilarHash(column: string, hash: string): RawBuilder<SqlBool> {
  const own = sql.ref(column)
  const distance = sql<number>`bit_count(('x' || ${own})::bit(64) # ('x' || ${hash})::bit(64))::int`
  const quarter = (at: number) =>
    sql`substr(${own}, ${sql.lit(at + 1)}, 4) = any(${withinOneBit(hash.slice(at, at + 4))}::text[])`
  return sql<SqlBool>`(${quarter(0)} or ${quarter(4)} or ${quarter(8)} or ${quarter(12)}) and ${distance} <= ${MAX_DISTANCE}`
}

/** A quarter of a hash (four hex digits), and all values that differ from it in one bit. */
function withinOneBit(quarter: string): string[] {
  const value = Number.parseInt(quarter, 16)
  const all = [value, ...Array.from({ length: 16 }, (_, bit) => value ^ (1 << bit))]
  return all.map((each) => each.toString(16).padStart(4, '0'))
}
