import type { Services } from '../../ports/services'
import { purgeWrongCodes } from './wrong-codes'

type Deps = Pick<Services, 'db' | 'clock'>

const DAY = 86_400

/** Sessions and mailed keys past their time open nothing, and wrong codes count for a day; they need not lie about. */
export const purgeExpired = (deps: Deps) => async (): Promise<void> => {
  const now = deps.clock.now()
  await deps.db.deleteFrom('session').where('expires_ts', '<', now).execute()
  await deps.db
    .deleteFrom('access_key')
    .where('expires_ts', '<', now - DAY)
    .execute()
  await purgeWrongCodes(deps.db, now)
}
