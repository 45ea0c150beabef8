import { HELD_SECONDS } from '@rosella/contract/safety/rules'
import type { Selectable } from 'kysely'
import { seal, unseal } from '../domain/seal'
import { currentHeldKey, findHeldKeys } from './held-keys'
import type { Tables } from './tables'
import type { Reader, Tx } from './transaction'

type Message = Omit<Selectable<Tables['message']>, 'client_id'>
type Held = Selectable<Tables['held_message']>
type Named = Pick<Held, 'message_id' | 'owner_id' | 'other_id' | 'sender_id' | 'ts'>

/** What nobody reads until a report opens it. */
type Words = Pick<Message, 'text' | 'read_ts' | 'removed_by_receiver'>
export type OpenedMessage = Words & Pick<Message, 'id' | 'sender_id' | 'ts'>

const AT_A_TIME = 500

/** Holds what `deleter` is deleting, for a report by the other side. Belongs into the transaction that deletes it. */
export async function holdMessages(
  tx: Tx,
  deleter: number,
  messages: readonly Message[],
  now: number,
): Promise<void> {
  if (messages.length === 0) return
  const { quarter, key } = await currentHeldKey(tx, now)
  const rows = messages.map((message) => {
    const { id: message_id, sender_id, receiver_id, ts, text, read_ts, removed_by_receiver } = message
    const owner_id = sender_id === deleter ? receiver_id : sender_id
    const named = { message_id, owner_id, other_id: deleter, sender_id, ts }
    return {
      ...named,
      held_ts: now,
      quarter,
      sealed: seal(key, boundTo(named), Buffer.from(JSON.stringify({ text, read_ts, removed_by_receiver }))),
    }
  })
  for (let at = 0; at < rows.length; at += AT_A_TIME) {
    await tx
      .insertInto('held_message')
      .values(rows.slice(at, at + AT_A_TIME))
      .execute()
  }
}

/**
 * For the sealed snapshot of a report and nothing else: what the other deleted of the conversation with `owner`, and how
 * many of them cannot be opened because their key is lost.
 */
export async function openHeldMessages(
  db: Reader,
  pair: { owner: number; other: number },
  now: number,
): Promise<{ opened: OpenedMessage[]; lost: number }> {
  const rows = await db
    .selectFrom('held_message')
    .where('owner_id', '=', pair.owner)
    .where('other_id', '=', pair.other)
    .where('held_ts', '>', now - HELD_SECONDS)
    .orderBy('message_id')
    .selectAll()
    .execute()
  const keys = await findHeldKeys(db, [...new Set(rows.map(({ quarter }) => quarter))])
  const opened = rows.flatMap((row) => {
    const words = open(keys.get(row.quarter), row)
    return words ? [{ id: row.message_id, sender_id: row.sender_id, ts: row.ts, ...words }] : []
  })
  return { opened, lost: rows.length - opened.length }
}

const boundTo = ({ message_id, owner_id, other_id, sender_id, ts }: Named): string =>
  [message_id, owner_id, other_id, sender_id, ts].join(' ')

function open(key: Buffer | undefined, row: Held): Words | undefined {
  const words = key && unseal(key, boundTo(row), row.sealed)
  return words && (JSON.parse(words.toString()) as Words)
}
