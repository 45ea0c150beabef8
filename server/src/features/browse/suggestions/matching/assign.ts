import {
  type BandsFrom,
  findAdmirers,
  findCandidates,
  type Known,
  type Pool,
  type SuggestablePools,
} from './candidates'
import { Market } from './market'
import { type Assigned, type Offered, type Offers, offerPromised } from './offers'
import type { Roster } from './roster'
import { type PairScore, scorePair } from './score'

/** Candidates by score, and of those who were promised something. */
const BY_SCORE = 400
const PROMISED = 80
/** And of those who are known to like the member. */
const ADMIRERS = 60
/** So many of the best are asked for a place, and so many others are there to be 'a bit different'. */
const BEST = 120
const OTHERS = 40

/**
 * What a place costs with one who was seen the most this week, against one who was seen the least. By rank, because that
 * is how the Gini counts: a look given to somebody makes it worse by as much as they stand above the middle. It rises with
 * the week's Gini: the more there are to choose from, the more the best would be chosen.
 */
const EVENNESS = { least: 0.06, from: 0.34, slope: 1, most: 0.15 }
const evennessAt = (gini: number): number =>
  Math.min(EVENNESS.most, EVENNESS.least + EVENNESS.slope * Math.max(0, gini - EVENNESS.from))

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
  pools: SuggestablePools,
  bandsFrom: BandsFrom,
  viewers: readonly number[],
  knownFor: (slot: number) => Known,
  seed: number,
): Generator<void, Assigned[]> {
  const market = new Market(roster)
  // Members of one kind and town have the same pools.
  const key = (slot: number) => (roster.kind[slot] as number) * 2 ** 32 + (roster.town[slot] as number)
  const inOrder = [...viewers]
    .filter((slot) => (roster.kind[slot] as number) >= 0)
    .sort((a, b) => key(a) - key(b))
  const newcomers = yield* offerPromised(roster, bandsFrom, inOrder, (slot) =>
    chanceOf(seed, roster.ids[slot] as number),
  )
  let [at, near, bands]: [number, Pool[], Uint8Array] = [-1, [], new Uint8Array()]
  for (const viewer of inOrder) {
    if (key(viewer) !== at) {
      at = key(viewer)
      bands = bandsFrom(roster.town[viewer] as number)
      const [kind, town] = [roster.kind[viewer] as number, roster.town[viewer] as number]
      near = [pools.promised.poolFor(kind, town), pools.others.poolFor(kind, town)]
    }
    market.enter(
      viewer,
      makeOffers(roster, viewer, near as [Pool, Pool], knownFor(viewer), {
        bands,
        newcomers: newcomers.get(viewer) ?? noOne,
        seed,
      }),
    )
    yield
  }
  yield* market.keepPromises()
  yield* market.deferAcceptance()
  yield* market.addDifferent()
  yield* market.fill()
  return market.result()
}

/** Room for one member's candidates: made once, as every member needs it. */
const ROOM = 1024
const found = {
  slots: new Float64Array(ROOM),
  score: new Float64Array(ROOM),
  chance: new Float64Array(ROOM),
  back: new Float64Array(ROOM),
}
const keys = new Float64Array(ROOM)
const FINE = 2 ** 30

/** Who may be suggested to one member. */
function makeOffers(
  roster: Roster,
  viewer: number,
  near: readonly [Pool, Pool],
  known: Known,
  { seed, ...more }: { bands: Uint8Array; newcomers: Offered; seed: number },
): Offers {
  const start = chanceOf(seed, roster.ids[viewer] as number)
  const fresh = scoreAll(roster, viewer, near, known, { ...more, start, lately: false })
  // When nobody else is left, those who were suggested not long ago.
  const size = fresh || scoreAll(roster, viewer, near, known, { ...more, start, lately: true })
  const inOrder = placesByScore(size)
  const all = new Int32Array(Math.min(size, ROOM))
  let best = 0
  for (let place = 0; place < size; place++)
    if (isKept(roster, inOrder[place] as number, place)) all[best++] = inOrder[place] as number
  const step = Math.max(1, Math.floor((size - best) / OTHERS))
  let count = best
  for (let place = 0, left = 0; place < size; place++)
    if (!isKept(roster, inOrder[place] as number, place) && left++ % step === 0)
      all[count++] = inOrder[place] as number
  return {
    slots: new Int32Array(column(found.slots, all, count)),
    chance: new Float32Array(column(found.chance, all, count)),
    back: new Float32Array(column(found.back, all, count)),
    score: new Float32Array(column(found.score, all, count)),
    best,
  }
}

