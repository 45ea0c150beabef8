import { suits } from '@rosella/contract/browse/rules'
import { kinds } from '../../../../members/member-facts'
import { NO_BAND } from '../../../../members/preferences'
import type { Roster } from './roster'
import { matchesBothWays } from './score'

/** The band from a town to every town, by number; a town of 0 is far from everywhere. */
export type BandsFrom = (town: number) => Uint8Array

export interface Ids {
  has(id: number): boolean
}

/** What is between a member and others: who is not to be suggested, and of whom it is known that they like the member. */
export interface Known {
  /** Blocked, not interested either way, liked, matched, written to, oneself. */
  never: Ids
  /** Suggested in the last 30 days: only when nobody else is left. */
  lately: Ids
  /** They like the member, who has not said anything yet: one need not guess. */
  likedMe: readonly number[]
  /** They were shown the member in the last 30 days and sent no like. */
  passedMe: Ids
}

/** Looked at before it is enough, where some have been found. */
const LOOKS = 4000
const ENOUGH = 28

/** Members who suit one kind of member in one town, the nearest first. */
export interface Pool {
  slots: Int32Array
  bands: Uint8Array
  /** Where each band ends. */
  ends: number[]
}

export class Pools {
  readonly #groups = kinds.map(() => new Map<number, number[]>())

  constructor(
    private readonly roster: Roster,
    private readonly bandsFrom: BandsFrom,
  ) {}

  add(slot: number): void {
    const groups = this.#groups[this.roster.kind[slot] as number]
    const town = this.roster.town[slot] as number
    const group = groups?.get(town)
    if (group) group.push(slot)
    else groups?.set(town, [slot])
  }

  /** Near towns before far ones, until there are more than anybody looks at. */
  poolFor(kind: number, town: number): Pool {
    const bands = this.bandsFrom(town)
    const byBand: number[][][] = Array.from({ length: NO_BAND + 1 }, () => [])
    for (const theirs of suitingKindsOf(kind)) {
      for (const [there, group] of this.#groups[theirs] ?? [])
        byBand[town === 0 || there === 0 ? NO_BAND : (bands[there] ?? NO_BAND)]?.push(group)
    }
    const parts: number[][] = []
    const ends: number[] = []
    let size = 0
    for (const groups of byBand) {
      if (size < LOOKS * 2)
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
  promised: Pools
  others: Pools
}

/** Those who may be suggested; whoever was promised something today stands apart. Made once for a day. */
export function* suggestablePools(roster: Roster, bandsFrom: BandsFrom): Generator<void, SuggestablePools> {
  yield* rankBySeen(roster)
  const pools = { promised: new Pools(roster, bandsFrom), others: new Pools(roster, bandsFrom) }
  for (let slot = 0; slot < roster.size; slot++) {
    if (roster.suggestable[slot] === 1)
      pools[(roster.promised[slot] as number) > 0 ? 'promised' : 'others'].add(slot)
    if (slot % 500 === 0) yield
  }
  return pools
}

const suiting = kinds.map((mine) =>
  kinds.flatMap((theirs, n) =>
    suits(mine.interested, theirs.gender) && suits(theirs.interested, mine.gender) ? [n] : [],
  ),
)
const suitingKindsOf = (kind: number): readonly number[] => suiting[kind] ?? []

export interface Found {
  slots: number[]
  bands: number[]
}

/**
 * Those of a pool who suit both ways, from a place of chance on, so that not everybody is offered the same. `lately`
 * takes those suggested not long ago instead of the others.
 */
export function findCandidates(
  roster: Roster,
  viewer: number,
  pool: Pool,
  known: Known,
  { most, start, lately = false }: { most: number; start: number; lately?: boolean },
): Found {
  const found: Found = { slots: [], bands: [] }
  const reach = Math.min(roster.lastBand[viewer] as number, NO_BAND)
  const room = pool.ends[reach] ?? 0
  let looks = 0
  for (let n = 0, at = Math.floor(start * room); n < room; n++, at++) {
    if (at >= room) at = 0
    if (looks++ >= LOOKS && found.slots.length >= ENOUGH) break
    const slot = pool.slots[at] as number
    const band = pool.bands[at] as number
    if (slot === viewer || !matchesBothWays(roster, viewer, slot, band)) continue
    const id = roster.ids[slot] as number
    if (known.never.has(id) || known.lately.has(id) !== lately) continue
    found.slots.push(slot)
    found.bands.push(band)
    if (found.slots.length >= most) break
  }
  return found
}

/** Of those who like the member, who can be suggested; few, and not a matter of chance. */
export function findAdmirers(
  roster: Roster,
  viewer: number,
  known: Known,
  bands: Uint8Array,
  most: number,
): Found {
  const found: Found = { slots: [], bands: [] }
  const kinds = suitingKindsOf(roster.kind[viewer] as number)
  for (const id of known.likedMe) {
    const slot = roster.slotOf(id)
    if (slot === undefined || roster.suggestable[slot] === 0 || !kinds.includes(roster.kind[slot] as number))
      continue
    const [here, there] = [roster.town[viewer] as number, roster.town[slot] as number]
    const band = here === 0 || there === 0 ? NO_BAND : (bands[there] ?? NO_BAND)
    if (!matchesBothWays(roster, viewer, slot, band) || known.never.has(id) || known.lately.has(id)) continue
    found.slots.push(slot)
    found.bands.push(band)
    if (found.slots.length >= most) break
  }
  return found
}

/**
 * Where each member stands by how often they were seen this week, into the roster: 0 the least, 1 the most, and those
 * seen alike in the middle of their own; and how unevenly they were seen, the Gini of it.
 */
function* rankBySeen(roster: Roster): Generator<void> {
  const members = new Map<number, number>()
  let all = 0
  for (let slot = 0; slot < roster.size; slot++) {
    if (slot % 500 === 0) yield
    if (roster.suggestable[slot] === 0) continue
    const seen = roster.seenWeek[slot] as number
    members.set(seen, (members.get(seen) ?? 0) + 1)
    all++
  }
  const ranks = new Map<number, number>()
  let [below, looks, weighted] = [0, 0, 0]
  for (const [seen, count] of [...members].sort(([a], [b]) => a - b)) {
    const rank = (below + count / 2) / all
    ranks.set(seen, rank)
    below += count
    looks += seen * count
    weighted += seen * count * rank
  }
  roster.seenGini = looks > 0 ? (2 * weighted) / looks - 1 : 0
  for (let slot = 0; slot < roster.size; slot++) {
    if (slot % 500 === 0) yield
    roster.seenRank[slot] = ranks.get(roster.seenWeek[slot] as number) ?? 0.5
  }
}
