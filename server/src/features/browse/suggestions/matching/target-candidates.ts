import { orientations } from '../../../../members/member-facts'
import type { CandidateTable } from './candidate-table'
import {
  type BandsFrom,
  type Candidates,
  findCandidates,
  type KnownRelations,
  type Pool,
  Pools,
} from './find-candidates'

/** The number of viewers that get a newcomer, or a member seen too little, as a candidate. */
const VIEWERS = { newcomer: 200, others: 40 }
/** Viewers in farther bands are skipped. */
const FARTHEST = 4
/** Members not seen at all lately count like newcomers, at any distance, while they are at most one in this many. */
const FEW_UNSEEN = 10
/** Only newcomers have a higher exposure target per day. */
const NEWCOMER = 2
const CACHED_POOLS = 200
const nothing: KnownRelations = { never: new Set(), recent: new Set(), likedMe: [], passedMe: new Set() }

/**
 * By viewer: the candidates with an exposure target. The search runs from the candidates' side, because viewers would
 * miss a candidate who matches only a few of them. Matching is symmetric, so the result is the same.
 */
export function* findTargetCandidates(
  table: CandidateTable,
  bandsFrom: BandsFrom,
  viewers: readonly number[],
  random: (slot: number) => number,
): Generator<void, Map<number, Candidates>> {
  const pools = new Pools(table, bandsFrom)
  for (const viewer of viewers) pools.add(viewer)
  const isUnseen = (slot: number) => table.exposureTarget[slot] !== 0 && table.seenLately[slot] === 0
  let unseen = 0
  for (let slot = 0; slot < table.size; slot++) if (isUnseen(slot)) unseen++
  const areFew = unseen * FEW_UNSEEN <= table.size
  const near = new Map<number, Pool>()
  const byViewer = new Map<number, Candidates>()
  for (let slot = 0; slot < table.size; slot++) {
    if (slot % 500 === 0) yield
    const target = table.exposureTarget[slot] as number
    if (target === 0 || (table.orientation[slot] as number) < 0) continue
    const key = (table.town[slot] as number) * orientations.length + (table.orientation[slot] as number)
    if (near.size > CACHED_POOLS) near.clear()
    const pool = near.get(key) ?? pools.poolFor(table.orientation[slot] as number, table.town[slot] as number)
    near.set(key, pool)
    const isForAll = areFew && isUnseen(slot)
    const found = findCandidates(table, slot, pool, nothing, {
      most: isForAll || target > NEWCOMER ? VIEWERS.newcomer : VIEWERS.others,
      start: random(slot),
    })
    found.slots.forEach((viewer, n) => {
      const band = found.bands[n] as number
      if (!isForAll && band > FARTHEST && table.town[slot] !== 0 && table.town[viewer] !== 0) return
      const known = byViewer.get(viewer) ?? { slots: [], bands: [] }
      byViewer.set(viewer, known)
      known.slots.push(slot)
      known.bands.push(band)
    })
    yield
  }
  return byViewer
}
