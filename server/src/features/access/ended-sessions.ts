import { sql } from 'kysely'
import type { Foundations } from '../../ports/foundations'

type Deps = Pick<Foundations, 'db' | 'clock'>

/** Which of these sessions live no more: ended while events were missed, or simply past their time. */
export async function endedSessions(deps: Deps, sessionIds: readonly number[]): Promise<number[]> {
  if (sessionIds.length === 0) return []
  const alive = await deps.db
    .selectFrom('session')
    .where('id', '=', sql<number>`any(${[...sessionIds]}::bigint[])`)
    .where('expires_ts', '>', deps.clock.now())
    .select('id')
    .execute()
  const ids = new Set(alive.map(({ id }) => id))
  return sessionIds.filter((id) => !ids.has(id))
}
