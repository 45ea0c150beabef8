import { CONTACT_SECONDS, HELD_SECONDS } from '@rosella/contract/safety/rules'
import { sql } from 'kysely'
import type { Services } from '../../ports/services'

type Deps = Pick<Services, 'db' | 'clock'>

/** What was kept for reports is past its time: held messages, the keys of their quarters, contacts with the erased. */
export const purgeHeld =
  ({ db, clock }: Deps) =>
  async (): Promise<void> => {
    const now = clock.now()
    await db
      .deleteFrom('held_message')
      .where('held_ts', '<=', now - HELD_SECONDS)
      .execute()
    await db
      .deleteFrom('past_contact')
      .where('last_ts', '<=', now - CONTACT_SECONDS)
      .execute()
    const { numDeletedRows } = await db
      .deleteFrom('held_key')
      .where('until_ts', '<=', now)
      .executeTakeFirstOrThrow()
    // A deleted row's bytes stay in the table's file until it is written anew; a key's must not.
    if (numDeletedRows > 0n) await sql`vacuum full held_key`.execute(db)
  }
