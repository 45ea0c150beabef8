import { createHmac } from 'node:crypto'
import type { InputOf, ReplyOf } from '@rosella/contract/endpoint'
import type { pastContacts as call } from '@rosella/contract/safety/endpoints'
import { CONTACT_SECONDS } from '@rosella/contract/safety/rules'
import { PEOPLE_PAGE, SITE_TIME_ZONE } from '@rosella/contract/settings/rules'
import { storableText } from '@rosella/contract/storable-text'
import { type RawBuilder, sql } from 'kysely'
import { hidersFrom } from '../../members/relation'
import { knownInRelation } from '../../members/visible-members'
import { siteSecret } from '../../platform/database/site-secret'
import type { Reader, Tx } from '../../platform/database/transaction'
import type { Db } from '../../platform/ports/database'
import { seal, unseal } from '../../platform/secret'
import type { Services } from '../../platform/services'
import { createYielder } from '../../search-index/yield-to-event-loop'
import { contactKey } from './message-contacts'

interface Contact {
  other: number
  username: string
  last_ts: number
  gone: boolean
}

/** Ignores case and accents. */
const folded = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
const foldedName = sql<string>`lower(regexp_replace(normalize(m.username, NFD), '[\u0300-\u036f]', '', 'g'))`

interface Wanted {
  other?: number
  /** The start of the folded first name, and the erased members whose name has it. */
  name?: { start: string; erased: readonly number[] } | undefined
  month?: string | undefined
}

/**
 * The query `found`: the contacts of a member in the last 180 days. The view `contact` defines them; members who only
 * viewed or favourited the member are none. It is queried only where messages or people who hide matter, because it
 * reads both for each row, and a popular member has 100,000. Contacts who have erased their account are in the table
 * `past_contact`.
 */
function contactsOf(me: number, now: number, { other, name, month }: Wanted = {}): RawBuilder<unknown> {
  const since = now - CONTACT_SECONDS
  const of = (column: string) => (other === undefined ? sql`` : sql`and ${sql.ref(column)} = ${other}`)
  const recent = (column: string) => {
    const ts = sql.ref(column)
    return month === undefined
      ? sql`${ts} > ${since}`
      : sql`${ts} > ${since} and to_char(to_timestamp(${ts}) at time zone ${SITE_TIME_ZONE}, 'YYYY-MM') = ${month}`
  }
  return sql`
    near as materialized (
      select r.other, greatest(r.viewed_ts, r.lost_message_ts, r.received_like_ts, r.received_rose_ts) as last_ts,
        r.messages > 0 or r.other in (${hidersFrom(me)}) as in_view
      from relation r ${name === undefined ? sql`` : sql`join member m on m.id = r.other`}
      where r.me = ${me} ${of('r.other')}
        ${name === undefined ? sql`` : sql`and starts_with(${foldedName}, ${name.start})`} and (r.messages > 0
        or num_nonnulls(r.received_like_ts, r.received_rose_ts, r.viewed_ts, r.lost_message_ts) > 0)
    ), found as materialized (
      select other, last_ts from near where not in_view and ${recent('last_ts')}
      union all
      select c.other, c.last_ts from near join contact c on c.me = ${me} and c.other = near.other
      where near.in_view and ${recent('c.last_ts')}
      union all
      select p.other_id, p.last_ts from past_contact p
      where p.owner_id = ${me} and ${recent('p.last_ts')} ${of('p.other_id')}
        ${name === undefined ? sql`` : sql`and p.other_id = any(${name.erased}::bigint[])`}
    )`
}

interface ErasedContact {
  owner_id: number
  other_id: number
  /** Empty once it is sealed. */
  username: string
  sealed: Uint8Array | null
}

/** The name of an erased member is stored encrypted, bound to the two people. */
const boundTo = (owner: number, other: number): string => `past contact ${owner} ${other}`

const sealName = (key: Buffer, owner: number, other: number, name: string): Buffer =>
  seal(key, boundTo(owner, other), Buffer.from(name))

const erasedName = (key: Buffer, { owner_id, other_id, username, sealed }: ErasedContact): string =>
  sealed ? (unseal(key, boundTo(owner_id, other_id), sealed)?.toString() ?? '') : username

