import { type Selectable, sql } from 'kysely'
import type { Reader } from '../../database/handle'
import type { Tables } from '../../database/tables'
import type { MemberList } from './find-members'
import type { PageWindow } from './page-window'

type Member = Selectable<Tables['member']>
type Relation = Selectable<Tables['relation']>
type MemberField =
  | 'id'
  | 'url_hash'
  | 'username'
  | 'photo'
  | 'birthday'
  | 'city'
  | 'created_ts'
  | 'premium'
  | 'premium_until_ts'
  | 'approved_photos'
  | 'ndp'
type RelationField =
  | 'favorited_ts'
  | 'received_like_ts'
  | 'matched_ts'
  | 'received_roses'
  | 'sent_roses'
  | 'messages'

export type CardRow = Pick<Member, MemberField> & { [K in RelationField]: Relation[K] | null } & {
  /** When the list named the member. */
  ts: number
}

export async function countMembers(db: Reader, { all }: MemberList): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from (${all}) found`.execute(db)
  return rows[0]?.n ?? 0
}

/** The page's ids first, then the facts of these alone, by primary key. */
export async function readCards(
  db: Reader,
  viewerId: number,
  list: MemberList,
  window: PageWindow,
): Promise<CardRow[]> {
  const { rows } = await sql<CardRow>`
    select m.id, m.url_hash, m.username, m.photo, m.birthday, m.city, m.created_ts,
      m.premium, m.premium_until_ts, m.approved_photos, m.ndp,
      r.favorited_ts, r.received_like_ts, r.matched_ts, r.received_roses, r.sent_roses, r.messages,
      page.ts
    from (${list.page(window)}) page
    join member m on m.id = page.id
    left join relation r on r.me = ${viewerId} and r.other = page.id
    order by page.ts desc, page.id desc`.execute(db)
  return rows
}
