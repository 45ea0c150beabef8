import { kinds } from '../../../../members/member-facts'
import { type BandsFrom, findCandidates, type Known, type Pool, Pools } from './candidates'
import type { Roster } from './roster'

export interface Pick {
  other: number
  different: boolean
  /** Of the viewer liking them. */
  chance: number
}

export interface Assigned {
  viewer: number
  picks: Pick[]
}

/** A member's candidates as columns, the best first; behind `best` those who are there to be different. */
export interface Offers {
  slots: Int32Array
  chance: Float32Array
  back: Float32Array
  score: Float32Array
  best: number
}

/** Members that a newcomer is offered to, and one who was seen little lately; nobody far away. */
const OFFERED_TO = { newcomer: 200, others: 40 }
/** Whoever was not seen at all lately is offered like a newcomer and far away too, while they are few: one in so many. */
const FEW_UNSEEN = 10
/** Promised more than this today: in the first week. */
const NEWCOMER = 2
const FARTHEST = 4
const KEPT_POOLS = 200
const nothing: Known = { never: new Set(), lately: new Set(), likedMe: [], passedMe: new Set() }

export interface Offered {
  slots: number[]
  bands: number[]
}

/**
 * Whom of those to whom something is promised each member is offered: found from their side, or one whom few suit would
 * be missed by most of them. Who suits whom is the same from both sides.
 */
export function* offerPromised(
  roster: Roster,
  bandsFrom: BandsFrom,
  viewers: readonly number[],
  chance: (slot: number) => number,
): Generator<void, Map<number, Offered>> {
  const pools = new Pools(roster, bandsFrom)
  for (const viewer of viewers) pools.add(viewer)
  const isUnseen = (slot: number) => roster.promised[slot] !== 0 && roster.seenLately[slot] === 0
  let unseen = 0
  for (let slot = 0; slot < roster.size; slot++) if (isUnseen(slot)) unseen++
  const areFew = unseen * FEW_UNSEEN <= roster.size
  const near = new Map<number, Pool>()
  const offered = new Map<number, Offered>()
  for (let slot = 0; slot < roster.size; slot++) {
    if (slot % 500 === 0) yield
    const promised = roster.promised[slot] as number
    if (promised === 0 || (roster.kind[slot] as number) < 0) continue
    const key = (roster.town[slot] as number) * kinds.length + (roster.kind[slot] as number)
    if (near.size > KEPT_POOLS) near.clear()
    const pool = near.get(key) ?? pools.poolFor(roster.kind[slot] as number, roster.town[slot] as number)
    near.set(key, pool)
    const toAll = areFew && isUnseen(slot)
    const found = findCandidates(roster, slot, pool, nothing, {
      most: toAll || promised > NEWCOMER ? OFFERED_TO.newcomer : OFFERED_TO.others,
      start: chance(slot),
    })
    found.slots.forEach((viewer, n) => {
      const band = found.bands[n] as number
      if (!toAll && band > FARTHEST && roster.town[slot] !== 0 && roster.town[viewer] !== 0) return
      const known = offered.get(viewer) ?? { slots: [], bands: [] }
      offered.set(viewer, known)
      known.slots.push(slot)
      known.bands.push(band)
    })
    yield
  }
  return offered
}
