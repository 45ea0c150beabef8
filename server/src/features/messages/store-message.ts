import { type RawBuilder, sql } from 'kysely'
import { readContact } from '../../database/read-contact'
import { writePair } from '../../database/relation'
import { type Tx, withTransaction } from '../../database/transaction'
import { lockVisiblePair } from '../../database/visible-members'
import { isFirstMessage, isNewConversation, messageRefusal } from '../../domain/contact-rule'
import { Problem } from '../../domain/problem'
import { queueMessageNotice } from '../../jobs/queue-notices'
import type { Db } from '../../ports/database'
import type { Services } from '../../ports/services'
import { noteOpening, readOpening } from './openings'

export type Deps = Pick<Services, 'db' | 'bus' | 'settings'>

export interface NewMessage {
  sender_id: number
  receiver_id: number
  text: string
  ts: number
  client_id: string | null
  /** Sent anyway, after a question. */
  sure?: boolean
}

export interface Stored {
  id: number
  /** false when the same client_id had been stored before. */
  isNew: boolean
  /** Begins a conversation in words that its sender uses for many. */
  isRepeated?: boolean
}

/** Stores a message once, or refuses it: to nobody, not welcome, or one too many. */
export async function storeMessage(deps: Deps, message: NewMessage): Promise<Stored> {
  const before = await findStored(deps.db, message)
  if (before) return before
  const budget = await deps.settings.current()
  try {
    const stored = await withTransaction(deps, (tx) => insertMessage(tx, message, budget))
    return { ...stored, isNew: true }
  } catch (error) {
    const { constraint } = error as { constraint?: string }
    if (constraint === 'relation_unanswered') throw new Problem('message.unanswered')
    // Sent twice at the same moment: the unique index let the other one win.
    const winner = constraint === 'message_once' ? await findStored(deps.db, message) : undefined
    if (winner) return winner
    throw error
  }
}

/**
 * Everything is asked while the pair is held, and what one sender begins goes one after the other, whichever process
 * it comes to: so the number of first messages holds. A block or an ending committed before is seen and wins; one that
 * comes later waits. The id is drawn while the rows are held, so ids within a pair are in the order of storing.
 */
async function insertMessage(
  tx: Tx,
  message: NewMessage,
  budget: Parameters<typeof messageRefusal>[1],
): Promise<Omit<Stored, 'isNew'>> {
  const { sure, ...row } = message
  const { sender_id, receiver_id, ts } = row
  // Before any row is held, and by nobody who holds one: so nobody waits for each other in a circle.
  await sql`select pg_advisory_xact_lock(hashtextextended('first messages', ${sender_id}))`.execute(tx)
  const { mine } = await lockVisiblePair(tx, sender_id, receiver_id)
  const contact = await readContact(tx, sender_id, receiver_id, ts)
  if (!contact) throw new Problem('no-user')
  const refusal = messageRefusal(contact, budget)
  if (refusal) throw new Problem(refusal.code, refusal.values)
  const opening = isNewConversation(contact) ? await readOpening(tx, row) : undefined
  if (opening?.isRepeated && !sure) throw new Problem('ask.scam')
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
  if (opening) await noteOpening(tx, row, { id, simhash: opening.simhash })
  return { id, isRepeated: opening?.isRepeated ?? false }
}

/** By message_once. */
async function findStored(
  db: Db,
  { sender_id, receiver_id, text, client_id }: NewMessage,
): Promise<Stored | undefined> {
  if (client_id === null) return undefined
  const before = await db
    .selectFrom('message')
    .where('sender_id', '=', sender_id)
    .where('client_id', '=', client_id)
    .select(['id', 'receiver_id', 'text'])
    .executeTakeFirst()
  if (before && (before.receiver_id !== receiver_id || before.text !== text))
    throw new Problem('invalid', {}, 'Invalid data provided: client_id was used for another message.')
  return before && { id: before.id, isNew: false }
}
