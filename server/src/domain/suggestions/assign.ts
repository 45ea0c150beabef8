import { type BandsFrom, type Excluded, type Found, findCandidates, type Pool, Pools } from './candidates'
import { Market } from './market'
import { type PairScore, scorePair } from './pair-score'
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

/** Candidates by score, and of those who were promised something. */
const BY_SCORE = 400
const PROMISED = 80
/** So many of the best are asked for a place, and so many others are there to be 'a bit different'. */
const BEST = 120
const OTHERS = 40

/** The same for the same seed and member. */
function chanceOf(seed: number, n: number): number {
  let x = Math.imul(seed ^ Math.imul(n + 1, 0x9e3779b1), 0x85ebca6b)
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35)
  return ((x ^ (x >>> 16)) >>> 0) / 2 ** 32
}

/**
 * The day's suggestions of some members together. A generator, which comes up for air after each member: whoever runs it
 * decides how long it may go on. What it gives away is written into the roster, so that those who are assigned later on
 * the same day find it.
 */
export function* assignDay(
  roster: Roster,
  bandsFrom: BandsFrom,
  viewers: readonly number[],
  excludedFor: (slot: number) => Excluded,
  seed: number,
): Generator<void, Assigned[]> {
  const pools = new Pools(roster, bandsFrom)
  const market = new Market(roster)
  // Members of one kind and town have the same pools.
  const key = (slot: number) => (roster.kind[slot] as number) * 2 ** 32 + (roster.town[slot] as number)
  const inOrder = [...viewers]
    .filter((slot) => (roster.kind[slot] as number) >= 0)
    .sort((a, b) => key(a) - key(b))
  let [at, near] = [-1, [] as Pool[]]
  for (const viewer of inOrder) {
    if (key(viewer) !== at) {
      at = key(viewer)
      near = [true, false].map((isPromised) =>
        pools.poolFor(roster.kind[viewer] as number, roster.town[viewer] as number, isPromised),
      )
    }
    market.enter(viewer, makeOffers(roster, viewer, near as [Pool, Pool], excludedFor(viewer), seed))
    yield
  }
  yield* market.keepPromises()
  yield* market.deferAcceptance()
  yield* market.addDifferent(seed)
  yield* market.fill()
  return market.result()
}

export interface Offer {
  slot: number
  chance: number
  back: number
  score: number
  /** Not among the best: there to be 'a bit different'. */
  spare: boolean
}

/** Who may be suggested to one member, the best first. */
function makeOffers(
  roster: Roster,
  viewer: number,
  [promised, others]: [Pool, Pool],
  excluded: Excluded,
  seed: number,
): Offer[] {
  const start = chanceOf(seed, roster.ids[viewer] as number)
  const scored = (lately: boolean) => [
    ...scoreAll(
      roster,
      viewer,
      findCandidates(roster, viewer, promised, excluded, { most: PROMISED, start, lately }),
    ),
    ...scoreAll(
      roster,
      viewer,
      findCandidates(roster, viewer, others, excluded, { most: BY_SCORE, start, lately }),
    ),
  ]
  let all = scored(false)
  // Nobody else is left.
  if (all.length === 0) all = scored(true)
  all.sort((a, b) => b.score - a.score || a.slot - b.slot)
  const isKept = (offer: Offer, place: number) => place < BEST || (roster.promised[offer.slot] as number) > 0
  const spare = all.filter((one, place) => !isKept(one, place))
  const step = Math.max(1, Math.floor(spare.length / OTHERS))
  const some = spare.filter((_, place) => place % step === 0).map((one) => ({ ...one, spare: true }))
  return [...all.filter(isKept), ...some]
}

const made: PairScore = { chance: 0, back: 0, score: 0 }

const scoreAll = (roster: Roster, viewer: number, { slots, bands }: Found): Offer[] =>
  slots.map((slot, n) => {
    scorePair(roster, viewer, slot, bands[n] as number, made)
    return { slot, ...made, spare: false }
  })
