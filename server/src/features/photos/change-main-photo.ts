import { withTransaction } from '../../database/transaction'
import { Problem } from '../../domain/problem'
import type { Viewer } from '../../domain/viewer'
import type { Services } from '../../ports/services'
import { lockOwnPhoto } from './own-photo'

type Deps = Pick<Services, 'db' | 'bus'>

/** Only an approved photo of one's own. */
export async function changeMainPhoto(deps: Deps, viewer: Viewer, input: { photo: string }): Promise<object> {
  return withTransaction(deps, async (tx, emit) => {
    const { name, approved, before } = await lockOwnPhoto(tx, viewer.id, input.photo)
    if (!approved) throw new Problem('photo.not-approved')
    if (before.photo === name) return {}
    await tx.updateTable('member').set({ photo: name }).where('id', '=', viewer.id).execute()
    emit({ kind: 'member.changed', member_id: viewer.id })
    return {}
  })
}
