import { hkdfSync, randomBytes } from 'node:crypto'
import { CONTACT_SECONDS, RETAINED_SECONDS, SEALED_MESSAGES } from '@rosella/contract/safety/rules'
import { type Selectable, sql } from 'kysely'
import { purge } from '../../platform/database/purge'
import type { Tables } from '../../platform/database/tables'
import type { Reader, Tx } from '../../platform/database/transaction'
import { seal, unseal } from '../../platform/secret'
import type { Services } from '../../platform/services'
import { oldContacts } from './message-contacts'
import { sealPastContacts } from './past-contacts'
import { oldSafetyNotices } from './safety-notices'

interface RetentionKey {
  quarter: string
  key: Buffer
}

/**
 * The current quarter's encryption key, created on first use. Others who need it wait until it is committed, so the
 * caller must already have taken all other locks.
 */
async function currentRetentionKey(tx: Tx, now: number): Promise<RetentionKey> {
  const { quarter, endsAt } = quarterOf(now)
  const find = async () => (await findRetentionKeys(tx, [quarter])).get(quarter)
  const existing = await find()
  if (existing) return { quarter, key: existing }
  await tx
    .insertInto('retained_message_key')
    .values({ quarter, secret: randomBytes(32), until_ts: endsAt + RETAINED_SECONDS })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const key = await find()
  if (!key) throw new Error('The site has no secret for retained messages.')
  return { quarter, key }
}

/** The keys that still exist, by quarter. */
async function findRetentionKeys(db: Reader, quarters: readonly string[]): Promise<Map<string, Buffer>> {
  if (quarters.length === 0) return new Map()
  const rows = await db
    .selectFrom('retained_message_key as k')
    .innerJoin('site_secret as s', (join) => join.on('s.name', '=', 'retained-messages'))
    .where('k.quarter', 'in', quarters)
    .select(['k.quarter', 'k.secret', 's.value'])
    .execute()
  // Changing this label would make every retained message unreadable.
  return new Map(
    rows.map(({ quarter, secret, value }) => [
      quarter,
      Buffer.from(hkdfSync('sha256', secret, value, `held messages ${quarter}`, 32)),
    ]),
  )
}

/** In UTC: '2026-4' ends with the year. */
function quarterOf(now: number): { quarter: string; endsAt: number } {
  const date = new Date(now * 1000)
  const [year, at] = [date.getUTCFullYear(), Math.floor(date.getUTCMonth() / 3)]
  return { quarter: `${year}-${at + 1}`, endsAt: Date.UTC(year, (at + 1) * 3) / 1000 }
}

/** `in_date` marks a text in the plan of a date. */
type Message = Omit<Selectable<Tables['message']>, 'client_id'> & { in_date?: boolean }
type RetainedRow = Selectable<Tables['retained_message']>
type Named = Pick<RetainedRow, 'message_id' | 'owner_id' | 'other_id' | 'sender_id' | 'ts'>

/** Encrypted until a report opens it. */
type Content = Pick<Message, 'text' | 'read_ts' | 'removed_by_receiver' | 'in_date'>
export type OpenedMessage = Content & Pick<Message, 'id' | 'sender_id' | 'ts'>

const AT_A_TIME = 500

/** Retains what `deleter` deletes, so that the other can report it. Call it in the transaction of the deletion. */
export async function retainMessages(
  tx: Tx,
  deleter: number,
  messages: readonly Message[],
  now: number,
): Promise<void> {
  if (messages.length === 0) return
  const { quarter, key } = await currentRetentionKey(tx, now)
  const rows = messages.map((message) => {
    const {
      id: message_id,
      sender_id,
      receiver_id,
      ts,
      text,
      read_ts,
      removed_by_receiver,
      in_date,
    } = message
    const content = { text, read_ts, removed_by_receiver, ...(in_date && { in_date }) }
    const owner_id = sender_id === deleter ? receiver_id : sender_id
    const named = { message_id, owner_id, other_id: deleter, sender_id, ts }
    return {
      ...named,
      retained_ts: now,
      quarter,
      sealed: seal(key, boundTo(named), Buffer.from(JSON.stringify(content))),
    }
  })
  for (let at = 0; at < rows.length; at += AT_A_TIME) {
    await tx
      .insertInto('retained_message')
      .values(rows.slice(at, at + AT_A_TIME))
      .execute()
  }
}

