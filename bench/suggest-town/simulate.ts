import { NEWCOMER_PROMISE } from '@rosella/contract/browse/rules'
import { runThrough } from '@rosella/server/features/browse/suggestions/matching/assign'
import {
  findCandidates,
  type SuggestablePools,
  suggestablePools,
} from '@rosella/server/features/browse/suggestions/matching/candidates'
import type { Policy } from './policies'
import type { Town } from './town'
import { World } from './world'

export interface Figures {
  shown: number
  likes: number
  mutual: number
  /** Of all who were here. */
  withMutual: number
  /** The worst of the whole weeks. */
  gini: number
  unseen: number
  /** Of the unseen and the newcomers, those whom nobody, or fewer than 50, who came that week could have been shown. */
  nobodyFits: number
  newcomers: number
  newcomersKept: number
  newcomersFew: number
  fewestForNewcomer: number
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

/** Runs a town by one policy, day by day. */
export function simulate(town: Town, days: number, policy: Policy): { figures: Figures; world: World } {
  const began = performance.now()
  const world = new World(town, days)
  const activeAt: number[][] = []
  const missed: number[][] = []
  const few = new Set<number>()
  for (let day = 0; day < days; day++) {
    if (day % WEEK === 0)
      activeAt.push(
        town.people
          .filter(({ facts, joined }) => joined < day && day - world.of(facts.id).lastActive <= 30)
          .map(({ facts }) => facts.id),
      )
    const roster = world.roster(day)
    const shown = policy(world, roster, day)
    for (const [viewer, slots] of shown) {
      const id = roster.ids[viewer] as number
      const ids = slots.map((slot) => roster.ids[slot] as number)
      // What nobody looked at was suggested to nobody.
      if (world.isPresent(id, day)) world.look(id, day, ids)
    }
    for (const { facts } of town.people) {
      if (!world.isPresent(facts.id, day)) continue
      world.answer(facts.id, day)
      world.of(facts.id).lastActive = day
    }
    // Looked into while it is known whom they had been shown before: nobody is suggested twice in 30 days.
    if (day % WEEK === WEEK - 1) missed.push(unseenIn(world, activeAt.at(-1) ?? [], day - WEEK + 1))
    for (const { facts, joined } of town.people)
      if (
        joined + WEEK === day &&
        joined >= 0 &&
        fitting(world, facts.id, joined + 1, { enough: NEWCOMER_PROMISE }) < NEWCOMER_PROMISE
      )
        few.add(facts.id)
  }
  return { figures: sumUp(world, { activeAt, missed, few }, days, (performance.now() - began) / 1000), world }
}

interface Noted {
  activeAt: readonly (readonly number[])[]
  /** By week and unseen member: whether there was somebody to show them to, as 0 or more. */
  missed: readonly (readonly number[])[]
  few: ReadonlySet<number>
}

function sumUp(world: World, { activeAt, missed, few }: Noted, days: number, seconds: number): Figures {
  const seen = (id: number, from: number, to: number): number => seenBetween(world, id, from, to)
  const weeks = activeAt
    .map((ids, n) => ids.map((id) => seen(id, n * WEEK, (n + 1) * WEEK)))
    .slice(0, Math.floor(days / WEEK))
  const newcomers = world.town.people.filter(({ joined }) => joined >= 0 && joined + WEEK < days)
  // The day of joining is the evening before the first assignment.
  const first = newcomers.map(({ facts, joined }) => seen(facts.id, joined, joined + WEEK + 1))
  const everybody = world.standing.filter(({ saw }) => saw > 0)
  return {
    shown: world.standing.reduce((sum, { shown }) => sum + shown, 0),
    likes: world.likesSent,
    mutual: world.mutual,
    withMutual: everybody.filter(({ mutual }) => mutual > 0).length / Math.max(1, everybody.length),
    gini: Math.max(...weeks.map(giniOf)),
    unseen: Math.max(...missed.map((fits) => fits.filter((count) => count > 0).length)),
    nobodyFits: Math.max(...missed.map((fits) => fits.filter((count) => count === 0).length)),
    newcomers: newcomers.length,
    newcomersKept: first.filter((count) => count >= NEWCOMER_PROMISE).length,
    newcomersFew: newcomers.filter(
      ({ facts }, n) => few.has(facts.id) && (first[n] as number) < NEWCOMER_PROMISE,
    ).length,
    fewestForNewcomer: Math.min(...first),
    seconds,
  }
}

const seenBetween = (world: World, id: number, from: number, to: number): number =>
  world
    .of(id)
    .views.subarray(from, to)
    .reduce((sum, one) => sum + one, 0)

const unseenIn = (world: World, ids: readonly number[], from: number): number[] =>
  ids
    .filter((id) => seenBetween(world, id, from, from + WEEK) === 0)
    .map((id) => fitting(world, id, from, { enough: 1, onlyFresh: true }))

let kept:
  | { world: World; day: number; roster: ReturnType<World['roster']>; pools: SuggestablePools }
  | undefined

/**
 * How many who came in the week from a day on suit somebody both ways, and, if asked, had not been shown them before;
 * counted only until there are enough.
 */
function fitting(
  world: World,
  id: number,
  from: number,
  { enough, onlyFresh = false }: { enough: number; onlyFresh?: boolean },
): number {
  if (kept?.world !== world || kept.day !== from) {
    const roster = world.roster(Math.max(1, from))
    kept = { world, day: from, roster, pools: runThrough(suggestablePools(roster, world.town.bandsFrom)) }
  }
  const { roster, pools } = kept
  const slot = roster.slotOf(id)
  if (slot === undefined) return 0
  const isFresh = (other: number) => !(world.of(other).suggested.has(id) || world.of(other).done.has(id))
  const came = (other: number) => weekFrom(from).some((day) => world.isPresent(other, day))
  const near = [pools.promised, pools.others].map((some) =>
    some.poolFor(roster.kind[slot] as number, roster.town[slot] as number),
  )
  const count = (most: number): number =>
    near
      .flatMap((pool) => findCandidates(roster, slot, pool, noOne, { most, start: 0 }).slots)
      .map((other) => roster.ids[other] as number)
      .filter((other) => came(other) && (!onlyFresh || isFresh(other))).length
  // Nearly always some of the first are enough.
  const first = count(enough * 10)
  return first >= enough ? first : count(Number.POSITIVE_INFINITY)
}

const weekFrom = (day: number): number[] => Array.from({ length: WEEK }, (_, n) => day + n)
const noOne = {
  never: new Set<number>(),
  lately: new Set<number>(),
  likedMe: [],
  passedMe: new Set<number>(),
}
