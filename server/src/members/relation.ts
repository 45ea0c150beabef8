import { PEOPLE_PAGE } from '@rosella/contract/settings/rules'
import { type RawBuilder, type Selectable, type SqlBool, sql, type UpdateObject } from 'kysely'
import { prepared } from '../platform/database/prepared'
import type { Tables } from '../platform/database/tables'
import type { Emit, Reader, Tx } from '../platform/database/transaction'
import { enqueue } from '../platform/jobs/enqueue'

export type Relation = Selectable<Tables['relation']>
type Change = Omit<UpdateObject<Tables, 'relation'>, 'me' | 'other'>

/** The relation of two members, from my side and from the other's. */
export interface Pair {
  mine: Relation
  theirs: Relation
  otherStatus: number
  otherPaused: boolean
  /** The other hides from the owner of my email address (people I know). */
  hidesFromMe: boolean
}

const columns = [
  'me',
  'other',
  'favorited_ts',
  'sent_like_ts',
  'received_like_ts',
  'matched_ts',
  'sent_roses',
  'sent_rose_ts',
  'received_roses',
  'received_rose_ts',
  'viewed_ts',
  'viewed_me_ts',
  'blocked_ts',
  'blocked_me',
  'messages',
  'unanswered',
  'wrote',
  'began_ts',
  'not_interested_ts',
  'closed_to_me',
  'ended',
  'lost_message_ts',
  'withdrawn_ts',
  'verify_asked_ts',
  'verify_asked_me_ts',
  'verify_notified',
] as const satisfies readonly (keyof Relation)[]

/**
 * Locks the members first, so that an erasure happens entirely before or after; then the rows in ascending (me,
 * other), to avoid deadlocks. The count of members makes the members' locks come before the rows' locks. A row is
 * read as it is after waiting for its lock. If the pair has no rows yet, the result is one row with only the other's
 * status.
 */
const lockBoth = prepared(
  (me: number, other: number, low: number, high: number) => sql<Relation & Omit<Pair, 'mine' | 'theirs'>>`
    with both_members as materialized (
      select id, status, paused from member where id in (${low}, ${high}) order by id for key share
    ), pair as materialized (
      select ${sql.join(columns.map((column) => sql.ref(column)))} from relation
      where (select count(*) from both_members) = 2
        and me in (${low}, ${high}) and other in (${low}, ${high})
      order by me for update
    )
    select m.status as "otherStatus", m.paused as "otherPaused", ${hidesFrom(sql.ref('m.id'), me)} as "hidesFromMe",
      ${sql.join(columns.map((column) => sql.ref(`pair.${column}`)))}
    from both_members m left join pair on true
    where m.id = ${other} and (select count(*) from both_members) = 2`,
)

const addBoth = prepared(
  (low: number, high: number) => sql<never>`
    insert into relation (me, other)
    values (${low}::bigint, ${high}::bigint), (${high}::bigint, ${low}::bigint) on conflict do nothing`,
)

/**
 * Locks both rows of a pair and creates them if they are missing; undefined if one of the two is not a member. All code
 * that writes relations must use this or take the same locks in the same order.
 */
export async function lockPair(tx: Tx, me: number, other: number): Promise<Pair | undefined> {
  const [low, high] = [Math.min(me, other), Math.max(me, other)]
  let rows = await lockBoth(tx, me, other, low, high)
  if (rows.length === 1) {
    await addBoth(tx, low, high)
    rows = await lockBoth(tx, me, other, low, high)
  }
  const mine = rows.find((row) => row.me === me)
  const theirs = rows.find((row) => row.me === other)
  if (!mine || !theirs) return undefined
  const { otherStatus, otherPaused, hidesFromMe } = mine
  return { mine, theirs, otherStatus, otherPaused, hidesFromMe }
}

/** Writes both rows of a locked pair and returns my row. */
export async function writePair(
  tx: Tx,
  { me, other }: Relation,
  mine: Change,
  theirs?: Change,
): Promise<Relation> {
  if (theirs) await updateRow(tx, other, me, theirs).execute()
  return updateRow(tx, me, other, mine).returningAll().executeTakeFirstOrThrow()
}

const updateRow = (tx: Tx, me: number, other: number, change: Change) =>
  tx.updateTable('relation').set(change).where('me', '=', me).where('other', '=', other)

