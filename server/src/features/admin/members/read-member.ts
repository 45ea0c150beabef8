import type { adminMember, adminMembers } from '@rosella/contract/admin/endpoints'
import type { AdminMember } from '@rosella/contract/admin/shapes'
import type { InputOf, ReplyOf } from '@rosella/contract/endpoint'
import { memberColumns } from '@rosella/contract/profile/fields'
import { siteDay } from '@rosella/contract/site-day'
import { type RawBuilder, sql } from 'kysely'
import { auditQuery } from '../../../members/audit'
import { staffIds } from '../../../members/staff'
import { statusColumns, withoutCurrent } from '../../../members/status'
import type { Reader } from '../../../platform/database/transaction'
import { isConfiguredAdmin, isPremium, namedRole, roleOf, type Viewer } from '../../../platform/http/viewer'
import type { Db } from '../../../platform/ports/database'
import { Problem } from '../../../platform/problem'
import type { Services } from '../../../platform/services'
import { adminPhotoQuery, mainPhotoUrl, presentAdminPhoto } from '../../photos/index'
import { caseLines, isShownTo } from '../../safety/index'
import type { Deps } from '../deps'
import { findBannedLikeness } from './banned-likeness'

/** The columns that staff see of a member; the caller adds the condition and the order. */
export const adminMemberQuery = (db: Reader) =>
  db
    .selectFrom('member as m')
    .innerJoin('account as a', 'a.member_id', 'm.id')
    .leftJoin('activity as t', 't.member_id', 'm.id')
    .select(['m.id', 'm.url_hash', 'm.username', 'm.status', 'm.premium', 'm.premium_until_ts', 'm.city'])
    .select(['m.photo', 'm.approved_photos', 'm.verified_ts', 'm.created_ts', 't.last_active_ts'])
    .select(['a.email', 'a.email_confirmed', 'a.role', 'm.profile_completed_ts'])
    .select(statusColumns)

type AdminMemberRow = Awaited<ReturnType<ReturnType<typeof adminMemberQuery>['executeTakeFirstOrThrow']>>

/** Only admins see premium. */
export function presentMember(
  deps: Pick<Services, 'clock' | 'site' | 'photoUrls'>,
  admin: Pick<Viewer, 'role'>,
  row: AdminMemberRow,
): AdminMember {
  const role = roleOf(deps.site, row)
  const [lifted] = withoutCurrent(row, deps.clock.now())
  const { status_before: _replaced, profile_completed_ts: _completed, ...shown } = row
  return {
    ...shown,
    ...mainPhotoUrl(deps, row),
    lifted_status: lifted.status,
    lifted_until_ts: lifted.status_until_ts,
    premium: admin.role === 'admin' && isPremium(row, deps.clock.now()),
    premium_until_ts: admin.role === 'admin' ? row.premium_until_ts : null,
    admin: role === 'admin',
    role,
    role_configured: isConfiguredAdmin(deps.site, row),
  }
}

const LINES = 100

type Reading = Pick<Viewer, 'id' | 'role'>

/**
 * A member's page: account, profile, sessions and all decisions. Moderators see neither the audit log nor
 * impersonation, and can't open pages of staff. Admins see nothing that colleagues wrote about them.
 */
export async function readMember(
  deps: Deps,
  admin: Reading,
  id: number,
): Promise<ReplyOf<typeof adminMember>> {
  const { db } = deps
  const row = await adminMemberQuery(db).where('m.id', '=', id).select('a.notes').executeTakeFirst()
  if (!row) throw new Problem('no-user')
  const forAdmin = admin.role === 'admin'
  const isSelf = id === admin.id
  if (!forAdmin && namedRole(deps.site, row) !== null) throw new Problem('staff.admin-only')
  const photos = await adminPhotoQuery(db)
    .where('p.member_id', '=', id)
    .orderBy((eb) => eb.fn.coalesce('p.place', 'p.seq'))
    .execute()
  const sessions = await db
    .selectFrom('session')
    .where('member_id', '=', id)
    .where('expires_ts', '>', deps.clock.now())
    .$if(!forAdmin, (query) => query.where('admin_id', 'is', null))
    .orderBy('last_used_ts', 'desc')
    .select(['id', 'device', 'created_ts', 'last_used_ts', 'expires_ts', 'admin_id'])
    .execute()
  return {
    member: { ...presentMember(deps, admin, row), notes: isSelf ? '' : row.notes },
    profile: await readProfile(deps, id),
    photos: photos.map((photo) => presentAdminPhoto(deps, photo)),
    sessions,
    reports: await readCases(deps, admin, id),
    refused_pages: await countRefusedPages(deps, id),
    like_banned: await findBannedLikeness(deps, id),
    history: forAdmin && !isSelf ? await readHistory(deps, id) : [],
  }
}

