import { photoName } from '@rosella/contract/photos/rules'
import { commit } from '../../database/handle'
import { lockPhotosOf } from '../../database/photo-summary'
import { Problem } from '../../domain/problem'
import type { Viewer } from '../../domain/viewer'
import type { Foundations } from '../../ports/foundations'

type Deps = Pick<Foundations, 'db' | 'bus'>

/** Only an approved photo of one's own; the member's row is held, so that it cannot be rejected meanwhile. */
export async function changeMainPhoto(deps: Deps, viewer: Viewer, input: { photo: string }): Promise<object> {
  const name = photoName(input.photo)
  return commit(deps, async (tx, say) => {
    const before = await lockPhotosOf(tx, viewer.id)
    const photo = await tx
      .selectFrom('photo')
      .where('name', '=', name)
      .where('member_id', '=', viewer.id)
      .select('approved')
      .executeTakeFirst()
    if (!photo) throw new Problem('photo.unknown')
    if (!photo.approved) throw new Problem('photo.not-approved')
    if (before?.photo === name) return {}
    await tx.updateTable('member').set({ photo: name }).where('id', '=', viewer.id).execute()
    say({ kind: 'member.changed', member_id: viewer.id })
    return {}
  })
}
