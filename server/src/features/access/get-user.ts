import type { getUser } from '@rosella/contract/access/endpoints'
import type { ReplyOf } from '@rosella/contract/endpoint'
import { countUnread } from '../../database/unread-conversations'
import { Problem } from '../../domain/problem'
import type { Viewer } from '../../domain/viewer'
import type { Services } from '../../ports/services'
import { sessionRecord } from './session-record'

type Deps = Pick<Services, 'db' | 'clock' | 'site' | 'settings'>

/** The session record again, with the own profile, the prompts and their answers. */
export async function readOwnUser(
  deps: Deps,
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
      .select(['m.gender', 'm.interested', 'm.birthday', 'm.country', 'm.city', 'm.latitude', 'm.longitude'])
      .select('m.approved_photos')
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
