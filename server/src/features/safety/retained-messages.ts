import { hkdfSync, randomBytes } from 'node:crypto'
import { CONTACT_SECONDS, HELD_SECONDS, SEALED_MESSAGES } from '@rosella/contract/safety/rules'
import { type Selectable, sql } from 'kysely'
import type { Tables } from '../../platform/database/tables'
import type { Reader, Tx } from '../../platform/database/transaction'
import { seal, unseal } from '../../platform/secret'
import type { Services } from '../../platform/services'

interface HeldKey {
  quarter: string
  key: Buffer
}

/**
 * The key under which messages are held in this quarter, made by the first who needs it. Whoever else does waits until it
 * is committed, so it is asked for once every other lock has been taken.
 */
async function currentHeldKey(tx: Tx, now: number): Promise<HeldKey> {
  const { quarter, endsAt } = quarterOf(now)
  const find = async () => (await findHeldKeys(tx, [quarter])).get(quarter)
  const there = await find()
  if (there) return { quarter, key: there }
  await tx
    .insertInto('held_key')
    .values({ quarter, secret: randomBytes(32), until_ts: endsAt + HELD_SECONDS })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const key = await find()
  if (!key) throw new Error('The site has no secret for held messages.')
  return { quarter, key }
}

/** Those that are still there, by their quarter. */
async function findHeldKeys(db: Reader, quarters: readonly string[]): Promise<Map<string, Buffer>> {
  if (quarters.length === 0) return new Map()
  const rows = await db
    .selectFrom('held_key as k')
    .innerJoin('site_secret as s', (join) => join.on('s.name', '=', 'held-messages'))
    .where('k.quarter', 'in', quarters)
    .select(['k.quarter', 'k.secret', 's.value'])
    .execute()
  return new Map(
    rows.map(({ quarter, secret, value }) => [
      quarter,
      Buffer.from(hkdfSync('sha256', secret, value, `held messages ${quarter}`, 32)),
    ]),
  )
}

/** By the calendar of UTC: '2026-4' ends with the year. */
function quarterOf(now: number): { quarter: string; endsAt: number } {
  const date = new Date(now * 1000)
  const [year, at] = [date.getUTCFullYear(), Math.floor(date.getUTCMonth() / 3)]
  return { quarter: `${year}-${at + 1}`, endsAt: Date.UTC(year, (at + 1) * 3) / 1000 }
}

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

type Deps = Pick<Services, 'db' | 'clock'>

/** What was kept for reports is past its time: held messages, the keys of their quarters, contacts with the erased. */
export const purgeHeld =
  ({ db, clock }: Deps) =>
  async (): Promise<void> => {
    const now = clock.now()
    await db
      .deleteFrom('held_message')
      .where('held_ts', '<=', now - HELD_SECONDS)
      .execute()
    await db
      .deleteFrom('past_contact')
      .where('last_ts', '<=', now - CONTACT_SECONDS)
      .execute()
    const { numDeletedRows } = await db
      .deleteFrom('held_key')
      .where('until_ts', '<=', now)
      .executeTakeFirstOrThrow()
    // A deleted row's bytes stay in the table's file until it is written anew; a key's must not.
    if (numDeletedRows > 0n) await sql`vacuum full held_key`.execute(db)
  }

const PARTNERS_AT_A_TIME = 20

/** Before a member goes: what they wrote with everybody who may still report them is held. */
export async function holdConversations(tx: Tx, memberId: number, now: number): Promise<void> {
  const contacts = await tx
    .selectFrom('contact')
    .where('other', '=', memberId)
    .where('last_ts', '>', now - CONTACT_SECONDS)
    .select('me')
    .execute()
  for (let at = 0; at < contacts.length; at += PARTNERS_AT_A_TIME) {
    const partners = contacts.slice(at, at + PARTNERS_AT_A_TIME).map(({ me }) => me)
    const { rows } = await sql<Selectable<Tables['message']>>`
      select t.* from unnest(${partners}::bigint[]) as p(id) cross join lateral (
        select * from message
        where least(sender_id, receiver_id) = least(p.id, ${memberId}::bigint)
          and greatest(sender_id, receiver_id) = greatest(p.id, ${memberId}::bigint)
        order by id desc limit ${SEALED_MESSAGES}) t`.execute(tx)
    await holdMessages(tx, memberId, rows, now)
  }
}
