import { buffer } from 'node:stream/consumers'
import { hidingStatuses } from '@rosella/contract/member/status'
import { photoPath } from '@rosella/contract/photos/sizes'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { hasStatus } from '../../members/visible-members'
import { arePhotosLocked } from '../../platform/database/photo-lock'
import type { Tx } from '../../platform/database/transaction'
import { TransientError } from '../../platform/failure'
import type { JobPayloads } from '../../platform/jobs/job-kinds'
import type { Db } from '../../platform/ports/database'
import type { PhotoFile, PhotoSize, PhotoStore } from '../../platform/ports/photo-store'
import type { Log, Services } from '../../platform/services'

/**
 * Whether anyone may fetch a photo by its name: it is approved, and its owner is active. An expression over a
 * row of photo and one of member; it alone decides in which area the files belong.
 */
export const photoIsPublic = (photo = 'p', member = 'm'): RawBuilder<boolean> => sql<boolean>`
  (${sql.ref(`${photo}.approved`)} is true and not ${hasStatus(`${member}.status`, ...hidingStatuses)})`

/**
 * Moves the files of a photo to the area given by its row and its owner's. Returns that area, or undefined if
 * there is no row. The row stays locked meanwhile, so that no decision or deletion overtakes the move.
 */
export async function syncPhotoVisibility(
  deps: { db: Db; photos: PhotoStore },
  name: string,
): Promise<'public' | 'private' | undefined> {
  return deps.db.transaction().execute(async (tx) => {
    const area = await lockArea(tx, name)
    if (area) await (area === 'public' ? deps.photos.publish(name) : deps.photos.hide(name))
    return area
  })
}

/** Locks the row of a photo and returns the area of its files; undefined if there is no row. */
async function lockArea(tx: Tx, name: string): Promise<'public' | 'private' | undefined> {
  await tx.selectFrom('photo').where('name', '=', name).forNoKeyUpdate().select('name').execute()
  // A separate statement, so that after waiting for the row it sees what was committed meanwhile, also
  // about the owner.
  const photo = await tx
    .selectFrom('photo as p')
    .innerJoin('member as m', 'm.id', 'p.member_id')
    .where('p.name', '=', name)
    .select(photoIsPublic().as('isPublic'))
    .executeTakeFirst()
  return photo && (photo.isPublic ? 'public' : 'private')
}

const BATCH = 20
/** Seconds until photos that could not be finished are visited again. */
const AGAIN = 3600
/** Of these latest photos, unfinished ones are visited in every run. */
const LATEST = 100

/**
 * Visits the photos that still wait for something: new ones first, then the others from the newest to the oldest. Many may
 * have lost their files, so those that `finish` left unfinished wait for an hour.
 */
export function finishPhotos(
  { db, clock }: Services,
  isWaiting: RawBuilder<SqlBool>,
  finish: (photo: { name: string; member_id: number }, signal: AbortSignal) => Promise<unknown>,
): (signal: AbortSignal) => Promise<void> {
  const waiting = db.selectFrom('photo').where(isWaiting).limit(BATCH).select(['seq', 'name', 'member_id'])
  /** All photos from `first` to `last` have been visited. */
  let [first, last, untilTs] = [0, 0, 0]
  async function begin(): Promise<void> {
    // A photo that was stored concurrently with a later one may have become visible after it.
    last = Math.max(first - 1, last - LATEST)
    if (clock.now() < untilTs) return
    const newest = await db
      .selectFrom('photo')
      .orderBy('seq', 'desc')
      .limit(1)
      .select('seq')
      .executeTakeFirst()
    ;[first, last, untilTs] = [(newest?.seq ?? 0) + 1, newest?.seq ?? 0, clock.now() + AGAIN]
  }
  return async (signal) => {
    await begin()
    for (;;) {
      const newer = await waiting.where('seq', '>', last).orderBy('seq').execute()
      const photos =
        newer.length > 0 ? newer : await waiting.where('seq', '<', first).orderBy('seq', 'desc').execute()
      if (photos.length === 0) return
      for (const photo of photos) {
        if (signal.aborted) return
        await finish(photo, signal)
        if (photo.seq > last) last = photo.seq
        else first = photo.seq
      }
    }
  }
}

/**
 * Makes the derived sizes of new and older photos from their large files (index photo_without_sizes), so that an upload
 * need not wait for a backlog. A periodic job, because encoding takes seconds: no upload waits for it, and one photo at a
 * time leaves room for uploads.
 */
export const makePhotoSizes = (deps: Services) =>
  finishPhotos(deps, sql<SqlBool>`has_sizes = false`, ({ name }, signal) =>
    makeSizesOf(deps, name).catch(async (err) => {
      if (signal.aborted || err instanceof TransientError) throw err
      // A damaged photo would fail every time.
      deps.log.warn({ err }, 'making photo sizes failed')
      await deps.db.updateTable('photo').set({ has_sizes: null }).where('name', '=', name).execute()
    }),
  )

