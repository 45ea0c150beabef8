import type { adminMembers } from '@rosella/contract/admin/endpoints'
import type { InputOf, ReplyOf } from '@rosella/contract/endpoint'
import { type RawBuilder, sql } from 'kysely'
import { staffIds } from '../../database/staff'
import type { Viewer } from '../../domain/viewer'
import type { Db } from '../../ports/database'
import type { Services } from '../../ports/services'
import { adminMemberQuery, presentMember } from './present-member'

type Deps = Pick<Services, 'replica' | 'clock' | 'site' | 'photoUrls'>

type Search = Pick<InputOf<typeof adminMembers>, 'q' | 'status' | 'p'>

const PAGE_SIZE = 24
/** Whoever looks for one of more than these adds a letter. */
const REACH = 1000

type Reply = ReplyOf<typeof adminMembers>
type Asking = Pick<Viewer, 'role'>

/**
 * The newest first: all, those of a status, or those whose name, city or address begins so, or whose id it is. Their
 * colleagues' addresses are not for moderators, so these are left out.
 */
export const searchMembers = (deps: Deps, admin: Asking, input: Search): Promise<Reply> =>
  deps.replica.read((db) => search(db, deps, admin, input))

async function search(db: Db, deps: Deps, admin: Asking, input: Search): Promise<Reply> {
  const q = input.q?.trim() ?? ''
  const status = input.status === undefined ? sql`true` : sql`m.status = ${input.status}`
  const standing = admin.role === 'admin' ? status : sql`${status} and m.id not in ${staffIds(deps.site)}`
  const { rows: found } = await matching(q, standing).execute(db)
  const pages = Math.max(1, Math.ceil(found.length / PAGE_SIZE))
  const from = (Math.min(input.p ?? 1, pages) - 1) * PAGE_SIZE
  const ids = found.slice(from, from + PAGE_SIZE).map(({ id }) => id)
  if (ids.length === 0) return { items: [], pages }
  const rows = await adminMemberQuery(db).where('m.id', 'in', ids).orderBy('m.id', 'desc').execute()
  return { items: rows.map((row) => presentMember(deps, admin, row)), pages }
}

/** Each search walks an index of its own: primary key, member_standing, member_by_name, _by_city, account_by_email. */
function matching(q: string, standing: RawBuilder<unknown>): RawBuilder<{ id: number }> {
  if (q === '') return sql`select m.id from member m where ${standing} order by m.id desc limit ${REACH}`
  if (/^\d{1,15}$/.test(q)) return sql`select m.id from member m where m.id = ${Number(q)} and ${standing}`
  const begins = `${q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  const search = (which: RawBuilder<unknown>, join = sql``) => sql`
    (select m.id from member m ${join} where ${which} and ${standing} order by m.id desc limit ${REACH})`
  return sql`
    select id from (
      ${search(sql`lower(m.username) like ${begins}`)} union
      ${search(sql`lower(m.city) like ${begins}`)} union
      ${search(sql`lower(a.email) like ${begins}`, sql`join account a on a.member_id = m.id`)} union
      ${search(sql`m.url_hash = ${q}`)}) found
    order by id desc limit ${REACH}`
}
