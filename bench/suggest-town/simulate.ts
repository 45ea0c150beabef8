import { NEWCOMER_EXPOSURE_TARGET } from '@rosella/contract/browse/rules'
import { drain } from '@rosella/server/features/browse/suggestions/matching/assign'
import {
  findCandidates,
  type SuggestablePools,
  suggestablePools,
} from '@rosella/server/features/browse/suggestions/matching/find-candidates'
import { MOST_LIKES } from '@rosella/server/features/browse/suggestions/matching/matching'
import { type PairScore, scorePair } from '@rosella/server/features/browse/suggestions/matching/score'
import { orientations } from '@rosella/server/members/member-facts'
import { NO_BAND } from '@rosella/server/members/preferences'
import type { Policy } from './policies'
import type { Town } from './town'
import { World } from './world'

export interface SimulationMetrics {
  shown: number
  likes: number
  mutual: number
  /** The share of visitors with at least one mutual like. */
  withMutual: number
  /** The worst complete week. */
  gini: number
  unseen: number
  /** Unseen members without a match among that week's visitors. */
  withoutMatch: number
  newcomers: number
  newcomersKept: number
  /** Newcomers with fewer than 50 matches among that week's visitors. */
  newcomersFew: number
  fewestForNewcomer: number
  /** The share of members and days with more expected likes than the limit, and the most, as a multiple of the limit. */
  overLimit: number
  mostOverLimit: number
  seconds: number
}

/** @internal exported for its test */
export function giniOf(counts: readonly number[]): number {
  const sorted = [...counts].sort((a, b) => a - b)
  const sum = sorted.reduce((all, one) => all + one, 0)
  if (sum === 0) return 0
  const weighted = sorted.reduce((all, one, place) => all + one * (place + 1), 0)
  return (2 * weighted) / (sorted.length * sum) - (sorted.length + 1) / sorted.length
}

const WEEK = 7

/** Simulates a town under one policy, day by day. */
export function simulate(
  town: Town,
  days: number,
  policy: Policy,
): { metrics: SimulationMetrics; world: World } {
  const began = performance.now()
  const world = new World(town, days)
  const activeAt: number[][] = []
  const missed: number[][] = []
  const few = new Set<number>()
  const overLimit: number[] = []
  for (let day = 0; day < days; day++) {
    if (day % WEEK === 0)
      activeAt.push(
        town.people
          .filter(({ facts, joined }) => joined < day && day - world.of(facts.id).lastActive <= 30)
          .map(({ facts }) => facts.id),
      )
    const table = world.candidateTable(day)
    const shown = policy(world, table, day)
    overLimit.push(...multiplesOfLimit(world, table, shown))
    for (const [viewer, slots] of shown) {
      const id = table.ids[viewer] as number
      const ids = slots.map((slot) => table.ids[slot] as number)
      // A list that was not opened does not count.
      if (world.isPresent(id, day)) world.openSuggestions(id, day, ids)
    }
    for (const { facts } of town.people) {
      if (!world.isPresent(facts.id, day)) continue
      world.answer(facts.id, day)
      world.of(facts.id).lastActive = day
    }
    // Computed now, because it depends on earlier suggestions: nobody is suggested twice in 30 days.
    if (day % WEEK === WEEK - 1) missed.push(unseenIn(world, activeAt.at(-1) ?? [], day - WEEK + 1))
    for (const { facts, joined } of town.people)
      if (
        joined + WEEK === day &&
        joined >= 0 &&
        countMatches(world, facts.id, joined + 1, { enough: NEWCOMER_EXPOSURE_TARGET }) <
          NEWCOMER_EXPOSURE_TARGET
      )
        few.add(facts.id)
  }
  return {
    metrics: sumUp(world, { activeAt, missed, few, overLimit }, days, (performance.now() - began) / 1000),
    world,
  }
}

interface WeeklyNotes {
  activeAt: readonly (readonly number[])[]
  /** By week and unseen member: 0 if they had no match among the visitors. */
  missed: readonly (readonly number[])[]
  few: ReadonlySet<number>
  /** By day and member: the expected likes as a multiple of the limit. */
  overLimit: readonly number[]
}