/** Before a member's relations are erased: keeps who had contact with them, under the name these people knew. */
export async function keepPastContacts(
  tx: Tx,
  key: Buffer,
  memberId: number,
  partners: readonly number[],
  now: number,
): Promise<void> {
  const { rows } = await sql<{ me: number; last_ts: number; username: string }>`
    select c.me, c.last_ts, coalesce(m.username, '') as username
    from member m cross join unnest(${partners}::bigint[]) as p(id)
      cross join lateral (select * from contact where me = p.id and other = ${memberId}) c
    where m.id = ${memberId} and c.last_ts > ${now - CONTACT_SECONDS}`.execute(tx)
  if (rows.length === 0) return
  await tx
    .insertInto('past_contact')
    .values(
      rows.map(({ me, last_ts, username }) => ({
        owner_id: me,
        other_id: memberId,
        last_ts,
        sealed: sealName(key, me, memberId, username),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The erased members among someone's contacts whose name begins like this. */
async function findErased(db: Reader, key: Buffer, me: number, start: string): Promise<number[]> {
  const rows = await db.selectFrom('past_contact').where('owner_id', '=', me).selectAll().execute()
  const found: number[] = []
  const yieldToEventLoop = createYielder()
  for (const [n, row] of rows.entries()) {
    if (folded(erasedName(key, row)).startsWith(start)) found.push(row.other_id)
    if (n % 100 === 0) await yieldToEventLoop()
  }
  return found
}

const SEALED_AT_A_TIME = 1000

/** Seals the names that an earlier version stored in plain text (index past_contact_plain). */
export async function sealPastContacts(db: Db): Promise<void> {
  const key = await contactKey(db)
  for (let sealed = SEALED_AT_A_TIME; sealed === SEALED_AT_A_TIME; ) {
    const rows = await db
      .selectFrom('past_contact')
      .where('sealed', 'is', null)
      .limit(SEALED_AT_A_TIME)
      .select(['owner_id', 'other_id', 'username'])
      .execute()
    await sql`
      update past_contact p set sealed = s.sealed, username = ''
      from unnest(${rows.map((row) => row.owner_id)}::bigint[], ${rows.map((row) => row.other_id)}::bigint[],
        ${rows.map((row) => sealName(key, row.owner_id, row.other_id, row.username))}::bytea[])
        as s (owner_id, other_id, sealed)
      where p.owner_id = s.owner_id and p.other_id = s.other_id and p.sealed is null`.execute(db)
    sealed = rows.length
  }
}

/** A page of contacts, latest first. */
async function findContacts(
  db: Reader,
  key: Buffer,
  now: number,
  me: number,
  { p = 1, ...wanted }: Wanted & { p?: number },
): Promise<(Contact & { pages: number })[]> {
  const page = sql.lit(PEOPLE_PAGE)
  const { rows } = await sql<Contact & { pages: number; plain: string | null; sealed: Uint8Array | null }>`
    with ${contactsOf(me, now, wanted)}, counted as (
      select (count(*)::int + ${page} - 1) / ${page} as pages from found
    ), page as (
      select other, last_ts from found order by last_ts desc, other desc
      limit ${page} offset (select greatest(least(${p}::bigint, pages) - 1, 0) * ${page} from counted)
    )
    select f.other, coalesce(m.username, '') as username, p.username as plain, p.sealed, f.last_ts,
      (${knownInRelation(me)}) is not true as gone, counted.pages
    from page f cross join counted left join member m on m.id = f.other
    left join relation r on r.me = ${me} and r.other = f.other
    left join past_contact p on p.owner_id = ${me} and p.other_id = f.other and m.id is null
    order by f.last_ts desc, f.other desc`.execute(db)
  return rows.map(({ plain, sealed, ...contact }) =>
    plain === null
      ? contact
      : {
          ...contact,
          username: erasedName(key, { owner_id: me, other_id: contact.other, username: plain, sealed }),
        },
  )
}

/** A page of everyone the member had contact with in the last 180 days, latest first. */
export async function listPastContacts(
  deps: Services,
  me: number,
  { p = 1, q, month }: InputOf<typeof call>,
): Promise<ReplyOf<typeof call>> {
  const start = folded(storableText(q ?? '').trim())
  const key = await contactKey(deps.db)
  const name = start ? { start, erased: await findErased(deps.db, key, me, start) } : undefined
  const contacts = await findContacts(deps.db, key, deps.clock.now(), me, { p, name, month })
  const refOf = await refsFor(deps, me)
  return {
    items: contacts.map(({ other, username, last_ts, gone }) => ({
      ref: refOf(other),
      username,
      last_ts,
      gone,
    })),
    pages: contacts[0]?.pages ?? 0,
  }
}

/** The member behind a ref; undefined if the ref is not this member's or the contact is too old. */
export async function findByRef(deps: Services, me: number, ref: string): Promise<number | undefined> {
  const { rows: contacts } = await sql<{ other: number }>`
    with ${contactsOf(me, deps.clock.now())} select other from found`.execute(deps.db)
  const refOf = await refsFor(deps, me)
  const yieldToEventLoop = createYielder()
  for (const [n, { other }] of contacts.entries()) {
    if (refOf(other) === ref) return other
    if (n % 100 === 0) await yieldToEventLoop()
  }
  return undefined
}

/** The contact with one member, even if that member is gone. */
export async function findContact(db: Reader, key: Buffer, now: number, me: number, other: number) {
  const [contact] = await findContacts(db, key, now, me, { other })
  return contact
}

/** A ref stays the same when the other member is gone, and differs for every member who asks. */
async function refsFor({ db }: Services, me: number): Promise<(other: number) => string> {
  const secret = await siteSecret(db, 'past-contacts')
  return (other) => createHmac('sha256', secret).update(`${me} ${other}`).digest('base64url')
}
