import { commit } from '../../database/handle'
import { arrivalTime, writePair } from '../../database/relation'
import { lockVisiblePair } from '../../database/visible-members'
import type { Viewer } from '../../domain/viewer'
import type { Foundations } from '../../ports/foundations'
import { isInStealth } from './queries'

type Deps = Pick<Foundations, 'db' | 'bus' | 'clock'>

/**
 * Once per pair, with its latest time. In stealth it is written on the viewer's side only, so the other
 * never learns of it, also later. One's own profile and an admin acting as the viewer leave nothing.
 */
export async function recordView(
  deps: Deps,
  viewer: Pick<Viewer, 'id' | 'impersonator'>,
  otherId: number,
): Promise<void> {
  if (viewer.impersonator !== null || otherId === viewer.id) return
  const now = deps.clock.now()
  await commit(deps, async (tx, say) => {
    const { mine } = await lockVisiblePair(tx, viewer.id, otherId)
    const viewed = { viewed_ts: Math.max(now, mine.viewed_ts ?? 0) }
    if (await isInStealth(tx, viewer.id, now)) {
      await writePair(tx, mine, viewed)
      return
    }
    await writePair(tx, mine, viewed, { viewed_me_ts: arrivalTime('seen_views_ts', now) })
    say({ kind: 'member.viewed', from: viewer.id, to: otherId })
  })
}
