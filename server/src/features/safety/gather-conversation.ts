import { SEALED_MESSAGES } from '@rosella/contract/safety/rules'
import { sql } from 'kysely'
import { type OpenedMessage, openHeldMessages } from '../../database/held-messages'
import type { Tx } from '../../database/transaction'
import { Problem } from '../../domain/problem'

/** As a snapshot tells of it. */
type SealedMessage = OpenedMessage & { held?: true }

export interface Conversation {
  messages: SealedMessage[]
  /** Held ones that could not be opened. */
  lost: number
}

interface Asked {
  reporter_id: number
  member_id: number
  message_id: number | null
}

/**
 * What the two wrote to each other, the newest kept, with what the other deleted since; the message that the report is
 * about is among them however old it is.
 */
export async function gatherConversation(tx: Tx, asked: Asked, now: number): Promise<Conversation> {
  const { reporter_id, member_id, message_id } = asked
  const { opened, lost } = await openHeldMessages(tx, { owner: reporter_id, other: member_id }, now)
  const held = opened.map((message) => ({ ...message, held: true as const }))
  const newest = await findMessages(tx, asked, SEALED_MESSAGES)
  const all: SealedMessage[] = [...newest, ...held].sort((a, b) => a.id - b.id)
  const messages = all.slice(-SEALED_MESSAGES)
  if (message_id !== null) {
    const marked =
      all.find(({ id }) => id === message_id) ?? (await findMessages(tx, asked, 1, message_id)).at(0)
    if (!marked || isRemoved(marked, reporter_id)) throw new Problem('report.message')
    if (!messages.some(({ id }) => id === message_id)) messages.unshift(marked)
  }
  return { messages, lost }
}

/** The reporter took it off their own screen. */
const isRemoved = ({ held, sender_id, removed_by_receiver }: SealedMessage, reporterId: number): boolean =>
  !held && sender_id !== reporterId && removed_by_receiver

/** By index message_pair. */
async function findMessages(
  tx: Tx,
  { reporter_id, member_id }: Asked,
  limit: number,
  id: number | null = null,
): Promise<SealedMessage[]> {
  const { rows } = await sql<SealedMessage>`
    select id, sender_id, text, ts, read_ts, removed_by_receiver from message
    where least(sender_id, receiver_id) = ${Math.min(reporter_id, member_id)}
      and greatest(sender_id, receiver_id) = ${Math.max(reporter_id, member_id)}
      ${id === null ? sql`` : sql`and id = ${id}`}
    order by id desc limit ${limit}`.execute(tx)
  return rows
}
