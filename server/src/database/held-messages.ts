import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { HELD_SECONDS } from '@rosella/contract/safety/rules'
import type { Selectable } from 'kysely'
import { currentHeldKey, findHeldKeys } from './held-keys'
import type { Tables } from './tables'
import type { Reader, Tx } from './transaction'

type Message = Omit<Selectable<Tables['message']>, 'client_id'>
type Held = Selectable<Tables['held_message']>
type Named = Pick<Held, 'message_id' | 'owner_id' | 'other_id' | 'sender_id' | 'ts'>

/** What nobody reads until a report opens it. */
type Words = Pick<Message, 'text' | 'read_ts' | 'removed_by_receiver'>
export type OpenedMessage = Words & Pick<Message, 'id' | 'sender_id' | 'ts'>

const [NONCE, TAG] = [12, 16]
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
      sealed: seal(key, named, { text, read_ts, removed_by_receiver }),
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

/** What stands beside the words cannot be changed either: they would not open. */
const boundTo = ({ message_id, owner_id, other_id, sender_id, ts }: Named): Buffer =>
  Buffer.from([message_id, owner_id, other_id, sender_id, ts].join(' '))

function seal(key: Buffer, named: Named, words: Words): Buffer {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(boundTo(named))
  const sealed = Buffer.concat([cipher.update(JSON.stringify(words)), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

function open(key: Buffer | undefined, row: Held): Words | undefined {
  if (!key) return undefined
  const sealed = Buffer.from(row.sealed)
  const [nonce, tag] = [sealed.subarray(0, NONCE), sealed.subarray(NONCE, NONCE + TAG)]
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG })
    decipher.setAAD(boundTo(row)).setAuthTag(tag)
    const words = Buffer.concat([decipher.update(sealed.subarray(NONCE + TAG)), decipher.final()])
    return JSON.parse(words.toString()) as Words
  } catch {
    return undefined
  }
}
