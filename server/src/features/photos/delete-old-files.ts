import { createHash } from 'node:crypto'
import type { System } from '@rosella/contract/admin/shapes'
import type { InputOf } from '@rosella/contract/endpoint'
import type { photoCleanup } from '@rosella/contract/photos/moderation'
import { ORPHAN_SECONDS, REJECTED_SECONDS } from '@rosella/contract/photos/rules'
import { recordAudit } from '../../members/audit'
import { arePhotosLocked } from '../../platform/database/photo-lock'
import { siteSecret } from '../../platform/database/site-secret'
import { withTransaction } from '../../platform/database/transaction'
import type { Viewer } from '../../platform/http/viewer'
import type { ListedPhoto } from '../../platform/ports/photo-store'
import { Problem } from '../../platform/problem'
import { isSealedName } from '../../platform/secret'
import type { Services } from '../../platform/services'
import { photoIsPublic, removePhotoFiles, syncPhotoVisibility } from './photo-files'

export interface OrphanResult {
  /** Photos whose files were deleted because they had no row for a week. */
  removed: number
  /** Photos whose files were published or hidden to match the rows of photo and owner. */
  moved: number
}

/** Younger files may belong to an upload that has not stored its row yet. */
const UPLOAD_SECONDS = 3600
/** More orphans than this share of all photos suggest a wrong database, so an admin must confirm. */
const MAX_SHARE = 0.05
const BATCH = 500

type Deps = Pick<Services, 'db' | 'clock' | 'log' | 'photos'>
type Cleanup = NonNullable<System['photo_cleanup']>

/**
 * Repairs the results of a crash or a failing store from the store's listing, without opening files. Deletes files that
 * had no row for a week, but never sealed evidence, and nothing in a store of another database. A periodic job, which
 * runs in one process at a time.
 */
export const deleteOrphanPhotos =
  (deps: Deps) =>
  async (stop?: AbortSignal): Promise<OrphanResult> => {
    const result: OrphanResult = { removed: 0, moved: 0 }
    const now = deps.clock.now()
    const counts = { photos: 0, orphans: 0 }
    const isOurs = await ownsStore(deps)
    for await (const listed of chunked(deps.photos.listing())) {
      if (stop?.aborted) return result
      const known = await placesOf(
        deps,
        listed.map(({ name }) => name),
      )
      const unsealed = listed.filter(({ name }) => !isSealedName(name))
      const orphans = unsealed.filter(({ name }) => !known.has(name))
      counts.photos += unsealed.length
      counts.orphans += orphans.length
      if (!isOurs) continue
      await recordOrphans(
        deps,
        orphans.filter(({ writtenTs }) => now - writtenTs >= UPLOAD_SECONDS),
        now,
      )
      for (const { name, inPrivate, inPublic } of listed) {
        const isPublic = known.get(name)
        if (isPublic === undefined || !(isPublic ? inPrivate : inPublic)) continue
        const moved = await syncPhotoVisibility(deps, name).catch((err) =>
          deps.log.warn({ err }, 'moving photo files failed'),
        )
        if (moved) result.moved++
      }
    }
    // A store without a mark belongs to the database that has the rows of most of its photos.
    if (isOurs === undefined && 2 * counts.orphans <= counts.photos) {
      await claimStore(deps)
      return deleteOrphanPhotos(deps)(stop)
    }
    if (isOurs) result.removed = await removeOrphans(deps, counts.photos, now, stop)
    else await saveCleanup(deps, now, { state: 'foreign', ...counts })
    return result
  }

const OWNER = 'site'

/** The same random value in both; the store has only its hash, because others may read the bucket. */
async function ownerMark({ db }: Pick<Services, 'db'>): Promise<string> {
  return createHash('sha256')
    .update(await siteSecret(db, 'photo-store'))
    .digest('hex')
}

