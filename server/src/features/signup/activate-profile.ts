import { memberStatus } from '@rosella/contract/member/status'
import { withTransaction } from '../../platform/database/transaction'
import type { Viewer } from '../../platform/http/viewer'
import { Problem } from '../../platform/problem'
import type { Services } from '../../platform/services'

type Deps = Pick<Services, 'db' | 'bus' | 'settings'>

/** Never demands photos: with too few approved the member is active but absent from browse, and is told. */
export async function activateProfile(deps: Deps, viewer: Pick<Viewer, 'id'>): Promise<{ message?: string }> {
  const { photos_min } = await deps.settings.current()
  return withTransaction(deps, async (tx, emit) => {
    const member = await tx
      .selectFrom('member')
      .where('id', '=', viewer.id)
      .forUpdate()
      .select(['status', 'profile_completed_ts', 'approved_photos'])
      .executeTakeFirstOrThrow()
    if (member.profile_completed_ts === null) throw new Problem('access.unfinished')
    if (member.status === memberStatus.unfinished) {
      await tx
        .updateTable('member')
        .set({ status: memberStatus.active })
        .where('id', '=', viewer.id)
        .execute()
      emit({ kind: 'member.changed', member_id: viewer.id })
    }
    const missing = photos_min - member.approved_photos
    if (missing <= 0) return {}
    const photos = missing === 1 ? '1 more approved photo' : `${missing} more approved photos`
    return { message: `Your profile is active. Others can find you once you have ${photos}.` }
  })
}
