import { PICKS_A_DAY, suits } from '@rosella/contract/browse/rules'
import { assignDay, runThrough } from '@rosella/server/features/browse/suggestions/matching/assign'
import {
  findCandidates,
  type Pool,
  suggestablePools,
} from '@rosella/server/features/browse/suggestions/matching/candidates'
import type { Roster } from '@rosella/server/features/browse/suggestions/matching/roster'
import { type PairScore, scorePair } from '@rosella/server/features/browse/suggestions/matching/score'
import { kinds } from '@rosella/server/members/member-facts'
import { coin } from './town'
import type { World } from './world'

/** Whom each is shown on a day, by slot. */
export type Policy = (world: World, roster: Roster, day: number) => Map<number, number[]>

const slotsOf = (roster: Roster, which: (id: number) => boolean): number[] =>
  Array.from({ length: roster.size }, (_, slot) => slot).filter((slot) => which(roster.ids[slot] as number))
const isLately = (world: World, id: number, day: number): boolean => day - world.of(id).lastActive <= 30
/** Whoever is here looks, also after a long time. */
const lookersOf = (world: World, roster: Roster, day: number): number[] =>
  slotsOf(roster, (id) => world.isPresent(id, day))

/** At most so many are assigned together, as on the site. */
const TOGETHER = 5000

function assignOurs(world: World, roster: Roster, day: number): Map<number, number[]> {
  const markets = new Map<number, number[]>()
  for (const slot of slotsOf(roster, (id) => isLately(world, id, day))) {
    const kind = roster.kind[slot] as number
    const market = markets.get(kind)
    if (market) market.push(slot)
    else markets.set(kind, [slot])
  }
  const found = new Map<number, number[]>()
  const pools = runThrough(suggestablePools(roster, world.town.bandsFrom))
  const assign = (viewers: readonly number[]): void => {
    const knownFor = (slot: number) => world.known(roster.ids[slot] as number)
    const steps = assignDay(roster, pools, world.town.bandsFrom, viewers, knownFor, 20260101 + day)
    for (const { viewer, picks } of runThrough(steps))
      found.set(
        viewer,
        picks.map(({ other }) => other),
      )
  }
  for (const market of markets.values()) {
    const parts = Math.ceil(market.length / TOGETHER)
    for (let part = 0; part < parts; part++) assign(market.filter((_, at) => at % parts === part))
  }
  // Who comes back after a long time is given theirs on opening the page.
  for (const slot of lookersOf(world, roster, day)) if (!found.has(slot)) assign([slot])
  return found
}

const sortedPools = (world: World, roster: Roster, keys: Float64Array | Float32Array) => {
  const order = Array.from({ length: roster.size }, (_, slot) => slot)
    .filter((slot) => roster.suggestable[slot] === 1)
    .sort((a, b) => (keys[b] as number) - (keys[a] as number))
  const known = new Map<string, Pool>()
  return (viewer: number): Pool => {
    const [kind, town] = [roster.kind[viewer] as number, roster.town[viewer] as number]
    const key = `${kind} ${town}`
    const there = known.get(key)
    if (there) return there
    const mine = kinds[kind] as (typeof kinds)[number]
    const fits = kinds.map((one) => suits(mine.interested, one.gender) && suits(one.interested, mine.gender))
    const slots = Int32Array.from(order.filter((slot) => fits[roster.kind[slot] as number]))
    const bands = world.town.bandsFrom(town)
    const pool: Pool = {
      slots,
      bands: Uint8Array.from(slots, (slot) => {
        const place = roster.town[slot] as number
        return town === 0 || place === 0 ? 7 : (bands[place] as number)
      }),
      ends: Array(8).fill(slots.length),
    }
    known.set(key, pool)
    return pool
  }
}

/** Everybody sees the first of one order who fit and whom they have not seen. */
const inOneOrder =
  (keyOf: (world: World, roster: Roster, slot: number) => number): Policy =>
  (world, roster, day) => {
    const keys = Float64Array.from({ length: roster.size }, (_, slot) => keyOf(world, roster, slot))
    const poolOf = sortedPools(world, roster, keys)
    const found = new Map<number, number[]>()
    for (const viewer of lookersOf(world, roster, day)) {
      const id = roster.ids[viewer] as number
      const pool = poolOf(viewer)
      const first = (lately: boolean) =>
        findCandidates(roster, viewer, pool, world.known(id), { most: PICKS_A_DAY, start: 0, lately }).slots
      const fresh = first(false)
      found.set(viewer, fresh.length > 0 ? fresh : first(true))
    }
    return found
  }

/** Everybody sees the best of their own candidates, which are found as ours are. */
const byScore =
  (worthOf: (score: PairScore) => number): Policy =>
  (world, roster, day) => {
    const { promised, others } = runThrough(suggestablePools(roster, world.town.bandsFrom))
    const known = new Map<string, [Pool, Pool]>()
    const found = new Map<number, number[]>()
    const made: PairScore = { chance: 0, back: 0, score: 0 }
    for (const viewer of lookersOf(world, roster, day)) {
      const id = roster.ids[viewer] as number
      const [kind, town] = [roster.kind[viewer] as number, roster.town[viewer] as number]
      const key = `${kind} ${town}`
      const near = known.get(key) ?? [promised.poolFor(kind, town), others.poolFor(kind, town)]
      known.set(key, near)
      const scored: [slot: number, value: number][] = []
      const score = (lately: boolean) =>
        near.forEach((pool, n) => {
          const { slots, bands } = findCandidates(roster, viewer, pool, world.known(id), {
            most: n === 0 ? 80 : 400,
            start: coin(id, day, 3),
            lately,
          })
          slots.forEach((slot, at) => {
            scorePair(roster, viewer, slot, bands[at] as number, made)
            scored.push([slot, worthOf(made)])
          })
        })
      score(false)
      if (scored.length === 0) score(true)
      scored.sort((a, b) => b[1] - a[1])
      found.set(
        viewer,
        scored.slice(0, PICKS_A_DAY).map(([slot]) => slot),
      )
    }
    return found
  }

export const policies: Record<string, Policy> = {
  'newest first': inOneOrder(
    (world, roster, slot) => world.person(roster.ids[slot] as number).facts.created_ts,
  ),
  popularity: inOneOrder((_world, roster, slot) => roster.getting[slot] as number),
  'one-sided score': byScore(({ chance }) => chance),
  'greedy reciprocal': byScore(({ score }) => score),
  ours: assignOurs,
}
