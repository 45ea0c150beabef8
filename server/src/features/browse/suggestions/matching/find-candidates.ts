import { isMutual } from '@rosella/contract/browse/rules'
import { orientations } from '../../../../members/member-facts'
import { NO_BAND } from '../../../../members/preferences'
import type { CandidateTable } from './candidate-table'
import { matchesBothWays } from './score'

/** By town id: the band from a town to every town. Town 0 is unknown and far from everywhere. */
export type BandsFrom = (town: number) => Uint8Array

export interface Ids {
  has(id: number): boolean
}

/** A viewer's relations to others: members not to suggest, and members known to like or to have passed the viewer. */
export interface KnownRelations {
  /** Blocked, not interested either way, liked, matched, messaged, oneself. */
  never: Ids
  /** Suggested in the last 30 days; suggested again only if nobody else is left. */
  recent: Ids
  /** Members who like the viewer and have had no answer yet. */
  likedMe: readonly number[]
  /** Members who saw the viewer in the last 30 days and sent no like. */
  passedMe: Ids
}

/** After this many checks, findCandidates stops if it has enough. */
const CHECKS = 4000
const ENOUGH = 28

/** The members of mutual orientation for an orientation and town, the nearest first. */
export interface Pool {
  slots: Int32Array
  bands: Uint8Array
  /** By band: the index after its last member. */
  ends: number[]
}

export class Pools {
  readonly #groups = orientations.map(() => new Map<number, number[]>())

  constructor(
    private readonly table: CandidateTable,
    private readonly bandsFrom: BandsFrom,
  ) {}

  add(slot: number): void {
    const groups = this.#groups[this.table.orientation[slot] as number]
    const town = this.table.town[slot] as number
    const group = groups?.get(town)
    if (group) group.push(slot)
    else groups?.set(town, [slot])
  }

  /** Adds towns from near to far, until there are more members than findCandidates checks. */
  poolFor(orientation: number, town: number): Pool {
    const bands = this.bandsFrom(town)
    const byBand: number[][][] = Array.from({ length: NO_BAND + 1 }, () => [])
    for (const theirs of mutualOrientationsOf(orientation)) {
      for (const [there, group] of this.#groups[theirs] ?? [])
        byBand[town === 0 || there === 0 ? NO_BAND : (bands[there] ?? NO_BAND)]?.push(group)
    }
    const parts: number[][] = []
    const ends: number[] = []
    let size = 0
    for (const groups of byBand) {
      if (size < CHECKS * 2)
        for (const group of groups) {
          parts.push(group)
          size += group.length
        }
      ends.push(size)
    }
    const pool: Pool = { slots: new Int32Array(size), bands: new Uint8Array(size), ends }
    let at = 0
    for (const part of parts) {
      pool.slots.set(part, at)
      at += part.length
    }
    let from = 0
    ends.forEach((end, band) => {
      pool.bands.fill(band, from, end)
      from = end
    })
    return pool
  }
}

export interface SuggestablePools {
  targeted: Pools
  others: Pools
}

/** The members who may be suggested, in separate pools for those with an exposure target today. Built once a day. */
export function* suggestablePools(
  table: CandidateTable,
  bandsFrom: BandsFrom,
): Generator<void, SuggestablePools> {
  yield* rankBySeen(table)
  const pools = { targeted: new Pools(table, bandsFrom), others: new Pools(table, bandsFrom) }
  for (let slot = 0; slot < table.size; slot++) {
    if (table.suggestable[slot] === 1)
      pools[(table.exposureTarget[slot] as number) > 0 ? 'targeted' : 'others'].add(slot)
    if (slot % 500 === 0) yield
  }
  return pools
}

const mutualByOrientation = orientations.map((mine) =>
  orientations.flatMap((theirs, n) => (isMutual(mine, theirs) ? [n] : [])),
)
const mutualOrientationsOf = (orientation: number): readonly number[] =>
  mutualByOrientation[orientation] ?? []

export interface Candidates {
  slots: number[]
  bands: number[]
}

/**
 * The members of a pool whose preferences match both ways. It starts at a random place, so that viewers get different
 * candidates. With `repeats` it returns members suggested in the last 30 days instead of the others.
 */
export function findCandidates(
  table: CandidateTable,
  viewer: number,
  pool: Pool,
  known: KnownRelations,
  { most, start, repeats = false }: { most: number; start: number; repeats?: boolean },
): Candidates {
  const found: Candidates = { slots: [], bands: [] }
  const reach = Math.min(table.lastBand[viewer] as number, NO_BAND)
  const room = pool.ends[reach] ?? 0
  let checks = 0
  for (let n = 0, at = Math.floor(start * room); n < room; n++, at++) {
    if (at >= room) at = 0
    if (checks++ >= CHECKS && found.slots.length >= ENOUGH) break
    const slot = pool.slots[at] as number
    const band = pool.bands[at] as number
    if (slot === viewer || !matchesBothWays(table, viewer, slot, band)) continue
    const id = table.ids[slot] as number
    if (known.never.has(id) || known.recent.has(id) !== repeats) continue
    found.slots.push(slot)
    found.bands.push(band)
    if (found.slots.length >= most) break
  }
  return found
}

/** The members who like the viewer and can be suggested. They are few, so all are checked in order. */
export function findAdmirers(
  table: CandidateTable,
  viewer: number,
  known: KnownRelations,
  bands: Uint8Array,
  most: number,
): Candidates {
  const found: Candidates = { slots: [], bands: [] }
  const mutual = mutualOrientationsOf(table.orientation[viewer] as number)
  for (const id of known.likedMe) {
    const slot = table.slotOf(id)
    if (
      slot === undefined ||
      table.suggestable[slot] === 0 ||
      !mutual.includes(table.orientation[slot] as number)
    )
      continue
    const [here, there] = [table.town[viewer] as number, table.town[slot] as number]
    const band = here === 0 || there === 0 ? NO_BAND : (bands[there] ?? NO_BAND)
    if (!matchesBothWays(table, viewer, slot, band) || known.never.has(id) || known.recent.has(id)) continue
    found.slots.push(slot)
    found.bands.push(band)
    if (found.slots.length >= most) break
  }
  return found
}

/**
 * Writes each member's rank by views this week into the table, from 0 (least seen) to 1 (most seen). Members with equal
 * views share the middle rank. Also computes the Gini coefficient of the views.
 */
function* rankBySeen(table: CandidateTable): Generator<void> {
  const members = new Map<number, number>()
  let all = 0
  for (let slot = 0; slot < table.size; slot++) {
    if (slot % 500 === 0) yield
    if (table.suggestable[slot] === 0) continue
    const seen = table.seenWeek[slot] as number
    members.set(seen, (members.get(seen) ?? 0) + 1)
    all++
  }
  const ranks = new Map<number, number>()
  let [below, views, weighted] = [0, 0, 0]
  for (const [seen, count] of [...members].sort(([a], [b]) => a - b)) {
    const rank = (below + count / 2) / all
    ranks.set(seen, rank)
    below += count
    views += seen * count
    weighted += seen * count * rank
  }
  table.seenGini = views > 0 ? (2 * weighted) / views - 1 : 0
  for (let slot = 0; slot < table.size; slot++) {
    if (slot % 500 === 0) yield
    table.seenRank[slot] = ranks.get(table.seenWeek[slot] as number) ?? 0.5
  }
}
