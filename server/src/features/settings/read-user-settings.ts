import type { ReplyOf } from '@rosella/contract/endpoint'
import type { getUserSettings } from '@rosella/contract/settings/endpoints'
import type { Viewer } from '../../domain/viewer'
import type { Services } from '../../ports/services'

type Deps = Pick<Services, 'db' | 'push' | 'settings'>

/** The member's own switches, and the server's settings they depend on. */
export async function readUserSettings(deps: Deps, viewer: Viewer): Promise<ReplyOf<typeof getUserSettings>> {
  const u = await deps.db
    .selectFrom('account as a')
    .innerJoin('member as m', 'm.id', 'a.member_id')
    .where('a.member_id', '=', viewer.id)
    .select(['a.summaries', 'a.stealth_mode', 'a.read_receipts', 'a.show_gender_birth'])
    .select(['a.notify_messages', 'a.notify_matches', 'a.notify_likes', 'a.notify_roses', 'a.notify_saved'])
    .select(['a.quiet_from', 'a.quiet_to', 'a.time_zone'])
    .select(['a.deactivated_ts', 'm.approved_photos', 'm.town_hidden', 'm.paused', 'm.no_suggestions'])
    .executeTakeFirstOrThrow()
  return { u, s: await deps.settings.current(), push: deps.push !== undefined }
}
