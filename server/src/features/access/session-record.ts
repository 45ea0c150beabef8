import type { getUser } from '@rosella/contract/access/endpoints'
import type { SessionRecord } from '@rosella/contract/access/shapes'
import type { ReplyOf } from '@rosella/contract/endpoint'
import { memberColumns } from '@rosella/contract/profile/fields'
import { sql } from 'kysely'
import { countUnread } from '../../members/unread-conversations'
import { isPremium, roleOf, type Viewer } from '../../platform/http/viewer'
import { Problem } from '../../platform/problem'
import { hashSecret } from '../../platform/secret'
import type { Services } from '../../platform/services'
import { requiresStrongAuth } from './find-viewer'

/** The record that the client stores under userInfo. */
export async function sessionRecord(deps: Services, memberId: number, token: string): Promise<SessionRecord> {
  const row = await deps.db
    .selectFrom('member as m')
    .innerJoin('account as a', 'a.member_id', 'm.id')
    .leftJoin('photo as p', 'p.name', 'm.photo')
    .where('m.id', '=', memberId)
    .select([
      'm.id',
      'p.has_sizes',
      'm.username',
      'm.photo',
      'm.profile_completed_ts',
      'm.premium',
      'm.premium_until_ts',
    ])
    .select(['m.photos', 'm.status', 'm.url_hash', 'a.email', 'a.email_confirmed', 'a.stealth_mode'])
    .select(['a.undeliverable_ts', 'a.password_hash', 'm.paused', 'a.role'])
    .select(({ selectFrom }) =>
      selectFrom('safety_notice as n')
        .whereRef('n.member_id', '=', 'm.id')
        .where('n.seen_ts', 'is', null)
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .as('unseen_notices'),
    )
    // Check-ins are private, so an admin who acts as the member has none.
    .select(
      sql<number>`(select count(*)::int from check_in c where c.member_id = m.id and c.state <> 'ended'
        and not exists (select from session s
          where s.token_hash = ${hashSecret(token)} and s.admin_id is not null))`.as('check_ins'),
    )
    .executeTakeFirst()
  if (!row) throw new Problem('session.none')
  const { photos_min } = await deps.settings.current()
  const premium = isPremium(row, deps.clock.now())
  const role = roleOf(deps.site, row)
  return {
    id: row.id,
    email: row.email,
    username: row.username,
    photo: row.photo,
    photo_sizes: row.has_sizes === true,
    token,
    valid: true,
    admin: role === 'admin',
    profile_completed_ts: row.profile_completed_ts,
    premium,
    email_confirmed: row.email_confirmed,
    email_undeliverable: row.undeliverable_ts !== null,
    uploaded_min_photos: row.photos >= photos_min,
    status: row.status,
    url_hash: row.url_hash,
    stealth_mode: premium && row.stealth_mode,
    has_password: row.password_hash !== null,
    paused: row.paused,
    unseen_notices: Number(row.unseen_notices ?? 0),
    check_ins: row.check_ins,
    role,
    key_missing: role !== null && (await requiresStrongAuth(deps, memberId)),
  }
}

/** The session record with the member's profile, the prompts and their answers. */
export async function readOwnUser(
  deps: Services,
  viewer: Viewer,
  token: string,
): Promise<ReplyOf<typeof getUser>> {
  const [session, own, prompts, answers, settings, unread] = await Promise.all([
    sessionRecord(deps, viewer.id, token),
    deps.db
      .selectFrom('member as m')
      .innerJoin('profile as p', 'p.member_id', 'm.id')
      .where('m.id', '=', viewer.id)
      .selectAll('p')
      .select(memberColumns.map((column) => `m.${column}` as const))
      .select(['m.latitude', 'm.longitude', 'm.approved_photos'])
      .executeTakeFirst(),
    deps.db
      .selectFrom('prompt')
      .where('active', '=', true)
      .orderBy('id')
      .select(['id', 'question'])
      .execute(),
    deps.db
      .selectFrom('prompt_answer')
      .where('member_id', '=', viewer.id)
      .orderBy('order_n')
      .orderBy('question_id')
      .select(['question_id', 'answer', 'active', 'order_n'])
      .execute(),
    deps.settings.current(),
    countUnread(deps.db, viewer.id),
  ])
  if (!own) throw new Problem('session.none')
  const { latitude, longitude, ...profile } = own
  const location = latitude === null || longitude === null ? null : { latitude, longitude }
  const user = { ...session, ...profile, location, unread }
  return { ...session, user, settings, prompts, user_dp: answers, unread }
}
