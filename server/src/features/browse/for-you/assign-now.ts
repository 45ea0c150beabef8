import { suggestablePools } from '../../../domain/suggestions/candidates'
import { runThrough } from '../../../domain/suggestions/run-through'
import type { Viewer } from '../../../domain/viewer'
import { findFitting } from '../find-members'
import { takeTurns } from '../index/take-turns'
import type { Deps } from '../list-members'
import { makeRequest } from '../make-request'
import { assignTogether, bandsIn } from './assign-suggestions'
import { readSmallRoster } from './read-roster'
import { type DayPicks, storePicks } from './store-picks'

/** So many of those who were here last are looked at. */
const CANDIDATES = 500

/**
 * For one who came after the day's assignment, or before it: a newcomer does not wait until tomorrow. By the same rules,
 * among those who were here last. An admin who acts as the member leaves nothing behind.
 */
export async function assignNow(
  deps: Deps,
  viewer: Pick<Viewer, 'id' | 'hidden' | 'impersonator'>,
  day: string,
): Promise<DayPicks | undefined> {
  const request = await makeRequest(deps, viewer, {})
  const candidates = await findFitting(deps, request, CANDIDATES)
  const { now, photosMin } = request
  const roster = await readSmallRoster(deps.db, [viewer.id, ...candidates], { now, day, photosMin })
  const slot = roster.slotOf(viewer.id)
  if (slot === undefined) return undefined
  const pools = runThrough(suggestablePools(roster, bandsIn(deps.towns)))
  const [picks] = await assignTogether(deps, {
    roster,
    pools,
    viewers: [slot],
    request: { now, day, photosMin },
    turn: takeTurns(),
  })
  if (picks && viewer.impersonator === null) await storePicks(deps, day, [picks])
  return picks
}
