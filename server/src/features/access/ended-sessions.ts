import { sql } from 'kysely'
import { prepared } from '../../database/prepared'
import type { Services } from '../../ports/services'

type Deps = Pick<Services, 'db' | 'clock'>

const alive = prepared(
  (sessionIds: readonly number[], now: number) => sql<{ id: number }>`
    select id from session where id = any(${sessionIds}::bigint[]) and expires_ts > ${now}`,
)

/** Which of these sessions live no more: ended while events were missed, or simply past their time. */
export async function endedSessions(deps: Deps, sessionIds: readonly number[]): Promise<number[]> {
  if (sessionIds.length === 0) return []
  const rows = await alive(deps.db, sessionIds, deps.clock.now())
  const ids = new Set(rows.map(({ id }) => id))
  return sessionIds.filter((id) => !ids.has(id))
}
