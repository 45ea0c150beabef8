import { memberColumns, type ProfileColumn, profileColumns } from '@rosella/contract/profile/fields'
import { type Selectable, sql } from 'kysely'
import { isWarned, isWarnedOfPictures } from '../../members/contact-rules'
import { blockedInRelation, inStealth, visibleInRelation } from '../../members/visible-members'
import { prepared } from '../../platform/database/prepared'
import type { Tables } from '../../platform/database/tables'
import type { Reader } from '../../platform/database/transaction'

type Member = Selectable<Tables['member']>
type Profile = Selectable<Tables['profile']>
type Relation = Selectable<Tables['relation']>

const memberFields = [
  'id',
  'url_hash',
  'latitude',
  'longitude',
  'town_hidden',
  'status',
  'premium',
  'premium_until_ts',
  'photo',
  'verified_ts',
  ...memberColumns,
] as const satisfies readonly (keyof Member)[]
const relationFields = [
  'sent_like_ts',
  'received_like_ts',
  'matched_ts',
  'favorited_ts',
  'viewed_ts',
  'sent_roses',
  'sent_rose_ts',
  'received_roses',
  'not_interested_ts',
  'messages',
  'verify_asked_ts',
] as const satisfies readonly (keyof Relation)[]

export type ProfileRow = Pick<Member, (typeof memberFields)[number]> &
  Pick<Profile, ProfileColumn> & {
    [K in (typeof relationFields)[number]]: Relation[K] | null
  } & {
    visible: boolean
    /** By the viewer. */
    blocked: boolean
    pictures: { filename: string; sizes: boolean; preview: string; width: number; height: number }[]
    dp: { q: string; a: string }[]
    /** The viewer is in stealth mode. */
    stealth: boolean
    /** The viewer's conversation with the member shows a scam warning. */
    scam_warning: boolean
    pictures_warning: boolean
    /** Whether others may see gender at birth. */
    show_gender_birth: boolean
    shared_tags: string[]
    last_active_ts: number
    home_latitude: number | null
    home_longitude: number | null
  }

const fieldsOf = (table: string, fields: readonly string[]) =>
  sql.join(fields.map((field) => sql.ref(`${table}.${field}`)))

const profile = prepared(
  (viewerId: number, urlHash: string, maxPrompts: number, now: number) => sql<ProfileRow>`
    select ${fieldsOf('m', memberFields)}, ${fieldsOf('p', profileColumns)}, ${fieldsOf('r', relationFields)},
      ${visibleInRelation(sql.ref('v.id'))} as visible, ${blockedInRelation()} as blocked, ${inStealth(now)} as stealth,
      ${isWarned(sql`v.id`, sql`m.id`)} as scam_warning,
      ${isWarnedOfPictures(sql`v.id`, sql`m.id`)} as pictures_warning,
      coalesce(greatest(t.last_active_ts, t.left_ts), m.created_ts) as last_active_ts,
      own.show_gender_birth, v.latitude as home_latitude, v.longitude as home_longitude,
      array(select unnest(p.tags) intersect select unnest(mine.tags) order by 1) as shared_tags,
      (select coalesce(json_agg(json_build_object('filename', ph.name,
                'sizes', ph.has_sizes is true, 'preview', ph.thumbhash, 'width', ph.width, 'height', ph.height)
              order by ph.name is distinct from m.photo, coalesce(ph.place, ph.seq)), '[]')
         from photo ph where ph.member_id = m.id and ph.approved) as pictures,
      (select coalesce(json_agg(json_build_object('q', d.question, 'a', d.answer) order by d.order_n, d.id), '[]')
         from (select q.id, q.question, a.answer, a.order_n
                 from prompt_answer a join prompt q on q.id = a.question_id
                where a.member_id = m.id and a.active and a.answer <> ''
                order by a.order_n, q.id limit ${maxPrompts}) d) as dp
    from member m
    join profile p on p.member_id = m.id join account own on own.member_id = m.id
    join member v on v.id = ${viewerId} join account a on a.member_id = v.id
    left join activity t on t.member_id = m.id
    left join profile mine on mine.member_id = v.id and v.id <> m.id
    left join relation r on r.me = v.id and r.other = m.id
    where m.url_hash = ${urlHash}`,
)

/**
 * Everything that a profile shows, and whether the viewer is in stealth mode, in one query: member by
 * member_url_hash_key, photos by photo_member with the main one first, the rest by primary keys.
 */
export async function findProfile(
  db: Reader,
  viewerId: number,
  urlHash: string,
  { maxPrompts, now }: { maxPrompts: number; now: number },
): Promise<ProfileRow | undefined> {
  const [row] = await profile(db, viewerId, urlHash, maxPrompts, now)
  return row
}
