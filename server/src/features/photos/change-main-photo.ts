import { commit } from '../../database/handle'
import { Problem } from '../../domain/problem'
import type { Viewer } from '../../domain/viewer'
import type { Foundations } from '../../ports/foundations'
import { lockOwnPhoto } from './own-photo'

type Deps = Pick<Foundations, 'db' | 'bus'>

/** Only an approved photo of one's own. */
export async function changeMainPhoto(deps: Deps, viewer: Viewer, input: { photo: string }): Promise<object> {
  return commit(deps, async (tx, say) => {
    const { name, approved, before } = await lockOwnPhoto(tx, viewer.id, input.photo)
    if (!approved) throw new Problem('photo.not-approved')
    if (before.photo === name) return {}
    await tx.updateTable('member').set({ photo: name }).where('id', '=', viewer.id).execute()
    say({ kind: 'member.changed', member_id: viewer.id })
    return {}
  })
}
