import type { Services } from '../../ports/services'

type Deps = Pick<Services, 'db' | 'clock'>

const DAY = 86_400

/** Sessions and mailed keys past their time open nothing; they need not lie about either. */
export const purgeExpired = (deps: Deps) => async (): Promise<void> => {
  const now = deps.clock.now()
  await deps.db.deleteFrom('session').where('expires_ts', '<', now).execute()
  await deps.db
    .deleteFrom('access_key')
    .where('expires_ts', '<', now - DAY)
    .execute()
}
