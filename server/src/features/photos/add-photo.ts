import type { ReplyOf } from '@rosella/contract/endpoint'
import type { uploadPhoto } from '@rosella/contract/photos/endpoints'
import { assertSession } from '../../members/sessions'
import { type Reader, type Tx, withTransaction } from '../../platform/database/transaction'
import { ConfigurationFault } from '../../platform/failure'
import type { Upload } from '../../platform/http/route'
import type { Viewer } from '../../platform/http/viewer'
import { BadImage, type ProcessedPhoto } from '../../platform/ports/image-processor'
import { Problem } from '../../platform/problem'
import { newPhotoName } from '../../platform/secret'
import type { Services } from '../../platform/services'

/** Stores the private files first and then the row, so that no failure leaves a row without files. */
export async function addPhoto(
  deps: Services,
  viewer: Viewer,
  form: Upload,
  /** Called once the member's row is locked. */
  assertAllowed: (tx: Tx) => Promise<unknown> = (tx) => assertSession(tx, viewer),
): Promise<ReplyOf<typeof uploadPhoto>> {
  const { photos_max } = await deps.settings.current()
  // A cheap check that saves the image processing; the conditional update below is authoritative.
  await assertRoom(deps.db, viewer.id, photos_max)
  const { bytes } = await form.file()
  const processed = await processImage(deps, bytes)
  const name = newPhotoName()
  await store(deps, name, processed)
  let recorded = false
  try {
    await withTransaction(deps, async (tx, emit) => {
      await reserveRoom(tx, viewer.id, photos_max)
      await assertAllowed(tx)
      const { width, height, pdq, thumbhash } = processed
      const created_ts = deps.clock.now()
      await tx
        .insertInto('photo')
        .values({
          ...{ name, member_id: viewer.id, width, height, thumbhash, created_ts },
          ...{ pdq, hashed_ts: pdq && created_ts },
        })
        .execute()
      emit({ kind: 'queue.changed' })
      recorded = true
    })
  } catch (error) {
    // After the last write only the commit can fail, and its outcome is then unknown: the files stay, and the
    // cleanup job compares them with the rows.
    if (!recorded) await discard(deps, name)
    throw error
  }
  return { filename: name, ...deps.photoUrls.of({ name, isPublic: false }) }
}

async function processImage({ images }: Services, bytes: Buffer): Promise<ProcessedPhoto> {
  return images.process(bytes).catch((error) => {
    throw error instanceof BadImage ? new Problem(`photo.${error.reason}`) : error
  })
}

async function store({ photos, log }: Services, name: string, { tmb, lg }: ProcessedPhoto): Promise<void> {
  await photos.put(name, { tmb, lg }).catch((err) => {
    log.warn({ err }, 'storing a photo failed')
    throw err instanceof ConfigurationFault ? err : new Problem('unavailable')
  })
}

async function discard({ photos, log }: Services, name: string): Promise<void> {
  await photos
    .remove(name)
    .catch((err) => log.warn({ err }, 'deleting files of a refused photo failed; the cleanup job will retry'))
}

async function assertRoom(db: Reader, memberId: number, most: number): Promise<void> {
  const member = await db.selectFrom('member').where('id', '=', memberId).select('photos').executeTakeFirst()
  if (!member) throw new Problem('session.none')
  if (member.photos >= most) throw new Problem('photo.limit', { n: Math.max(0, most - member.photos) })
}

/** The member's row orders concurrent uploads: each waits for it and reads the count that the previous one wrote. */
async function reserveRoom(tx: Tx, memberId: number, most: number): Promise<void> {
  const taken = await tx
    .updateTable('member')
    .set((eb) => ({ photos: eb('photos', '+', 1) }))
    .where('id', '=', memberId)
    .where('photos', '<', most)
    .returning('id')
    .executeTakeFirst()
  if (taken) return
  await assertRoom(tx, memberId, most)
  throw new Problem('busy')
}
