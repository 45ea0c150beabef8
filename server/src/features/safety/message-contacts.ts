import { WARN_SECONDS } from '@rosella/contract/safety/rules'
import { siteDay } from '@rosella/contract/site-day'
import { type RawBuilder, sql } from 'kysely'
import { staffIds } from '../../members/staff'
import type { Purge } from '../../platform/database/purge'
import { siteSecret } from '../../platform/database/site-secret'
import type { Tx } from '../../platform/database/transaction'
import type { Db } from '../../platform/ports/database'
import { seal, unseal } from '../../platform/secret'
import type { Services } from '../../platform/services'

/** A receiver of a member's messages. `sealed` is set if the sender has erased their account. */
interface ContactRow {
  id: number
  username: string
  last_ts: number
  sealed: Uint8Array | null
}

/**
 * The members `sender` wrote to, who still have an account, and when last, including deleted messages. Messages that
 * were sent while the sender was hidden from the receiver are left out, as in the view `contact`. Indexes relation_pkey,
 * message_sent.
 */
const writtenTo = (sender: RawBuilder<unknown>, which: RawBuilder<unknown>) => sql`
  (select r.other as id, greatest(r.withdrawn_ts, (
      select t.ts from message t
      where t.sender_id = r.me and t.receiver_id = r.other and t.ts <= coalesce(hidden.since, t.ts)
      order by t.id desc limit 1)) as last_ts
    from relation r join account a on a.member_id = r.other
      cross join lateral (select hides_since(r.me, r.other) as since) hidden
    where r.me = ${sender} and r.wrote and ${which}) wrote`

/** The name that the sender (member m) had at that time. */
const nameAt = (ts: RawBuilder<unknown>): RawBuilder<string> => sql<string>`
  coalesce((select f.username from former_name f where f.member_id = m.id and f.until_ts >= ${ts}
    order by f.until_ts limit 1), m.username, '')`

/**
 * The query for members who received a message from the sender in the last 365 days, except staff: from the relations
 * of the sender, and from what an erasure has kept. While an erasure runs, each pair is in one of the two.
 */
function receiversOf(
  site: Pick<Services['site'], 'adminEmails'>,
  sender: number,
  now: number,
  /** The next ones by id. */
  page?: { after: number; limit: number },
): RawBuilder<ContactRow> {
  const id = sql`${sender}::bigint`
  const after = page?.after ?? 0
  // In each part, so that a step reads only its own rows.
  const limited = page ? sql`order by 1 limit ${page.limit}` : sql``
  return sql<ContactRow>`
    (select wrote.id, ${nameAt(sql`wrote.last_ts`)} as username, wrote.last_ts, null::bytea as sealed
    from ${writtenTo(id, sql`r.other > ${after}`)}
    join member m on m.id = ${id}
    where wrote.last_ts > ${now - WARN_SECONDS} and wrote.id not in ${staffIds(site)} ${limited})
    union all
    (select c.receiver_id, '', c.until_ts - ${sql.lit(WARN_SECONDS)}, c.sealed
    from message_contact c join account a on a.member_id = c.receiver_id
    where c.sender_id = ${id} and c.until_ts > ${now} and c.receiver_id > ${after}
      and c.receiver_id not in ${staffIds(site)} ${limited})`
}

export async function countReceivers(
  { db, site, clock }: Pick<Services, 'db' | 'site' | 'clock'>,
  sender: number,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (${receiversOf(site, sender, clock.now())}) found`.execute(db)
  return rows[0]?.n ?? 0
}

export interface Receiver {
  id: number
  /** The first name they knew, and the month of the last message. */
  username: string
  month: string
}

/** The next receivers by id. A record that can't be decrypted gives no name, so the warning says "A member". */
export async function nextReceivers(
  tx: Tx,
  { site, key }: { site: Services['site']; key: Buffer },
  { sender, after, limit, now }: { sender: number; after: number; limit: number; now: number },
): Promise<Receiver[]> {
  const { rows } = await sql<ContactRow>`
    select * from (${receiversOf(site, sender, now, { after, limit })}) found order by id limit ${limit}`.execute(
    tx,
  )
  return rows.map(({ id, username, last_ts, sealed }) => {
    const opened = sealed && unseal(key, boundTo(sender, id), sealed)
    const kept = opened ? (JSON.parse(opened.toString()) as Omit<Receiver, 'id'>) : undefined
    return { id, username: kept?.username ?? username, month: kept?.month ?? monthOf(last_ts) }
  })
}

export const contactKey = (db: Db): Promise<Buffer> => siteSecret(db, 'message-contacts')

const monthOf = (ts: number): string => siteDay(ts).slice(0, 7)
const boundTo = (sender: number, receiver: number): string => `message contact ${sender} ${receiver}`

/**
 * Before a member's relations are erased: keeps which of these members they wrote to, so that a ban can still warn
 * them. The caller must have locked the relations. Members who are being erased have no account and are left out.
 */
export async function keepMessageContacts(
  tx: Tx,
  key: Buffer,
  sender: number,
  among: readonly number[],
  now: number,
): Promise<void> {
  const id = sql`${sender}::bigint`
  const { rows } = await sql<{ id: number; username: string; last_ts: number }>`
    select wrote.id, ${nameAt(sql`wrote.last_ts`)} as username, wrote.last_ts
    from ${writtenTo(id, sql`r.other = any(${among}::bigint[])`)}
    join member m on m.id = ${id}
    where wrote.last_ts > ${now - WARN_SECONDS}`.execute(tx)
  if (rows.length === 0) return
  await tx
    .insertInto('message_contact')
    .values(
      rows.map(({ id: receiver_id, username, last_ts }) => ({
        sender_id: sender,
        receiver_id,
        until_ts: last_ts + WARN_SECONDS,
        sealed: seal(
          key,
          boundTo(sender, receiver_id),
          Buffer.from(JSON.stringify({ username, month: monthOf(last_ts) })),
        ),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Expired records and former names (indexes message_contact_until, former_name_until). */
export const oldContacts = (now: number): Purge[] => [
  { table: 'message_contact', where: sql`until_ts <= ${now}` },
  { table: 'former_name', where: sql`until_ts <= ${now - WARN_SECONDS}` },
]
