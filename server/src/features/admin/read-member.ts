import type { adminMember } from '@rosella/contract/admin/endpoints'
import type { ReplyOf } from '@rosella/contract/endpoint'
import { siteDay } from '@rosella/contract/site-day'
import { sql } from 'kysely'
import { Problem } from '../../domain/problem'
import type { Viewer } from '../../domain/viewer'
import type { Services } from '../../ports/services'
import { findBannedLikeness } from './find-banned-likeness'
import { auditQuery } from './list-audit'
import { caseLines } from './list-reports'
import { adminMemberQuery, presentMember } from './present-member'
import { adminPhotoQuery, presentAdminPhoto } from './present-photo'

type Deps = Pick<Services, 'db' | 'clock' | 'site' | 'photoUrls'>

const LINES = 100

/** A member's page: who they are, what they show, where they are logged in, and what was ever decided. */
export async function readMember(
  deps: Deps,
  admin: Pick<Viewer, 'id'>,
  id: number,
): Promise<ReplyOf<typeof adminMember>> {
  const { db } = deps
  const row = await adminMemberQuery(db).where('m.id', '=', id).select('a.notes').executeTakeFirst()
  if (!row) throw new Problem('no-user')
  const photos = await adminPhotoQuery(db)
    .where('p.member_id', '=', id)
    .orderBy((eb) => eb.fn.coalesce('p.place', 'p.seq'))
    .execute()
  const sessions = await db
    .selectFrom('session')
    .where('member_id', '=', id)
    .where('expires_ts', '>', deps.clock.now())
    .orderBy('last_used_ts', 'desc')
    .select(['id', 'device', 'created_ts', 'last_used_ts', 'expires_ts', 'admin_id'])
    .execute()
  const history = await auditQuery(db)
    .where('a.member_id', '=', id)
    .orderBy('a.id', 'desc')
    .limit(LINES)
    .execute()
  return {
    member: { ...presentMember(deps, row), notes: row.notes },
    profile: await readProfile(deps, id),
    photos: photos.map((photo) => presentAdminPhoto(deps, photo)),
    sessions,
    reports: await readCases(deps, admin, id),
    refused_pages: await countRefusedPages(deps, id),
    like_banned: await findBannedLikeness(deps, id),
    history,
  }
}

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

/** About the member and by the member (indexes report_member, report_reporter); none about who looks. */
const readCases = ({ db }: Deps, admin: Pick<Viewer, 'id'>, id: number) =>
  caseLines(db)
    .where((e) => e.or([e('member_id', '=', id), e('reporter_id', '=', id)]))
    .where('member_id', '<>', admin.id)
    .execute()
