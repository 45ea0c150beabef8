import { type BandsFrom, findCandidates, type Known, Pools } from './candidates'
import type { Roster } from './roster'

/** Promised more than this today: in the first week. */
const NEWCOMER = 2
/** Members that a newcomer is offered to; of those far away only by their own choice. */
const OFFERED_TO = 200
const FARTHEST = 4
const nothing: Known = { never: new Set(), lately: new Set(), likedMe: [] }

export interface Offered {
  slots: number[]
  bands: number[]
}

/**
 * Whom of the newcomers each member is offered: found from the newcomer's side, or one whom few suit would be missed by
 * most of them. Who suits whom is the same from both sides.
 */
export function* offerNewcomers(
  roster: Roster,
  bandsFrom: BandsFrom,
  viewers: readonly number[],
  chance: (slot: number) => number,
): Generator<void, Map<number, Offered>> {
  const pools = new Pools(roster, bandsFrom)
  for (const viewer of viewers) pools.add(viewer)
  const offered = new Map<number, Offered>()
  for (let slot = 0; slot < roster.size; slot++) {
    if (slot % 500 === 0) yield
    if ((roster.promised[slot] as number) < NEWCOMER || (roster.kind[slot] as number) < 0) continue
    const pool = pools.poolFor(roster.kind[slot] as number, roster.town[slot] as number)
    const found = findCandidates(roster, slot, pool, nothing, { most: OFFERED_TO, start: chance(slot) })
    found.slots.forEach((viewer, n) => {
      const band = found.bands[n] as number
      if (band > FARTHEST && roster.town[slot] !== 0 && roster.town[viewer] !== 0) return
      const known = offered.get(viewer) ?? { slots: [], bands: [] }
      offered.set(viewer, known)
      known.slots.push(slot)
      known.bands.push(band)
    })
    yield
  }
  return offered
}
