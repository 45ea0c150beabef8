import { commit } from '../../database/handle'
import { STATUS } from '../../domain/member-status'
import { Problem } from '../../domain/problem'
import type { Viewer } from '../../domain/viewer'
import type { Foundations } from '../../ports/foundations'

type Deps = Pick<Foundations, 'db' | 'bus' | 'settings'>

/** Never demands photos: with too few approved the member is active but absent from browse, and is told. */
export async function activateProfile(deps: Deps, viewer: Pick<Viewer, 'id'>): Promise<{ message?: string }> {
  const { photos_min } = await deps.settings.current()
  return commit(deps, async (tx, say) => {
    const member = await tx
      .selectFrom('member')
      .where('id', '=', viewer.id)
      .forUpdate()
      .select(['status', 'profile_completed_ts', 'approved_photos'])
      .executeTakeFirstOrThrow()
    if (member.profile_completed_ts === null) throw new Problem('door.unfinished')
    if (member.status === STATUS.unfinished) {
      await tx.updateTable('member').set({ status: STATUS.active }).where('id', '=', viewer.id).execute()
      say({ kind: 'member.changed', member_id: viewer.id })
    }
    const missing = photos_min - member.approved_photos
    if (missing <= 0) return {}
    const photos = missing === 1 ? '1 more approved photo' : `${missing} more approved photos`
    return { message: `Your profile is active. Others can find you once you have ${photos}.` }
  })
}