const readHistory = ({ db }: Services, id: number) =>
  auditQuery(db).where('a.member_id', '=', id).orderBy('a.id', 'desc').limit(LINES).execute()

async function countRefusedPages({ db, clock }: Services, id: number): Promise<number> {
  const { count } = await db
    .selectFrom('refused_pages')
    .where('member_id', '=', id)
    .where('day', '>', siteDay(clock.now() - 30 * 86_400))
    .select((e) => e.fn.coalesce(e.fn.sum<number>('count'), sql<number>`0`).as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function readProfile({ db }: Services, id: number): Promise<object> {
  const profile = await db
    .selectFrom('member as m')
    .leftJoin('profile as p', 'p.member_id', 'm.id')
    .where('m.id', '=', id)
    .selectAll('p')
    .select(memberColumns.map((column) => `m.${column}` as const))
    .select('m.profile_completed_ts')
    .executeTakeFirst()
  const prompts = await db
    .selectFrom('prompt_answer as a')
    .innerJoin('prompt as q', 'q.id', 'a.question_id')
    .where('a.member_id', '=', id)
    .orderBy('a.order_n')
    .orderBy('q.id')
    .select(['q.question as q', 'a.answer as a', 'a.active'])
    .execute()
  return { ...profile, prompts }
}

/** Cases about and by the member (indexes report_member, report_reporter), without those the viewer may not see. */
const readCases = ({ db, site }: Services, admin: Reading, id: number) =>
  caseLines(db)
    .where((e) => e.or([e('r.member_id', '=', id), e('r.reporter_id', '=', id)]))
    .where('r.added_to', 'is', null)
    .where(isShownTo({ site }, admin))
    .execute()

type Search = Pick<InputOf<typeof adminMembers>, 'q' | 'status' | 'p'>

const PAGE_SIZE = 24
/** The most matches; more require a longer query. */
const REACH = 1000

type Reply = ReplyOf<typeof adminMembers>
type Asking = Pick<Viewer, 'role'>

/**
 * Newest first: all members, those of a status, those whose name, city or address starts with the query, or
 * the one with this id. Moderators don't find staff, whose addresses they may not see.
 */
export const searchMembers = (deps: Services, admin: Asking, input: Search): Promise<Reply> =>
  deps.replica.read((db) => search(db, deps, admin, input))

async function search(db: Db, deps: Services, admin: Asking, input: Search): Promise<Reply> {
  const q = input.q?.trim() ?? ''
  const status = input.status === undefined ? sql`true` : sql`m.status = ${input.status}`
  const condition = admin.role === 'admin' ? status : sql`${status} and m.id not in ${staffIds(deps.site)}`
  const { rows: found } = await matching(q, condition).execute(db)
  const pages = Math.max(1, Math.ceil(found.length / PAGE_SIZE))
  const from = (Math.min(input.p ?? 1, pages) - 1) * PAGE_SIZE
  const ids = found.slice(from, from + PAGE_SIZE).map(({ id }) => id)
  if (ids.length === 0) return { items: [], pages }
  const rows = await adminMemberQuery(db).where('m.id', 'in', ids).orderBy('m.id', 'desc').execute()
  return { items: rows.map((row) => presentMember(deps, admin, row)), pages }
}

/** Each search uses its own index: primary key, member_standing, member_by_name, member_by_city, account_by_email. */
function matching(q: string, condition: RawBuilder<unknown>): RawBuilder<{ id: number }> {
  if (q === '') return sql`select m.id from member m where ${condition} order by m.id desc limit ${REACH}`
  if (/^\d{1,15}$/.test(q)) return sql`select m.id from member m where m.id = ${Number(q)} and ${condition}`
  const begins = `${q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  const search = (which: RawBuilder<unknown>, join = sql``) => sql`
    (select m.id from member m ${join} where ${which} and ${condition} order by m.id desc limit ${REACH})`
  return sql`
    select id from (
      ${search(sql`lower(m.username) like ${begins}`)} union
      ${search(sql`lower(m.city) like ${begins}`)} union
      ${search(sql`lower(a.email) like ${begins}`, sql`join account a on a.member_id = m.id`)} union
      ${search(sql`m.url_hash = ${q}`)}) found
    order by id desc limit ${REACH}`
}
