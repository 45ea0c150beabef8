import { REJECTED_SECONDS } from '@rosella/contract/photos/rules'
import { arePhotosLocked } from '../../platform/database/photo-lock'
import { withTransaction } from '../../platform/database/transaction'
import type { ListedPhoto } from '../../platform/ports/photo-store'
import type { Services } from '../../platform/services'
import { photoIsPublic, removePhotoFiles, syncPhotoVisibility } from './photo-files'

export interface OrphanResult {
  /** Photos whose files were deleted because they had no row for an hour. */
  removed: number
  /** Photos whose files were published or hidden to match the rows of photo and owner. */
  moved: number
}

const ORPHAN_SECONDS = 3600
const BATCH = 500

/**
 * Repairs the results of a crash or a failing store from the store's listing, without opening files. Files
 * are written before their row, so files without one are orphans only after an hour. A periodic job, which
 * runs in one process at a time.
 */
export const deleteOrphanPhotos =
  (deps: Pick<Services, 'db' | 'clock' | 'log' | 'photos'>) =>
  async (stop?: AbortSignal): Promise<OrphanResult> => {
    const result: OrphanResult = { removed: 0, moved: 0 }
    for await (const listed of chunked(deps.photos.listing())) {
      if (stop?.aborted) return result
      const known = await placesOf(
        deps,
        listed.map(({ name }) => name),
      )
      const isLocked = await arePhotosLocked(deps.db)
      const isOld = ({ writtenTs }: ListedPhoto) => deps.clock.now() - writtenTs >= ORPHAN_SECONDS
      for (const photo of listed) {
        const isPublic = known.get(photo.name)
        try {
          if (isPublic === undefined) {
            if (isLocked || !isOld(photo)) continue
            await deps.photos.remove(photo.name)
            result.removed++
          } else if (isPublic ? photo.inPrivate : photo.inPublic) {
            await syncPhotoVisibility(deps, photo.name)
            result.moved++
          }
        } catch (err) {
          deps.log.warn({ err }, 'moving or deleting photo files failed')
        }
      }
    }
    return result
  }

/**
 * Maps the names that have a row to whether they are public (primary keys). Copies retained for reports and
 * selfies that await a decision are private and stay.
 */
async function placesOf(
  { db }: Pick<Services, 'db'>,
  names: readonly string[],
): Promise<Map<string, boolean>> {
  const rows = await db
    .selectFrom('photo as p')
    .innerJoin('member as m', 'm.id', 'p.member_id')
    .where('p.name', 'in', names)
    .select(['p.name', photoIsPublic().as('isPublic')])
    .execute()
  const retained = await db
    .selectFrom('evidence_photo')
    .where('name', 'in', names)
    .select('name')
    .union(db.selectFrom('verification_frame').where('name', 'in', names).select('name'))
    .execute()
  return new Map([
    ...rows.map((row) => [row.name, row.isPublic] as const),
    ...retained.map((row) => [row.name, false] as const),
  ])
}

async function* chunked(listing: AsyncIterable<ListedPhoto>): AsyncIterable<ListedPhoto[]> {
  let batch: ListedPhoto[] = []
  for await (const photo of listing) {
    batch.push(photo)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

const AT_A_TIME = 500

/**
 * Deletes rejected photos after 90 days (index photo_rejected), the row first and then the files. They are
 * not in the member's photo count, so no count changes. A photo that was decided again meanwhile stays.
 */
export const deleteRejectedPhotos =
  (deps: Services) =>
  async (signal: AbortSignal): Promise<void> => {
    const before = deps.clock.now() - REJECTED_SECONDS
    for (let deleted = AT_A_TIME; deleted === AT_A_TIME && !signal.aborted; ) {
      const rows = await withTransaction(deps, (tx) =>
        tx
          .deleteFrom('photo')
          .where('name', 'in', (photo) =>
            photo
              .selectFrom('photo')
              .where('approved', '=', false)
              .where('approved_ts', '<=', before)
              .orderBy('approved_ts')
              .limit(AT_A_TIME)
              .select('name')
              .forUpdate()
              .skipLocked(),
          )
          .returning('name')
          .execute(),
      )
      deleted = rows.length
      await removePhotoFiles(
        deps,
        rows.map(({ name }) => name),
      )
    }
  }
