import { type Selectable, sql } from 'kysely'
import type { Reader } from '../../database/handle'
import type { Tables } from '../../database/tables'
import { visibleTo } from '../../database/visible-members'
import { isPremium } from '../../domain/viewer'

type Member = Selectable<Tables['member']>
type Profile = Selectable<Tables['profile']>
type Relation = Selectable<Tables['relation']>

export type ProfileRow = Member &
  Omit<Profile, 'member_id'> & { [K in RelationField]: Relation[K] | null } & {
    visible: boolean
    pictures: { filename: string }[]
    dp: { q: string; a: string }[]
  }
const relationFields = [
  'sent_like_ts',
  'received_like_ts',
  'matched_ts',
  'favorited_ts',
  'sent_roses',
  'sent_rose_ts',
  'received_roses',
  'blocked_ts',
] as const
type RelationField = (typeof relationFields)[number]

/**
 * Everything a profile shows, in one query: member by member_url_hash_key, the rest by primary keys,
 * photo_member for the photos, the main one first.
 */
export async function findProfile(
  db: Reader,
  viewerId: number,
  urlHash: string,
  maxPrompts: number,
): Promise<ProfileRow | undefined> {
  const { rows } = await sql<ProfileRow>`
    select p.*, m.*, ${visibleTo(viewerId)} as visible,
      ${sql.join(relationFields.map((field) => sql.ref(`r.${field}`)))},
      (select coalesce(json_agg(json_build_object('filename', ph.name)
              order by ph.name is distinct from m.photo, ph.seq), '[]')
         from photo ph where ph.member_id = m.id and ph.approved) as pictures,
      (select coalesce(json_agg(json_build_object('q', d.question, 'a', d.answer) order by d.order_n, d.id), '[]')
         from (select q.id, q.question, a.answer, a.order_n
                 from prompt_answer a join prompt q on q.id = a.question_id
                where a.member_id = m.id and a.active and a.answer <> ''
                order by a.order_n, q.id limit ${maxPrompts}) d) as dp
    from member m
    join profile p on p.member_id = m.id
    left join relation r on r.me = ${viewerId} and r.other = m.id
    where m.url_hash = ${urlHash}`.execute(db)
  return rows[0]
}

/** Stealth is a Premium feature: it ends when Premium does, and comes back with it. */
export async function isInStealth(db: Reader, memberId: number, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('member as m')
    .innerJoin('account as a', 'a.member_id', 'm.id')
    .where('m.id', '=', memberId)
    .select(['a.stealth_mode', 'm.premium', 'm.premium_until_ts'])
    .executeTakeFirst()
  return row?.stealth_mode === true && isPremium(row, now)
}
