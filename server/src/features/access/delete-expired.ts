import { sql } from 'kysely'
import type { Services } from '../../platform/services'
import { deleteOldWrongCodes } from './access-keys'

type Deps = Pick<Services, 'db' | 'clock'>

const DAY = 86_400
const LONGEST = 40 * DAY

/**
 * Sessions, mailed keys, tickets and links past their time open nothing, and wrong codes count for a day; they need not
 * lie about. What was removed goes once no link can bring it back.
 */
export const deleteExpired = (deps: Deps) => async (): Promise<void> => {
  const now = deps.clock.now()
  await deps.db.deleteFrom('session').where('expires_ts', '<', now).execute()
  await deps.db
    .deleteFrom('access_key')
    .where('expires_ts', '<', now - DAY)
    .execute()
  await deleteOldWrongCodes(deps.db, now)
  await deps.db.deleteFrom('login_challenge').where('expires_ts', '<', now).execute()
  await deleteOldChanges(deps.db, now)
}

async function deleteOldChanges(db: Services['db'], now: number): Promise<void> {
  await db
    .deleteFrom('credential_change')
    // A mail that could not be sent for so long will not be.
    .where((e) => e.or([e('expires_ts', '<', now), e('created_ts', '<', now - LONGEST)]))
    .execute()
  for (const table of ['passkey', 'two_step', 'recovery_code'] as const) {
    await sql`
      delete from ${sql.table(table)} t where t.ended_ts is not null and not exists (
        select from credential_change c where c.member_id = t.member_id and c.what <> 'session')`.execute(db)
  }
  await db
    .deleteFrom('two_step')
    .where('confirmed_ts', 'is', null)
    .where('created_ts', '<', now - DAY)
    .execute()
}