/** Does nothing if the photo has no large file: it was deleted or moved meanwhile, or has lost it. */
async function makeSizesOf(deps: Services, name: string): Promise<void> {
  const large = await readPrivate(deps, 'lg', name)
  if (!large) return
  const sizes = await deps.images.derive(await buffer(large.body))
  await deps.db.transaction().execute(async (tx) => {
    // Locked, so that a deletion either prevents the files or deletes them too.
    const area = await lockArea(tx, name)
    if (!area) return
    await deps.photos.add(name, sizes)
    if (area === 'public') await deps.photos.publish(name)
    await tx.updateTable('photo').set({ has_sizes: true }).where('name', '=', name).execute()
  })
}

/**
 * Deletes the files of selfies, even during a backup, because backups exclude them. Call it in the
 * deciding transaction, so that no decision exists while the files do.
 */
export async function deleteSelfies(photos: PhotoStore, names: readonly string[]): Promise<void> {
  for (const name of names) await photos.remove(name)
}

/**
 * Deletes the files of photos whose rows are deleted; the cleanup job retries failures. The backup lock must
 * be checked after the rows are deleted, because a snapshot that still has the rows was taken after its lock.
 */
export async function removePhotoFiles(
  deps: { db: Db; photos: PhotoStore; log: Log },
  names: readonly string[],
): Promise<void> {
  const wait = (err: unknown) =>
    deps.log.warn({ err }, 'deleting photo files failed; the cleanup job will retry')
  // If the lock can't be read, assume that it is set.
  const isLocked = await arePhotosLocked(deps.db).catch((err) => {
    wait(err)
    return true
  })
  if (isLocked) return
  for (const name of names) await deps.photos.remove(name).catch(wait)
}

/**
 * After a change of status, moves each approved photo to the area where it belongs. Idempotent. A photo that
 * can't be moved doesn't affect the others and is retried; finally the cleanup job finds it.
 */
export const syncPhotosOf =
  (deps: Services) =>
  async ({ member_id }: JobPayloads['photo-visibility']): Promise<void> => {
    const photos = await deps.db
      .selectFrom('photo')
      .where('member_id', '=', member_id)
      .where('approved', '=', true)
      .orderBy('seq')
      .select('name')
      .execute()
    const failures: unknown[] = []
    for (const { name } of photos) {
      await syncPhotoVisibility(deps, name).catch((error) => failures.push(error))
    }
    if (failures.length > 0) throw failures[0]
  }

interface MediaFile {
  public: boolean
  open(): Promise<PhotoFile | undefined>
}

/**
 * Returns a file if the caller may have it: a public photo by its name, any other photo and moderators' files
 * with a valid signature. The rows decide (primary keys), not the area of the files, so that a rejected or
 * deleted photo, or all photos of a banned member, are unavailable immediately.
 */
export const findMedia =
  (deps: Services) =>
  async (
    size: PhotoSize,
    name: string,
    query: { exp?: string; sig?: string },
  ): Promise<MediaFile | undefined> => {
    const signed = deps.photoUrls.isSigned(`/${photoPath(size, name)}`, query)
    const photo = await deps.db
      .selectFrom('photo as p')
      .innerJoin('member as m', 'm.id', 'p.member_id')
      .where('p.name', '=', name)
      .select(photoIsPublic().as('isPublic'))
      .executeTakeFirst()
    if (photo?.isPublic) return { public: true, open: () => readPublished(deps, size, name) }
    const alerted = signed && !photo && (await findAlertPhoto(deps, name))
    if (alerted) return { public: false, open: () => readPrivate(deps, size, alerted) }
    if (!signed || !(photo || (await isForModerators(deps, name)))) return undefined
    return { public: false, open: () => readPrivate(deps, size, name) }
  }

/**
 * The photo of the person met, under the name that an alert page uses instead of the photo's own, while that page
 * exists (index check_in_alias). Without the photo's row there is no file either.
 */
async function findAlertPhoto({ db, clock }: Services, alias: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('check_in as c')
    .innerJoin('photo as p', 'p.name', 'c.photo')
    .where('c.photo_alias', '=', alias)
    .where('p.approved', '=', true)
    .where('c.state', '=', 'alerted')
    .where('c.until_ts', '>', clock.now())
    .select('p.name')
    .executeTakeFirst()
  return found?.name
}

/** A copy retained for a report, or a selfie; only moderators get signed URLs for these. */
async function isForModerators({ db }: Services, name: string): Promise<boolean> {
  const found = await db
    .selectFrom('evidence_photo')
    .where('name', '=', name)
    .select('name')
    .union(db.selectFrom('verification_frame').where('name', '=', name).select('name'))
    .executeTakeFirst()
  return found !== undefined
}

export async function readPrivate(
  { photos }: Services,
  size: PhotoSize,
  name: string,
): Promise<PhotoFile | undefined> {
  return (await photos.read('private', name, size)) ?? (await photos.read('public', name, size))
}

/** If a public photo's files are still private because of a crash, this request publishes them. */
async function readPublished(deps: Services, size: PhotoSize, name: string): Promise<PhotoFile | undefined> {
  const file = await deps.photos.read('public', name, size)
  if (file) return file
  const area = await syncPhotoVisibility(deps, name).catch((err) => {
    deps.log.warn({ err }, 'approved photo has no files')
    return undefined
  })
  return area === 'public' ? deps.photos.read('public', name, size) : undefined
}