const isKept = (roster: Roster, at: number, place: number): boolean =>
  place < BEST || (roster.promised[found.slots[at] as number] as number) > 0

function column(from: Float64Array, places: Int32Array, size: number): Float64Array {
  const made = new Float64Array(size)
  for (let n = 0; n < size; n++) made[n] = from[places[n] as number] as number
  return made
}

/** The places of the best first. Sorting numbers takes a fifth of the time that comparing them by a function does. */
function placesByScore(size: number): Float64Array {
  for (let at = 0; at < size; at++)
    keys[at] = Math.round((1 - (found.score[at] as number)) * FINE) * ROOM + at
  const sorted = keys.subarray(0, size).sort()
  for (let n = 0; n < size; n++) sorted[n] = (sorted[n] as number) % ROOM
  return sorted
}

const made: PairScore = { chance: 0, back: 0, score: 0 }

/** By slot, the number of the last member of whom it was a candidate: a Set for each member took a fifth of the time. */
let candidateOf = new Uint32Array(0)
let turn = 0

function nextTurn(size: number): number {
  if (candidateOf.length < size || turn === 2 ** 32 - 1) [candidateOf, turn] = [new Uint32Array(size), 0]
  return ++turn
}

interface Where {
  start: number
  lately: boolean
  bands: Uint8Array
  newcomers: Offered
}

const noOne: Offered = { slots: [], bands: [] }

/** Newcomers are offered before anybody has asked what is between the two. */
function withoutKnown(roster: Roster, { slots, bands }: Offered, known: Known): Offered {
  const isIn = (slot: number) => {
    const id = roster.ids[slot] as number
    return !known.never.has(id) && !known.lately.has(id)
  }
  return { slots: slots.filter(isIn), bands: bands.filter((_, at) => isIn(slots[at] as number)) }
}

/** Writes all candidates into `found`, and answers how many. */
function scoreAll(
  roster: Roster,
  viewer: number,
  [promised, others]: readonly [Pool, Pool],
  known: Known,
  { start, lately, bands, newcomers }: Where,
): number {
  let size = 0
  const evenness = evennessAt(roster.seenGini)
  const admirers = lately ? noOne : findAdmirers(roster, viewer, known, bands, ADMIRERS)
  const sources = [
    admirers,
    lately ? noOne : withoutKnown(roster, newcomers, known),
    findCandidates(roster, viewer, promised, known, { most: PROMISED, start, lately }),
    findCandidates(roster, viewer, others, known, { most: BY_SCORE, start, lately }),
  ]
  const mine = nextTurn(roster.size)
  for (const source of sources) {
    for (let at = 0; at < source.slots.length && size < ROOM; at++) {
      const slot = source.slots[at] as number
      if (candidateOf[slot] === mine) continue
      candidateOf[slot] = mine
      const passed = source !== admirers && known.passedMe.has(roster.ids[slot] as number)
      const answer = source === admirers ? 'liked' : passed ? 'passed' : 'unknown'
      scorePair(roster, viewer, slot, source.bands[at] as number, made, answer)
      found.slots[size] = slot
      found.chance[size] = made.chance
      found.back[size] = made.back
      found.score[size++] = made.score - evenness * ((roster.seenRank[slot] as number) - 0.5)
    }
  }
  return size
}

/** To the end of a generator, and what it comes to; for whoever has no one else to let go on. */
export function runThrough<Result>(steps: Generator<void, Result>): Result {
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}

/** The same, letting others have their turn in between. */
export async function runInTurns<Result>(
  steps: Generator<void, Result>,
  turn: () => Promise<void>,
): Promise<Result> {
  let step = steps.next()
  while (!step.done) {
    await turn()
    step = steps.next()
  }
  return step.value
}