/** Undefined if no database has claimed the store yet. */
async function ownsStore(deps: Pick<Services, 'db' | 'photos'>): Promise<boolean | undefined> {
  const mark = await deps.photos.readNote(OWNER)
  return mark === undefined ? undefined : mark === (await ownerMark(deps))
}

/** From now on, only this database may delete photos in the store. */
export async function claimStore(deps: Pick<Services, 'db' | 'photos'>): Promise<void> {
  await deps.photos.writeNote(OWNER, await ownerMark(deps))
}

async function recordOrphans({ db }: Deps, orphans: readonly ListedPhoto[], now: number): Promise<void> {
  if (orphans.length === 0) return
  await db
    .insertInto('orphan_photo')
    .values(orphans.map(({ name }) => ({ name, since_ts: now, seen_ts: now })))
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ seen_ts: now }))
    .execute()
}

/** Index orphan_photo_since. */
async function removeOrphans(
  deps: Deps,
  photos: number,
  now: number,
  stop: AbortSignal | undefined,
): Promise<number> {
  const { db } = deps
  await db.deleteFrom('orphan_photo').where('seen_ts', '<', now).execute()
  const due = await db
    .selectFrom('orphan_photo')
    .where('since_ts', '<=', now - ORPHAN_SECONDS)
    .select(['name', 'confirmed'])
    .execute()
  const waiting = due.filter(({ confirmed }) => !confirmed)
  const isUsual = waiting.length <= Math.ceil(photos * MAX_SHARE)
  await saveCleanup(deps, now, isUsual ? null : { state: 'waiting', photos, orphans: waiting.length })
  const names = due.filter(({ confirmed }) => isUsual || confirmed).map(({ name }) => name)
  let removed = 0
  for (let at = 0; at < names.length && !stop?.aborted; at += BATCH) {
    const some = names.slice(at, at + BATCH)
    const known = await placesOf(deps, some)
    if (await arePhotosLocked(db)) break
    const gone: string[] = []
    for (const name of some) {
      if (known.has(name)) continue
      await deps.photos.remove(name).then(
        () => gone.push(name),
        (err) => deps.log.warn({ err }, 'deleting photo files failed'),
      )
    }
    if (gone.length > 0) await db.deleteFrom('orphan_photo').where('name', 'in', gone).execute()
    removed += gone.length
  }
  return removed
}

async function saveCleanup({ db, log }: Deps, ts: number, cleanup: Cleanup | null): Promise<void> {
  if (cleanup === null) return void (await db.deleteFrom('photo_cleanup').execute())
  const row = { ...cleanup, ts }
  await db
    .insertInto('photo_cleanup')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
  log.warn(cleanup, 'photo cleanup waits for an admin')
}

export async function readCleanup({ db }: Pick<Services, 'db'>): Promise<Cleanup | null> {
  const row = await db.selectFrom('photo_cleanup').select(['state', 'photos', 'orphans']).executeTakeFirst()
  return row ?? null
}

/** Lets the next run delete the photos that the admin was shown, or claims the store for this database. */
export async function confirmCleanup(
  deps: Services,
  admin: Viewer,
  shown: InputOf<typeof photoCleanup>,
): Promise<{ message?: string }> {
  const now = deps.clock.now()
  return withTransaction(deps, async (tx) => {
    const row = await tx
      .deleteFrom('photo_cleanup')
      .where('state', '=', shown.state)
      .where('orphans', '=', shown.orphans)
      .returning(['state', 'photos', 'orphans', 'ts'])
      .executeTakeFirst()
    if (!row) throw new Problem('cleanup.changed')
    const { ts, ...after } = row
    if (row.state === 'foreign') await claimStore(deps)
    else
      await tx
        .updateTable('orphan_photo')
        .set({ confirmed: true })
        .where('seen_ts', '=', ts)
        .where('since_ts', '<=', ts - ORPHAN_SECONDS)
        .execute()
    await recordAudit(tx, admin, now, { action: 'photos.clean-up', after })
    return {}
  })
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