/**
 * Only for the sealed snapshot of a report: the messages with `owner` that the other deleted, and the number of those
 * that cannot be decrypted because their key is lost.
 */
export async function openRetainedMessages(
  db: Reader,
  pair: { owner: number; other: number },
  now: number,
): Promise<{ opened: OpenedMessage[]; lost: number }> {
  const rows = await db
    .selectFrom('retained_message')
    .where('owner_id', '=', pair.owner)
    .where('other_id', '=', pair.other)
    .where('retained_ts', '>', now - RETAINED_SECONDS)
    .orderBy('message_id')
    .selectAll()
    .execute()
  const keys = await findRetentionKeys(db, [...new Set(rows.map(({ quarter }) => quarter))])
  const opened = rows.flatMap((row) => {
    const content = open(keys.get(row.quarter), row)
    return content ? [{ id: row.message_id, sender_id: row.sender_id, ts: row.ts, ...content }] : []
  })
  return { opened, lost: rows.length - opened.length }
}

const boundTo = ({ message_id, owner_id, other_id, sender_id, ts }: Named): string =>
  [message_id, owner_id, other_id, sender_id, ts].join(' ')

function open(key: Buffer | undefined, row: RetainedRow): Content | undefined {
  const content = key && unseal(key, boundTo(row), row.sealed)
  return content && (JSON.parse(content.toString()) as Content)
}

/**
 * Deletes expired retained messages, the keys of their quarters, contacts with erased members, and warnings about
 * banned ones.
 */
export const deleteRetained =
  (deps: Services) =>
  async (signal?: AbortSignal): Promise<void> => {
    const { db, clock } = deps
    const now = clock.now()
    await purge(deps, signal, [
      { table: 'retained_message', where: sql`retained_ts <= ${now - RETAINED_SECONDS}` },
      { table: 'past_contact', where: sql`last_ts <= ${now - CONTACT_SECONDS}` },
      ...oldContacts(now),
      ...oldSafetyNotices(now),
    ])
    await sealPastContacts(db)
    const { numDeletedRows } = await db
      .deleteFrom('retained_message_key')
      .where('until_ts', '<=', now)
      .executeTakeFirstOrThrow()
    // The bytes of a deleted row stay in the table's file until it is rewritten. Those of a key must not.
    if (numDeletedRows > 0n) await sql`vacuum full retained_message_key`.execute(db)
  }

const PARTNERS_AT_A_TIME = 20

/** Before a member is erased, retains their messages and the texts of their plans with those of the partners who may still report them. */
export async function retainConversations(
  tx: Tx,
  memberId: number,
  among: readonly number[],
  now: number,
): Promise<void> {
  const { rows: contacts } = await sql<{ me: number }>`
    select c.me from unnest(${among}::bigint[]) as p(id)
      cross join lateral (select me, last_ts from contact where me = p.id and other = ${memberId}) c
    where c.last_ts > ${now - CONTACT_SECONDS}`.execute(tx)
  for (let at = 0; at < contacts.length; at += PARTNERS_AT_A_TIME) {
    const partners = contacts.slice(at, at + PARTNERS_AT_A_TIME).map(({ me }) => me)
    const { rows } = await sql<Message>`
      select t.* from unnest(${partners}::bigint[]) as p(id) cross join lateral (
        select * from written
        where least(sender_id, receiver_id) = least(p.id, ${memberId}::bigint)
          and greatest(sender_id, receiver_id) = greatest(p.id, ${memberId}::bigint)
        order by id desc limit ${SEALED_MESSAGES}) t`.execute(tx)
    await retainMessages(tx, memberId, rows, now)
  }
}
