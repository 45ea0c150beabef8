import { RETAINED_SECONDS } from '@rosella/contract/safety/rules'
import { sql } from 'kysely'
import { knownInRelation, visibleInRelation } from '../../../members/visible-members'
import type { Reader } from '../../../platform/database/transaction'

const BATCH = 500

interface RelationRow extends Record<string, unknown> {
  other: number
}

/**
 * The member's relations to others, in batches: only the facts of the member's own side. Both sides get a row
 * as soon as one of them acts, so a row without an own fact would reveal the other. People who blocked the
 * member or left the site are not named; people the member blocked are.
 */
export async function* exportRelations(db: Reader, memberId: number): AsyncIterable<object> {
  for (let after = 0; ; ) {
    const { rows } = await sql<RelationRow>`
      select r.other, m.username as first_name, '/' || m.url_hash as profile_address, r.favorited_ts,
        r.sent_like_ts, r.received_like_ts, r.matched_ts, r.sent_roses, r.sent_rose_ts, r.received_roses,
        r.received_rose_ts, r.viewed_ts, r.viewed_me_ts, r.blocked_ts, r.not_interested_ts,
        r.verify_asked_ts as asked_to_verify_ts, r.verify_asked_me_ts as asked_me_to_verify_ts
      from relation r join member m on m.id = r.other
      where r.me = ${memberId} and r.other > ${after}
        and ${knownInRelation(memberId)}
        and (r.sent_roses > 0 or r.received_roses > 0 or num_nonnulls(r.favorited_ts, r.sent_like_ts,
          r.received_like_ts, r.viewed_ts, r.viewed_me_ts, r.blocked_ts, r.not_interested_ts,
          r.verify_asked_ts, r.verify_asked_me_ts) > 0)
      order by r.other limit ${BATCH}`.execute(db)
    for (const { other: _other, ...row } of rows) yield readable(row)
    if (rows.length < BATCH) return
    after = rows.at(-1)?.other ?? after
  }
}

interface MessageRow extends Record<string, unknown> {
  id: number
}

/**
 * Everything the member wrote, and messages to them from people they can see. Read times of sent messages
 * belong to the reader and are left out; people the member may not see have no name.
 */
export async function* exportMessages(db: Reader, memberId: number): AsyncIterable<object> {
  for (let after = 0; ; ) {
    const { rows } = await sql<MessageRow>`
      select g.id, g.ts as sent_ts, g.text,
        case when g.sender_id = ${memberId} then 'sent' else 'received' end as direction,
        case when ${visibleInRelation(memberId)} then m.username end as first_name,
        case when ${visibleInRelation(memberId)} then '/' || m.url_hash end as profile_address,
        case when g.receiver_id = ${memberId} then g.read_ts end as read_ts,
        case when g.sender_id = ${memberId} then g.sender_reaction else g.receiver_reaction end as my_reaction,
        case when ${visibleInRelation(memberId)} then
          case when g.sender_id = ${memberId} then g.receiver_reaction else g.sender_reaction end end as their_reaction
      from (
        select * from message where sender_id = ${memberId}
        union all
        select * from message where receiver_id = ${memberId} and not removed_by_receiver
      ) g
      join member m on m.id = case when g.sender_id = ${memberId} then g.receiver_id else g.sender_id end
      left join relation r on r.me = ${memberId} and r.other = m.id
      where g.id > ${after} and (g.sender_id = ${memberId} or ${visibleInRelation(memberId)})
      order by g.id limit ${BATCH}`.execute(db)
    for (const { id: _id, ...row } of rows) yield readable(row)
    if (rows.length < BATCH) return
    after = rows.at(-1)?.id ?? after
  }
}

/**
 * How many of the member's deleted messages are retained, and until when. Their text is available only to a
 * report. Messages that others deleted are not counted, because that would reveal who has left.
 */
export async function exportRetained(db: Reader, memberId: number): Promise<object> {
  const { messages, last_ts } = await db
    .selectFrom('retained_message')
    .where('other_id', '=', memberId)
    .select(({ fn }) => [fn.countAll<number>().as('messages'), fn.max('retained_ts').as('last_ts')])
    .executeTakeFirstOrThrow()
  return readable({
    messages: Number(messages),
    until_ts: last_ts === null ? null : last_ts + RETAINED_SECONDS,
  })
}

/** Warnings about banned members who wrote to the member, and former first names of the member. */
export async function exportSafetyNotices(db: Reader, memberId: number): Promise<object> {
  const notices = await db
    .selectFrom('safety_notice')
    .where('member_id', '=', memberId)
    .orderBy('id')
    .select(['username as first_name', 'month', 'created_ts', 'seen_ts', 'withdrawn_ts'])
    .execute()
  const names = await db
    .selectFrom('former_name')
    .where('member_id', '=', memberId)
    .orderBy('until_ts')
    .select(['username as first_name', 'until_ts'])
    .execute()
  return { warnings: notices.map(readable), 'former-first-names': names.map(readable) }
}

