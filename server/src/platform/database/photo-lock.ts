import { sql } from 'kysely'
import type { Db } from '../ports/database'
import type { Reader } from './transaction'

const LASTS_SECONDS = 600
const RENEW_MS = 60_000
/** The database's own clock: whoever holds and whoever asks may be on different machines. */
const now = sql<number>`extract(epoch from clock_timestamp())::bigint`

/**
 * From here until it is released no photo file is removed, by any process. One that dies without a word lets go
 * after ten minutes.
 */
export async function lockPhotos(db: Db): Promise<() => Promise<void>> {
  await db.deleteFrom('photo_lock').where('until_ts', '<', now).execute()
  const until_ts = sql<number>`${now} + ${LASTS_SECONDS}`
  const { id } = await db
    .insertInto('photo_lock')
    .values({ until_ts })
    .returning('id')
    .executeTakeFirstOrThrow()
  const renew = () => db.updateTable('photo_lock').set({ until_ts }).where('id', '=', id).execute()
  // One that fails is made up for by the next: ten of them would have to.
  const timer = setInterval(() => void renew().catch(() => {}), RENEW_MS).unref()
  return async () => {
    clearInterval(timer)
    await db.deleteFrom('photo_lock').where('id', '=', id).execute()
  }
}

export async function arePhotosLocked(db: Reader): Promise<boolean> {
  const held = await db.selectFrom('photo_lock').where('until_ts', '>', now).select('id').executeTakeFirst()
  return held !== undefined
}
