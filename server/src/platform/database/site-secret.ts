import { randomBytes } from 'node:crypto'
import type { Db } from '../ports/database'

/** A secret that is created on first use and shared by all processes on this database. */
export async function siteSecret(db: Db, name: string): Promise<Buffer> {
  await db
    .insertInto('site_secret')
    .values({ name, value: randomBytes(32) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await db
    .selectFrom('site_secret')
    .where('name', '=', name)
    .select('value')
    .executeTakeFirstOrThrow()
  return Buffer.from(row.value)
}