/**
 * Plans, what the member wrote in them, check-ins with their contacts, and the answers to "How was it?". People the member can't see any more have no
 * name.
 */
export async function exportDates(db: Reader, memberId: number): Promise<object> {
  const { rows: plans } = await sql<ExportRow>`
    select p.at_ts, p.time_zone, p.place, p.state, p.created_ts, p.accepted_ts,
      case when ${visibleInRelation(memberId)} then p.note end as note,
      case when ${visibleInRelation(memberId)} then m.username end as first_name,
      f.met, f.again, f.uncomfortable
    from date_plan p
    left join member m on m.id = case when p.low_id = ${memberId} then p.high_id else p.low_id end
    left join relation r on r.me = ${memberId} and r.other = m.id
    left join date_feedback f on f.plan_id = p.id and f.member_id = ${memberId}
    where p.low_id = ${memberId} or p.high_id = ${memberId} order by p.id`.execute(db)
  const { rows: checkIns } = await sql<ExportRow>`
    select c.name, c.place, c.at_ts, c.end_ts, c.grace, c.time_zone, c.state, c.alerted_ts, c.created_ts,
      (select json_agg(json_build_object('name', k.name, 'email', k.email, 'state', k.state) order by k.id)
        from check_in_contact k where k.check_in_id = c.id) as contacts
    from check_in c where c.member_id = ${memberId} order by c.id`.execute(db)
  const texts = await db
    .selectFrom('date_text')
    .where('sender_id', '=', memberId)
    .orderBy('id')
    .select(['text', 'ts'])
    .execute()
  return { plans: plans.map(readable), 'my-texts': texts.map(readable), 'check-ins': checkIns.map(readable) }
}

/**
 * Passkeys, two-step verification and the emails about them: names and dates. Secrets and their hashes are
 * left out.
 */
export async function exportCredentials(db: Reader, memberId: number) {
  const [passkeys, steps, codes, changes] = await Promise.all([
    db
      .selectFrom('passkey')
      .where('member_id', '=', memberId)
      .orderBy('id')
      .select(['name', 'created_ts', 'last_used_ts', 'ended_ts'])
      .execute(),
    db
      .selectFrom('two_step')
      .where('member_id', '=', memberId)
      .orderBy('id')
      .select(['created_ts', 'confirmed_ts', 'ended_ts'])
      .execute(),
    db
      .selectFrom('recovery_code')
      .where('member_id', '=', memberId)
      .orderBy('id')
      .select(['created_ts', 'used_ts', 'ended_ts'])
      .execute(),
    db
      .selectFrom('credential_change')
      .where('member_id', '=', memberId)
      .orderBy('id')
      .select(['what', 'email', 'created_ts', 'expires_ts'])
      .execute(),
  ])
  return {
    passkeys: passkeys.map(readable),
    'two-step': steps.map(readable),
    'recovery-codes': codes.map(readable),
    'mailed-about': changes.map(readable),
  }
}

/**
 * Browsers with push, and the emailed notifications. Push addresses are left out because anyone with the file
 * could send to them; the people are listed with the likes, roses and messages.
 */
export async function exportNotifications(db: Reader, memberId: number) {
  const [browsers, waiting, mailed] = await Promise.all([
    db
      .selectFrom('push_subscription')
      .where('member_id', '=', memberId)
      .orderBy('id')
      .select(['endpoint', 'created_ts'])
      .execute(),
    db.selectFrom('notice').where('member_id', '=', memberId).orderBy('id').select(['kind', 'ts']).execute(),
    db
      .selectFrom('mailed_conversation')
      .where('member_id', '=', memberId)
      .orderBy('mailed_ts')
      .select('mailed_ts')
      .execute(),
  ])
  return {
    browsers: browsers.map(({ endpoint, created_ts }) =>
      readable({ service: new URL(endpoint).host, created_ts }),
    ),
    'waiting-for-a-mail': waiting.map(({ kind, ts }) => readable({ kind, came_ts: ts })),
    'conversations-mailed-about': mailed.map(readable),
  }
}

export type ExportRow = Record<string, unknown>

/** Replaces seconds with ISO times such as 2026-11-15T08:00:00.000Z. */
export function readable(row: ExportRow): ExportRow {
  return Object.fromEntries(
    Object.entries(row).map(([key, value]) =>
      key.endsWith('_ts') ? [key.slice(0, -3), day(value as number | null)] : [key, value],
    ),
  )
}

const day = (ts: number | null): string | null => (ts === null ? null : new Date(ts * 1000).toISOString())
