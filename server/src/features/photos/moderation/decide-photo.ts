import { CLAIM_SECONDS } from '@rosella/contract/admin/rules'
import type { InputOf } from '@rosella/contract/endpoint'
import { arePhotosShown } from '@rosella/contract/member/status'
import type { decidePhoto as call } from '@rosella/contract/photos/moderation'
import { photoName } from '@rosella/contract/photos/sizes'
import { recordAudit } from '../../../members/audit'
import { hasOtherModerator } from '../../../members/staff'
import { type Tx, withTransaction } from '../../../platform/database/transaction'
import { ConfigurationFault } from '../../../platform/failure'
import type { Viewer } from '../../../platform/http/viewer'
import { Problem } from '../../../platform/problem'
import type { Services } from '../../../platform/services'
import { syncPhotoVisibility } from '../photo-files'
import { lockOwner, recountPhotos } from '../recount-photos'
import { settleSeen } from './seen-before'

/**
 * Approves or rejects a photo, even one decided before: the last decision wins, and each is in the audit log.
 * Undoing a decision returns the photo to the queue, claimed by the moderator who undid it. Files are
 * published before the commit and hidden after it, so that no card ever shows a missing photo. Nobody decides
 * about their own photos while another moderator could.
 */
export async function decidePhoto(
  deps: Services,
  admin: Viewer,
  input: InputOf<typeof call>,
): Promise<{ message?: string }> {
  const name = photoName(input.photo)
  const { approved } = input
  const reject_reason = approved === false ? input.reject_reason?.trim() || null : null
  try {
    await withTransaction(deps, async (tx, emit) => {
      const now = deps.clock.now()
      const { member_id, summary, before, claim } = await lockPhoto(tx, deps.site, admin, name)
      if (member_id === admin.id && (await hasOtherModerator(tx, deps.site, admin)))
        throw new Problem('photo.own')
      if (input.from_queue && before.approved !== null) throw new Problem('photo.decided')
      const isTaken = claim.claimed_by !== null && claim.claimed_by !== admin.id
      if (before.approved === null && isTaken && (claim.claimed_until_ts ?? 0) > now) {
        throw new Problem('photo.claimed')
      }
      const decided = approved === null ? null : now
      const claimed = approved === null ? admin.id : null
      await tx
        .updateTable('photo')
        .set({
          approved,
          reject_reason,
          approved_ts: decided,
          moderator_id: decided && admin.id,
          claimed_by: claimed,
          claimed_until_ts: claimed && now + CLAIM_SECONDS,
        })
        .where('name', '=', name)
        .execute()
      await recountPhotos(tx, emit, member_id, summary)
      await settleSeen(tx, name, approved)
      await recordAudit(tx, admin, now, {
        action: approved === null ? 'photo.undo' : approved ? 'photo.approve' : 'photo.reject',
        member_id,
        before: { photo: name, ...before },
        after: { photo: name, approved, reject_reason },
      })
      if (approved && arePhotosShown(summary.status)) await publish(deps, name)
      emit({ kind: 'photo.decided', name, member_id })
      if ((before.approved === null) !== (approved === null)) emit({ kind: 'queue.changed' })
    })
  } catch (error) {
    // The files may be public already although the row says otherwise.
    if (approved && !isRefusal(error)) await settle(deps, name)
    throw error
  }
  if (!approved) await settle(deps, name)
  return {}
}

/** Locks the owner's row first, as everything that changes photos does, and then the photo's. */
async function lockPhoto(tx: Tx, site: Services['site'], admin: Pick<Viewer, 'id'>, name: string) {
  const owner = await tx.selectFrom('photo').where('name', '=', name).select('member_id').executeTakeFirst()
  const summary = owner && (await lockOwner(tx, site, admin, owner.member_id))
  const row = await tx
    .selectFrom('photo')
    .where('name', '=', name)
    .forNoKeyUpdate()
    .select(['approved', 'reject_reason', 'claimed_by', 'claimed_until_ts'])
    .executeTakeFirst()
  if (!summary || !row) throw new Problem('photo.unknown')
  const { approved, reject_reason, ...claim } = row
  return { member_id: owner.member_id, summary, before: { approved, reject_reason }, claim }
}

async function publish({ photos, log }: Services, name: string): Promise<void> {
  await photos.publish(name).catch((err) => {
    log.warn({ err }, 'publishing a photo failed')
    throw err instanceof ConfigurationFault ? err : new Problem('unavailable')
  })
}

async function settle(deps: Services, name: string): Promise<void> {
  await syncPhotoVisibility(deps, name).catch((err) =>
    deps.log.warn({ err }, 'moving files of a decided photo failed; the cleanup job will retry'),
  )
}

const isRefusal = (error: unknown): boolean => error instanceof Problem && error.code !== 'unavailable'
