import type { PairWeights } from '@rosella/contract/browse/exposure'
import { isMutual, PICKS_A_DAY } from '@rosella/contract/browse/rules'
import { assignDay, drain } from '@rosella/server/features/browse/suggestions/matching/assign'
import type { CandidateTable } from '@rosella/server/features/browse/suggestions/matching/candidate-table'
import {
  findCandidates,
  type Pool,
  suggestablePools,
} from '@rosella/server/features/browse/suggestions/matching/find-candidates'
import { learnPairWeights } from '@rosella/server/features/browse/suggestions/matching/learn-pair-weights'
import { type PairScore, scorePair } from '@rosella/server/features/browse/suggestions/matching/score'
import { weights } from '@rosella/server/features/browse/suggestions/matching/weights'
import { orientations } from '@rosella/server/members/member-facts'
import { coin } from './town'
import type { World } from './world'

/** By slot of the viewer: the slots of the members they are shown on a day. */
export type Policy = (world: World, table: CandidateTable, day: number) => Map<number, number[]>

const slotsOf = (table: CandidateTable, which: (id: number) => boolean): number[] =>
  Array.from({ length: table.size }, (_, slot) => slot).filter((slot) => which(table.ids[slot] as number))
const isRecentlyActive = (world: World, id: number, day: number): boolean =>
  day - world.of(id).lastActive <= 30
/** Everyone who visits sees suggestions, even after a long absence. */
const visitorsOf = (world: World, table: CandidateTable, day: number): number[] =>
  slotsOf(table, (id) => world.isPresent(id, day))

/** The most members assigned together, as on the site. */
const GROUP_SIZE = 5000

function assignOurs(world: World, table: CandidateTable, day: number): Map<number, number[]> {
  const groups = new Map<number, number[]>()
  for (const slot of slotsOf(table, (id) => isRecentlyActive(world, id, day))) {
    const orientation = table.orientation[slot] as number
    const group = groups.get(orientation)
    if (group) group.push(slot)
    else groups.set(orientation, [slot])
  }
  const found = new Map<number, number[]>()
  const pools = drain(suggestablePools(table, world.town.bandsFrom))
  const assign = (viewers: readonly number[]): void => {
    const knownFor = (slot: number) => world.known(table.ids[slot] as number)
    const steps = assignDay(table, pools, world.town.bandsFrom, viewers, knownFor, 20260101 + day)
    for (const { viewer, picks } of drain(steps))
      found.set(
        viewer,
        picks.map(({ other }) => other),
      )
  }
  for (const group of groups.values()) {
    const parts = Math.ceil(group.length / GROUP_SIZE)
    for (let part = 0; part < parts; part++) assign(group.filter((_, at) => at % parts === part))
  }
  // Members who return after a long absence get suggestions when they open the page.
  for (const slot of visitorsOf(world, table, day)) if (!found.has(slot)) assign([slot])
  return found
}

/** Learnt in a simulated town in which goals and tags matter, and used until version 4 of the weights. */
const pairOfTown: PairWeights = {
  age_gap: -0.4645,
  distance: -0.3398,
  same_goals: 0.2275,
  goals_clash: -0.575,
  shared_tags: 0.1855,
  shared_language: 0.0326,
}

/** Our assignment with other weights for the profiles. */
const withPair =
  (pairOn: (world: World, table: CandidateTable, day: number) => PairWeights): Policy =>
  (world, table, day) => {
    world.weights = { ...weights, pair: pairOn(world, table, day) }
    table.weights = world.weights
    return assignOurs(world, table, day)
  }

const sortedPools = (world: World, table: CandidateTable, keys: Float64Array | Float32Array) => {
  const order = Array.from({ length: table.size }, (_, slot) => slot)
    .filter((slot) => table.suggestable[slot] === 1)
    .sort((a, b) => (keys[b] as number) - (keys[a] as number))
  const known = new Map<string, Pool>()
  return (viewer: number): Pool => {
    const [orientation, town] = [table.orientation[viewer] as number, table.town[viewer] as number]
    const key = `${orientation} ${town}`
    const there = known.get(key)
    if (there) return there
    const mine = orientations[orientation] as (typeof orientations)[number]
    const mutual = orientations.map((one) => isMutual(mine, one))
    const slots = Int32Array.from(order.filter((slot) => mutual[table.orientation[slot] as number]))
    const bands = world.town.bandsFrom(town)
    const pool: Pool = {
      slots,
      bands: Uint8Array.from(slots, (slot) => {
        const place = table.town[slot] as number
        return town === 0 || place === 0 ? 7 : (bands[place] as number)
      }),
      ends: Array(8).fill(slots.length),
    }
    known.set(key, pool)
    return pool
  }
}

/** Everyone sees the first members of one order who match and who are new to them. */
const inOneOrder =
  (keyOf: (world: World, table: CandidateTable, slot: number) => number): Policy =>
  (world, table, day) => {
    const keys = Float64Array.from({ length: table.size }, (_, slot) => keyOf(world, table, slot))
    const poolOf = sortedPools(world, table, keys)
    const found = new Map<number, number[]>()
    for (const viewer of visitorsOf(world, table, day)) {
      const id = table.ids[viewer] as number
      const pool = poolOf(viewer)
      const first = (repeats: boolean) =>
        findCandidates(table, viewer, pool, world.known(id), { most: PICKS_A_DAY, start: 0, repeats }).slots
      const fresh = first(false)
      found.set(viewer, fresh.length > 0 ? fresh : first(true))
    }
    return found
  }

/** Everyone sees their best candidates, found in the same way as for our policy. */
const byScore =
  (worthOf: (score: PairScore) => number): Policy =>
  (world, table, day) => {
    const { targeted, others } = drain(suggestablePools(table, world.town.bandsFrom))
    const known = new Map<string, [Pool, Pool]>()
    const found = new Map<number, number[]>()
    const made: PairScore = { chance: 0, back: 0, score: 0 }
    for (const viewer of visitorsOf(world, table, day)) {
      const id = table.ids[viewer] as number
      const [orientation, town] = [table.orientation[viewer] as number, table.town[viewer] as number]
      const key = `${orientation} ${town}`
      const near = known.get(key) ?? [targeted.poolFor(orientation, town), others.poolFor(orientation, town)]
      known.set(key, near)
      const scored: [slot: number, value: number][] = []
      const score = (repeats: boolean) =>
        near.forEach((pool, n) => {
          const { slots, bands } = findCandidates(table, viewer, pool, world.known(id), {
            most: n === 0 ? 80 : 400,
            start: coin(id, day, 3),
            repeats,
          })
          slots.forEach((slot, at) => {
            scorePair(table, viewer, slot, bands[at] as number, made)
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
    (world, table, slot) => world.person(table.ids[slot] as number).facts.created_ts,
  ),
  popularity: inOneOrder((_world, table, slot) => table.getting[slot] as number),
  'one-sided score': byScore(({ chance }) => chance),
  'greedy reciprocal': byScore(({ score }) => score),
  ours: withPair((world, table, day) => {
    const made = drain(learnPairWeights(weights.pair, world.shownCards(table, day)))
    world.learned = made
    return made.pair
  }),
}

/** Our assignment without learning. */
export const variants: Record<string, Policy> = {
  'starting weights': assignOurs,
  'town weights': withPair(() => pairOfTown),
}