function sumUp(
  world: World,
  { activeAt, missed, few, overLimit }: WeeklyNotes,
  days: number,
  seconds: number,
): SimulationMetrics {
  const seen = (id: number, from: number, to: number): number => seenBetween(world, id, from, to)
  const weeks = activeAt
    .map((ids, n) => ids.map((id) => seen(id, n * WEEK, (n + 1) * WEEK)))
    .slice(0, Math.floor(days / WEEK))
  const newcomers = world.town.people.filter(({ joined }) => joined >= 0 && joined + WEEK < days)
  // Members join on the evening before their first assignment.
  const first = newcomers.map(({ facts, joined }) => seen(facts.id, joined, joined + WEEK + 1))
  const everybody = world.states.filter(({ saw }) => saw > 0)
  return {
    shown: world.states.reduce((sum, { shown }) => sum + shown, 0),
    likes: world.likesSent,
    mutual: world.mutual,
    withMutual: everybody.filter(({ mutual }) => mutual > 0).length / Math.max(1, everybody.length),
    gini: Math.max(...weeks.map(giniOf)),
    unseen: Math.max(...missed.map((matches) => matches.filter((count) => count > 0).length)),
    withoutMatch: Math.max(...missed.map((matches) => matches.filter((count) => count === 0).length)),
    newcomers: newcomers.length,
    newcomersKept: first.filter((count) => count >= NEWCOMER_EXPOSURE_TARGET).length,
    newcomersFew: newcomers.filter(
      ({ facts }, n) => few.has(facts.id) && (first[n] as number) < NEWCOMER_EXPOSURE_TARGET,
    ).length,
    fewestForNewcomer: Math.min(...first),
    overLimit: overLimit.filter((multiple) => multiple > 1).length / Math.max(1, overLimit.length),
    mostOverLimit: overLimit.reduce((most, multiple) => Math.max(most, multiple), 0),
    seconds,
  }
}

/**
 * The expected likes of every candidate from a day's suggestions, as a multiple of the limit: three times the mean of
 * their orientation, and at least one like.
 */
function multiplesOfLimit(
  world: World,
  table: ReturnType<World['candidateTable']>,
  shown: ReturnType<Policy>,
): number[] {
  const likes = new Float64Array(table.size)
  const pair: PairScore = { chance: 0, back: 0, score: 0 }
  for (const [viewer, slots] of shown) {
    const bands = world.town.bandsFrom(table.town[viewer] as number)
    for (const slot of slots) {
      scorePair(table, viewer, slot, bands[table.town[slot] as number] ?? NO_BAND, pair, 'unknown')
      likes[slot] = (likes[slot] as number) + pair.chance * (table.attendanceToday[viewer] as number)
    }
  }
  const suggestable = [...likes.keys()].filter((slot) => table.suggestable[slot] === 1)
  return orientations.flatMap((_, orientation) => {
    const slots = suggestable.filter((slot) => table.orientation[slot] === orientation)
    const mean = slots.reduce((sum, slot) => sum + (likes[slot] as number), 0) / slots.length
    const limit = Math.max(MOST_LIKES.atLeast, MOST_LIKES.shares * mean)
    return slots.map((slot) => (likes[slot] as number) / limit)
  })
}

const seenBetween = (world: World, id: number, from: number, to: number): number =>
  world
    .of(id)
    .views.subarray(from, to)
    .reduce((sum, one) => sum + one, 0)

const unseenIn = (world: World, ids: readonly number[], from: number): number[] =>
  ids
    .filter((id) => seenBetween(world, id, from, from + WEEK) === 0)
    .map((id) => countMatches(world, id, from, { enough: 1, onlyFresh: true }))

let cached:
  | { world: World; day: number; table: ReturnType<World['candidateTable']>; pools: SuggestablePools }
  | undefined

/**
 * How many visitors of the week after a day match a member both ways and, with `onlyFresh`, have not seen them
 * before. Stops counting at about `enough`.
 */
function countMatches(
  world: World,
  id: number,
  from: number,
  { enough, onlyFresh = false }: { enough: number; onlyFresh?: boolean },
): number {
  if (cached?.world !== world || cached.day !== from) {
    const table = world.candidateTable(Math.max(1, from))
    cached = { world, day: from, table, pools: drain(suggestablePools(table, world.town.bandsFrom)) }
  }
  const { table, pools } = cached
  const slot = table.slotOf(id)
  if (slot === undefined) return 0
  const isFresh = (other: number) => !(world.of(other).suggested.has(id) || world.of(other).done.has(id))
  const visited = (other: number) => weekFrom(from).some((day) => world.isPresent(other, day))
  const near = [pools.targeted, pools.others].map((some) =>
    some.poolFor(table.orientation[slot] as number, table.town[slot] as number),
  )
  const count = (most: number): number =>
    near
      .flatMap((pool) => findCandidates(table, slot, pool, noOne, { most, start: 0 }).slots)
      .map((other) => table.ids[other] as number)
      .filter((other) => visited(other) && (!onlyFresh || isFresh(other))).length
  // Nearly always the first candidates are enough.
  const first = count(enough * 10)
  return first >= enough ? first : count(Number.POSITIVE_INFINITY)
}

const weekFrom = (day: number): number[] => Array.from({ length: WEEK }, (_, n) => day + n)
const noOne = {
  never: new Set<number>(),
  recent: new Set<number>(),
  likedMe: [],
  passedMe: new Set<number>(),
}
