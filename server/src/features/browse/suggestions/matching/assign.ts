import type { CandidateTable } from './candidate-table'
import {
  type BandsFrom,
  type Candidates,
  findAdmirers,
  findCandidates,
  type KnownRelations,
  type Pool,
  type SuggestablePools,
} from './find-candidates'
import { type Assignment, Matching, type Shortlist } from './matching'
import { type PairScore, scorePair } from './score'
import { findTargetCandidates } from './target-candidates'

/** The most candidates by score, with an exposure target, and among those who already like the viewer. */
const BY_SCORE = 400
const TARGETED = 80
const ADMIRERS = 60
/** The shortlist: the best, and others who may become 'a bit different'. */
const BEST = 120
const OTHERS = 40

/**
 * The score penalty for the most seen member of the week compared with the least seen. It is proportional to the rank,
 * because a view raises the Gini coefficient in proportion to the member's rank above the middle. It grows with the
 * week's Gini, because the more candidates there are, the more viewers concentrate on the best.
 */
const EVENNESS = { least: 0.06, from: 0.34, slope: 1, most: 0.15 }
const evennessAt = (gini: number): number =>
  Math.min(EVENNESS.most, EVENNESS.least + EVENNESS.slope * Math.max(0, gini - EVENNESS.from))

/** A pseudo-random number, the same for the same seed and member. */
function randomOf(seed: number, n: number): number {
  let x = Math.imul(seed ^ Math.imul(n + 1, 0x9e3779b1), 0x85ebca6b)
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35)
  return ((x ^ (x >>> 16)) >>> 0) / 2 ** 32
}

/**
 * Assigns the day's suggestions of some members together. A generator that yields after each member, so that the caller
 * can yield to the event loop. It writes the expected views into the table for groups assigned later on the same day.
 */
export function* assignDay(
  table: CandidateTable,
  pools: SuggestablePools,
  bandsFrom: BandsFrom,
  viewers: readonly number[],
  knownFor: (slot: number) => KnownRelations,
  seed: number,
): Generator<void, Assignment[]> {
  const matching = new Matching(table)
  // Sorted, because members of one orientation and town share their pools.
  const key = (slot: number) => (table.orientation[slot] as number) * 2 ** 32 + (table.town[slot] as number)
  const inOrder = [...viewers]
    .filter((slot) => (table.orientation[slot] as number) >= 0)
    .sort((a, b) => key(a) - key(b))
  const newcomers = yield* findTargetCandidates(table, bandsFrom, inOrder, (slot) =>
    randomOf(seed, table.ids[slot] as number),
  )
  let [at, near, bands]: [number, Pool[], Uint8Array] = [-1, [], new Uint8Array()]
  for (const viewer of inOrder) {
    if (key(viewer) !== at) {
      at = key(viewer)
      bands = bandsFrom(table.town[viewer] as number)
      const [orientation, town] = [table.orientation[viewer] as number, table.town[viewer] as number]
      near = [pools.targeted.poolFor(orientation, town), pools.others.poolFor(orientation, town)]
    }
    matching.add(
      viewer,
      makeShortlist(table, viewer, near as [Pool, Pool], knownFor(viewer), {
        bands,
        newcomers: newcomers.get(viewer) ?? noOne,
        seed,
      }),
    )
    yield
  }
  yield* matching.fillExposureTargets()
  yield* matching.deferAcceptance()
  yield* matching.addDifferent()
  yield* matching.fill()
  return matching.result()
}

/** Buffers for one viewer's candidates, reused for every viewer. */
const ROOM = 1024
const found = {
  slots: new Float64Array(ROOM),
  score: new Float64Array(ROOM),
  chance: new Float64Array(ROOM),
  back: new Float64Array(ROOM),
}
const keys = new Float64Array(ROOM)
const FINE = 2 ** 30

function makeShortlist(
  table: CandidateTable,
  viewer: number,
  near: readonly [Pool, Pool],
  known: KnownRelations,
  { seed, ...more }: { bands: Uint8Array; newcomers: Candidates; seed: number },
): Shortlist {
  const start = randomOf(seed, table.ids[viewer] as number)
  const fresh = scoreAll(table, viewer, near, known, { ...more, start, repeats: false })
  // If nobody else is left, suggest members from the last 30 days again.
  const size = fresh || scoreAll(table, viewer, near, known, { ...more, start, repeats: true })
  const inOrder = placesByScore(size)
  const all = new Int32Array(Math.min(size, ROOM))
  let best = 0
  for (let place = 0; place < size; place++)
    if (isKept(table, inOrder[place] as number, place)) all[best++] = inOrder[place] as number
  const step = Math.max(1, Math.floor((size - best) / OTHERS))
  let count = best
  for (let place = 0, left = 0; place < size; place++)
    if (!isKept(table, inOrder[place] as number, place) && left++ % step === 0)
      all[count++] = inOrder[place] as number
  return {
    slots: new Int32Array(column(found.slots, all, count)),
    chance: new Float32Array(column(found.chance, all, count)),
    back: new Float32Array(column(found.back, all, count)),
    score: new Float32Array(column(found.score, all, count)),
    best,
  }
}

