import type { Person } from '@rosella/testkit/person'
import { sql } from 'kysely'
import { app } from './test-site'

/** Holds the row of a member that storing needs; answers how to let go of it. */
export async function holdRow({ id }: Person): Promise<() => Promise<void>> {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let lock: Promise<void> | undefined
  await new Promise<void>((holds) => {
    lock = app.db.transaction().execute(async (tx) => {
      await sql`select from member where id = ${id} for update`.execute(tx)
      holds()
      await held
    })
  })
  return async () => {
    release()
    await lock
  }
}
