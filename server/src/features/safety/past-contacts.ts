import { createHmac } from 'node:crypto'
import type { ReplyOf } from '@rosella/contract/endpoint'
import type { pastContacts as call } from '@rosella/contract/safety/endpoints'
import { CONTACT_SECONDS } from '@rosella/contract/safety/rules'
import { type RawBuilder, sql } from 'kysely'
import { knownInRelation } from '../../members/visible-members'
import { siteSecret } from '../../platform/database/site-secret'
import type { Reader } from '../../platform/database/transaction'
import type { Services } from '../../platform/services'

interface Contact {
  other: number
  username: string
  last_ts: number
  gone: boolean
}

const MAX_CONTACTS = 500

/**
 * The view `contact` defines a contact; members who only viewed or favourited the member are none. Contacts who have
 * erased their account are in the table `past_contact`.
 */
async function findContacts(
  db: Reader,
  now: number,
  me: number,
  only: { other?: number; limit?: RawBuilder<unknown> } = {},
): Promise<Contact[]> {
  const since = now - CONTACT_SECONDS
  const of = (column: string) =>
    only.other === undefined ? sql`` : sql`and ${sql.ref(column)} = ${only.other}`
  const latest = sql`order by last_ts desc, other desc ${only.limit ?? sql``}`
  // A popular member has many relations without a contact, which are filtered out before the view is queried.
  const { rows } = await sql<Contact>`
    with near as materialized (
      select r.other from relation r
      where r.me = ${me} ${of('r.other')} and (r.messages > 0
        or num_nonnulls(r.received_like_ts, r.received_rose_ts, r.viewed_ts, r.lost_message_ts) > 0)
    ), found as materialized (
      select c.other, c.last_ts from near join contact c on c.me = ${me} and c.other = near.other
      where c.last_ts > ${since} ${latest}
    )
    select f.other, coalesce(m.username, '') as username, f.last_ts, (${knownInRelation(me)}) is not true as gone
    from found f join member m on m.id = f.other join relation r on r.me = ${me} and r.other = f.other
    union all
    select p.other_id, p.username, p.last_ts, true from past_contact p
    where p.owner_id = ${me} and p.last_ts > ${since} ${of('p.other_id')}
    ${latest}`.execute(db)
  return rows
}

/** Everyone the member had contact with in the last 180 days, latest first. */
export async function listPastContacts(deps: Services, me: number): Promise<ReplyOf<typeof call>> {
  const limit = sql`limit ${MAX_CONTACTS}`
  const contacts = await findContacts(deps.db, deps.clock.now(), me, { limit })
  const refOf = await refsFor(deps, me)
  return { items: contacts.map(({ other, ...contact }) => ({ ref: refOf(other), ...contact })) }
}

/** The member behind a ref; undefined if the ref is not this member's or the contact is too old. */
export async function findByRef(deps: Services, me: number, ref: string): Promise<number | undefined> {
  const contacts = await findContacts(deps.db, deps.clock.now(), me)
  const refOf = await refsFor(deps, me)
  return contacts.find(({ other }) => refOf(other) === ref)?.other
}

/** The contact with one member, even if that member is gone. */
export async function findContact(db: Reader, now: number, me: number, other: number) {
  const [contact] = await findContacts(db, now, me, { other })
  return contact
}

/** A ref stays the same when the other member is gone, and differs for every member who asks. */
async function refsFor({ db }: Services, me: number): Promise<(other: number) => string> {
  const secret = await siteSecret(db, 'past-contacts')
  return (other) => createHmac('sha256', secret).update(`${me} ${other}`).digest('base64url')
}