const isKept = (table: CandidateTable, at: number, place: number): boolean =>
  place < BEST || (table.exposureTarget[found.slots[at] as number] as number) > 0

function column(from: Float64Array, places: Int32Array, size: number): Float64Array {
  const made = new Float64Array(size)
  for (let n = 0; n < size; n++) made[n] = from[places[n] as number] as number
  return made
}

/**
 * Places sorted by score, best first. Sorting plain numbers takes a fifth of the time that a compare function takes.
 */
function placesByScore(size: number): Float64Array {
  for (let at = 0; at < size; at++)
    keys[at] = Math.round((1 - (found.score[at] as number)) * FINE) * ROOM + at
  const sorted = keys.subarray(0, size).sort()
  for (let n = 0; n < size; n++) sorted[n] = (sorted[n] as number) % ROOM
  return sorted
}

const made: PairScore = { chance: 0, back: 0, score: 0 }

/** By slot: the number of the last run that added it. With a Set per viewer, deduplication took a fifth of the time. */
let addedInRun = new Uint32Array(0)
let run = 0

function nextRun(size: number): number {
  if (addedInRun.length < size || run === 2 ** 32 - 1) [addedInRun, run] = [new Uint32Array(size), 0]
  return ++run
}

interface CandidateSources {
  start: number
  repeats: boolean
  bands: Uint8Array
  newcomers: Candidates
}

const noOne: Candidates = { slots: [], bands: [] }

/** findTargetCandidates does not know the viewer's relations, so they are filtered here. */
function withoutKnown(
  table: CandidateTable,
  { slots, bands }: Candidates,
  known: KnownRelations,
): Candidates {
  const isIn = (slot: number) => {
    const id = table.ids[slot] as number
    return !known.never.has(id) && !known.recent.has(id)
  }
  return { slots: slots.filter(isIn), bands: bands.filter((_, at) => isIn(slots[at] as number)) }
}

/** Writes all candidates into `found` and returns their number. */
function scoreAll(
  table: CandidateTable,
  viewer: number,
  [targeted, others]: readonly [Pool, Pool],
  known: KnownRelations,
  { start, repeats, bands, newcomers }: CandidateSources,
): number {
  let size = 0
  const evenness = evennessAt(table.seenGini)
  const admirers = repeats ? noOne : findAdmirers(table, viewer, known, bands, ADMIRERS)
  const sources = [
    admirers,
    repeats ? noOne : withoutKnown(table, newcomers, known),
    findCandidates(table, viewer, targeted, known, { most: TARGETED, start, repeats }),
    findCandidates(table, viewer, others, known, { most: BY_SCORE, start, repeats }),
  ]
  const mine = nextRun(table.size)
  for (const source of sources) {
    for (let at = 0; at < source.slots.length && size < ROOM; at++) {
      const slot = source.slots[at] as number
      if (addedInRun[slot] === mine) continue
      addedInRun[slot] = mine
      const passed = source !== admirers && known.passedMe.has(table.ids[slot] as number)
      const answer = source === admirers ? 'liked' : passed ? 'passed' : 'unknown'
      scorePair(table, viewer, slot, source.bands[at] as number, made, answer)
      found.slots[size] = slot
      found.chance[size] = made.chance
      found.back[size] = made.back
      found.score[size++] = made.score - evenness * ((table.seenRank[slot] as number) - 0.5)
    }
  }
  return size
}

/** Runs a generator to its end without pausing and returns its result. */
export function drain<Result>(steps: Generator<void, Result>): Result {
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}

/** The same, yielding to the event loop between steps. */
export async function drainYielding<Result>(
  steps: Generator<void, Result>,
  yieldToEventLoop: () => Promise<void>,
): Promise<Result> {
  let step = steps.next()
  while (!step.done) {
    await yieldToEventLoop()
    step = steps.next()
  }
  return step.value
}
