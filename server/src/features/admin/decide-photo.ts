import type { decidePhoto as call } from '@rosella/contract/admin/endpoints'
import type { InputOf } from '@rosella/contract/endpoint'
import { photoName } from '@rosella/contract/photos/rules'
import { commit, type Tx } from '../../database/handle'
import { settlePhotoFiles } from '../../database/photo-files'
import { lockPhotosOf, sumUpPhotos } from '../../database/photo-summary'
import { Problem } from '../../domain/problem'
import type { Viewer } from '../../domain/viewer'
import type { Foundations } from '../../ports/foundations'

type Deps = Pick<Foundations, 'db' | 'bus' | 'clock' | 'log' | 'photos'>

/**
 * Approves or rejects, also what was decided before: the last one wins, and each leaves its entry. Files are
 * published before the commit and hidden after it, so that at no moment a card shows a photo that is not
 * there.
 */
export async function decidePhoto(
  deps: Deps,
  admin: Viewer,
  input: InputOf<typeof call>,
): Promise<{ message?: string }> {
  const name = photoName(input.photo)
  const { approved } = input
  const reject_reason = approved ? null : input.reject_reason?.trim() || null
  try {
    await commit(deps, async (tx, say) => {
      const { member_id, summary, before } = await lockPhoto(tx, name)
      const now = deps.clock.now()
      await tx
        .updateTable('photo')
        .set({ approved, reject_reason, approved_ts: now, moderator_id: admin.id })
        .where('name', '=', name)
        .execute()
      await sumUpPhotos(tx, say, member_id, summary)
      const action = approved ? 'photo.approve' : 'photo.reject'
      const [was, is] = [before, { approved, reject_reason }].map((state) =>
        JSON.stringify({ photo: name, ...state }),
      )
      await tx
        .insertInto('audit')
        .values({ ts: now, admin_id: admin.id, action, member_id, before: was, after: is })
        .execute()
      if (approved) await publish(deps, name)
      say({ kind: 'photo.decided', name, member_id })
      if (before.approved === null) say({ kind: 'queue.changed' })
    })
  } catch (error) {
    // The files may be public already, and the row may say otherwise.
    if (approved && !isRefusal(error)) await settle(deps, name)
    throw error
  }
  if (!approved) await settle(deps, name)
  return {}
}

/** The owner's row first, as everything that changes photos does, then the photo's. */
async function lockPhoto(tx: Tx, name: string) {
  const owner = await tx.selectFrom('photo').where('name', '=', name).select('member_id').executeTakeFirst()
  const summary = owner && (await lockPhotosOf(tx, owner.member_id))
  const before = await tx
    .selectFrom('photo')
    .where('name', '=', name)
    .forNoKeyUpdate()
    .select(['approved', 'reject_reason'])
    .executeTakeFirst()
  if (!summary || !before) throw new Problem('photo.unknown')
  return { member_id: owner.member_id, summary, before }
}

async function publish({ photos, log }: Deps, name: string): Promise<void> {
  await photos.publish(name).catch((err) => {
    log.warn({ err }, 'a photo could not be published')
    throw new Problem('unavailable')
  })
}

async function settle(deps: Deps, name: string): Promise<void> {
  await settlePhotoFiles(deps, name).catch((err) =>
    deps.log.warn({ err }, 'files of a decided photo wait for the sweep'),
  )
}

const isRefusal = (error: unknown): boolean => error instanceof Problem && error.code === 'photo.unknown'
