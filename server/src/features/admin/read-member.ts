import type { adminMember } from '@rosella/contract/admin/endpoints'
import type { ReplyOf } from '@rosella/contract/endpoint'
import { siteDay } from '@rosella/contract/site-day'
import { type SqlBool, sql } from 'kysely'
import { staffIds } from '../../database/staff'
import { Problem } from '../../domain/problem'
import { namedRole, type Viewer } from '../../domain/viewer'
import type { Services } from '../../ports/services'
import { findBannedLikeness } from './find-banned-likeness'
import { auditQuery } from './list-audit'
import { caseLines } from './list-reports'
import { adminMemberQuery, presentMember } from './present-member'
import { adminPhotoQuery, presentAdminPhoto } from './present-photo'

type Deps = Pick<Services, 'db' | 'clock' | 'site' | 'photoUrls'>

const LINES = 100

type Reading = Pick<Viewer, 'id' | 'role'>

/**
 * A member's page: who they are, what they show, where they are logged in, and what was ever decided. To moderators it
 * tells neither of the audit log nor of admins who act as the member, and colleagues have none.
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
    member: { ...presentMember(deps, admin, row), notes: row.notes },
    profile: await readProfile(deps, id),
    photos: photos.map((photo) => presentAdminPhoto(deps, photo)),
    sessions,
    reports: await readCases(deps, admin, id),
    refused_pages: await countRefusedPages(deps, id),
    like_banned: await findBannedLikeness(deps, id),
    history: forAdmin ? await readHistory(deps, id) : [],
  }
}

const readHistory = ({ db }: Deps, id: number) =>
  auditQuery(db).where('a.member_id', '=', id).orderBy('a.id', 'desc').limit(LINES).execute()

async function countRefusedPages({ db, clock }: Deps, id: number): Promise<number> {
  const { count } = await db
    .selectFrom('refused_pages')
    .where('member_id', '=', id)
    .where('day', '>', siteDay(clock.now() - 30 * 86_400))
    .select((e) => e.fn.coalesce(e.fn.sum<number>('count'), sql<number>`0`).as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function readProfile({ db }: Deps, id: number): Promise<object> {
  const profile = await db
    .selectFrom('member as m')
    .leftJoin('profile as p', 'p.member_id', 'm.id')
    .where('m.id', '=', id)
    .selectAll('p')
    .select(['m.gender', 'm.interested', 'm.birthday', 'm.country', 'm.city', 'm.profile_completed_ts'])
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

/** About the member and by the member (indexes report_member, report_reporter); none that is not shown to who looks. */
const readCases = ({ db, site }: Deps, admin: Reading, id: number) =>
  caseLines(db)
    .where((e) => e.or([e('member_id', '=', id), e('reporter_id', '=', id)]))
    .where('member_id', '<>', admin.id)
    .$if(admin.role !== 'admin', (query) => query.where(sql<SqlBool>`member_id not in ${staffIds(site)}`))
    .execute()