interface PeoplePage {
  people: { id: number; username: string; ts: number }[]
  pages: number
}

/**
 * A page of the people a member has blocked or is not interested in, latest first (indexes relation_blocked,
 * relation_not_interested). Members who fail `shown`, a condition on member `m` and relation `r`, do not count for
 * the pages either, because that would reveal them. A page number after the last gives the last page.
 */
export async function readPeoplePage(
  db: Reader,
  me: number,
  time: 'blocked_ts' | 'not_interested_ts',
  { p = 1, shown }: { p: number | undefined; shown?: RawBuilder<SqlBool> },
): Promise<PeoplePage> {
  const ts = sql.ref(`r.${time}`)
  const page = sql.lit(PEOPLE_PAGE)
  const { rows } = await sql<PeoplePage['people'][number] & { pages: number }>`
    with found as materialized (
      select r.other as id, ${ts} as ts
      from relation r ${shown ? sql`join member m on m.id = r.other` : sql``}
      where r.me = ${me} and ${ts} is not null ${shown ? sql`and ${shown}` : sql``}
    ), counted as (
      select (count(*)::int + ${page} - 1) / ${page} as pages from found
    ), page as (
      select id, ts from found order by ts desc, id desc
      limit ${page} offset (select greatest(least(${p}::bigint, pages) - 1, 0) * ${page} from counted)
    )
    select page.id, coalesce(m.username, '') as username, page.ts, counted.pages
    from page cross join counted join member m on m.id = page.id
    order by page.ts desc, page.id desc`.execute(db)
  return { people: rows.map(({ id, username, ts }) => ({ id, username, ts })), pages: rows[0]?.pages ?? 0 }
}

export type SeenMark = 'seen_views_ts' | 'seen_likes_ts' | 'seen_roses_ts'

/**
 * The time at which something reaches a member: now, but always later than their last visit to that list. Marks are
 * whole seconds, and an entry in the same second must still count as new.
 */
export const arrivalTime = (mark: SeenMark, now: number): RawBuilder<number> => sql<number>`
  greatest(${now}::bigint, (select a.${sql.ref(mark)} + 1 from account a where a.member_id = relation.me))`

/** A member, by id or by a column with the id. */
export type Who = RawBuilder<unknown> | number

/** The members who listed the viewer's current address under people I know (index people_i_know_address). */
export const hidersFrom = (viewer: Who): RawBuilder<{ member_id: number }> => sql<{ member_id: number }>`
  select k.member_id from account known join people_i_know k on k.address_hash = known.email_hash
  where known.member_id = ${viewer}`

/** Whether the member hides from the viewer. */
export const hidesFrom = (member: Who, viewer: Who): RawBuilder<SqlBool> => sql<SqlBool>`
  exists (${hidersFrom(viewer)} and k.member_id = ${member})`

/**
 * Cancels the open plans of a member, or those with one other member, in the transaction that ends the contact: a block,
 * a "not interested", a pause, an erasure, a deactivation, a suspension or a ban. A date that has begun stays as it is. The
 * other member gets the same notice whatever the reason. Check-ins go on, so that nobody can end an alarm from outside.
 */
export async function cancelDates(
  tx: Tx,
  emit: Emit,
  memberId: number,
  now: number,
  otherId?: number,
): Promise<void> {
  const pair =
    otherId === undefined
      ? sql`(low_id = ${memberId} or high_id = ${memberId})`
      : sql`low_id = ${Math.min(memberId, otherId)} and high_id = ${Math.max(memberId, otherId)}`
  const { rows } = await sql<{ id: number; members: number[]; at_ts: number; was_accepted: boolean }>`
    update date_plan p set state = 'cancelled', changed_ts = ${now} from (
      select id from date_plan where ${pair} and state in ('proposed', 'accepted') and at_ts > ${now}
      order by id for update) ended
    where p.id = ended.id
    returning p.id, array_remove(array[p.low_id, p.high_id], null) as members, p.at_ts,
      p.accepted_ts is not null as was_accepted`.execute(tx)
  for (const { id, members, at_ts, was_accepted } of rows) {
    emit({ kind: 'date.changed', id, members })
    for (const other of members) {
      if (other === memberId || !was_accepted) continue
      const payload = { member_id: other, what: 'cancelled', id, ts: at_ts } as const
      await enqueue(tx, emit, { kind: 'date-notice', payload, now })
    }
  }
}
