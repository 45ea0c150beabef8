import type { Person } from '@rosella/testkit/person'
import { sql } from 'kysely'
import { app } from './test-site'

/** Locks a member's row, so that messages to them cannot be stored. Returns a function that releases it. */
export async function lockRow({ id }: Person): Promise<() => Promise<void>> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let lock: Promise<void> | undefined
  await new Promise<void>((locked) => {
    lock = app.db.transaction().execute(async (tx) => {
      await sql`select from member where id = ${id} for update`.execute(tx)
      locked()
      await released
    })
  })
  return async () => {
    release()
    await lock
  }
}
