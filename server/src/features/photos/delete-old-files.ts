import { REJECTED_SECONDS } from '@rosella/contract/photos/rules'
import { arePhotosLocked } from '../../platform/database/photo-lock'
import { withTransaction } from '../../platform/database/transaction'
import type { ListedPhoto } from '../../platform/ports/photo-store'
import type { Services } from '../../platform/services'
import { photoIsPublic, removePhotoFiles, syncPhotoVisibility } from './photo-files'

export interface OrphanResult {
  /** Photos whose files were removed, having had no row for an hour. */
  removed: number
  /** Photos whose files were published or hidden, as their row and their owner's say. */
  moved: number
}

const ORPHAN_SECONDS = 3600
const BATCH = 500

/**
 * Heals what a crash or a failing store left behind, by the store's own listing: no file is opened. Files are written
 * before their row, so those without one are orphans only an hour later. A periodic job: one process of the site at a
 * time.
 */
export const deleteOrphanPhotos =
  (deps: Pick<Services, 'db' | 'clock' | 'log' | 'photos'>) =>
  async (stop?: AbortSignal): Promise<OrphanResult> => {
    const swept: OrphanResult = { removed: 0, moved: 0 }
    for await (const listed of chunked(deps.photos.listing())) {
      if (stop?.aborted) return swept
      const known = await placesOf(
        deps,
        listed.map(({ name }) => name),
      )
      const held = await arePhotosLocked(deps.db)
      const isOld = ({ writtenTs }: ListedPhoto) => deps.clock.now() - writtenTs >= ORPHAN_SECONDS
      for (const photo of listed) {
        const isPublic = known.get(photo.name)
        try {
          if (isPublic === undefined) {
            if (held || !isOld(photo)) continue
            await deps.photos.remove(photo.name)
            swept.removed++
          } else if (isPublic ? photo.inPrivate : photo.inPublic) {
            await syncPhotoVisibility(deps, photo.name)
            swept.moved++
          }
        } catch (err) {
          deps.log.warn({ err }, 'a photo could not be healed')
        }
      }
    }
    return swept
  }

/**
 * Which of the names have a row, and whether each is public (primary keys). The copies that reports hold are nobody's
 * photos any more: private, and kept. So are pictures of a camera while somebody has to look at them.
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
  const held = await db
    .selectFrom('evidence_photo')
    .where('name', 'in', names)
    .select('name')
    .union(db.selectFrom('verification_frame').where('name', 'in', names).select('name'))
    .execute()
  return new Map([
    ...rows.map((row) => [row.name, row.isPublic] as const),
    ...held.map((row) => [row.name, false] as const),
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
 * Rejected photos go after 90 days (index photo_rejected), the row first and then the files. They are not among those
 * that a member is counted to have, so no number changes. One that was decided anew meanwhile stays.
 */
export const deleteRejectedPhotos =
  (deps: Services) =>
  async (signal: AbortSignal): Promise<void> => {
    const before = deps.clock.now() - REJECTED_SECONDS
    for (let gone = AT_A_TIME; gone === AT_A_TIME && !signal.aborted; ) {
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
      gone = rows.length
      await removePhotoFiles(
        deps,
        rows.map(({ name }) => name),
      )
    }
  }
