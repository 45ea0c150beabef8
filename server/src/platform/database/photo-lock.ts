import { sql } from 'kysely'
import type { Db } from '../ports/database'
import type { Reader } from './transaction'

const LOCK_SECONDS = 600
const RENEW_MS = 60_000
/** The database's clock, because the locking and the checking process may be on different machines. */
const now = sql<number>`extract(epoch from clock_timestamp())::bigint`

/**
 * No process deletes photo files until this lock is released. The lock of a process that dies expires after ten
 * minutes.
 */
export async function lockPhotos(db: Db): Promise<() => Promise<void>> {
  await db.deleteFrom('photo_lock').where('until_ts', '<', now).execute()
  const until_ts = sql<number>`${now} + ${LOCK_SECONDS}`
  const { id } = await db
    .insertInto('photo_lock')
    .values({ until_ts })
    .returning('id')
    .executeTakeFirstOrThrow()
  const renew = () => db.updateTable('photo_lock').set({ until_ts }).where('id', '=', id).execute()
  // A failed renewal is harmless; nine more follow before the lock expires.
  const timer = setInterval(() => void renew().catch(() => {}), RENEW_MS).unref()
  return async () => {
    clearInterval(timer)
    await db.deleteFrom('photo_lock').where('id', '=', id).execute()
  }
}

export async function arePhotosLocked(db: Reader): Promise<boolean> {
  const lock = await db.selectFrom('photo_lock').where('until_ts', '>', now).select('id').executeTakeFirst()
  return lock !== undefined
}
