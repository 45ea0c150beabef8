import { DIFFERENT_A_DAY, PICKS_A_DAY } from '@rosella/contract/browse/rules'
import { orientations } from '../../../../members/member-facts'
import type { CandidateTable } from './candidate-table'

/**
 * The most expected likes that a member may receive from a day's suggestions, as a multiple of an equal share. Equal
 * shares are tiny in a small town, so it is at least one like. It may be exceeded for exposure targets, and if
 * nobody else is left for the two picks that are 'a bit different' or for LEAST_PICKS picks.
 */
export const MOST_LIKES = { shares: 3, atLeast: 1 }
const LEAST_PICKS = 3
/** Ranks members who have reached the maximum after all others. */
const FULL = 1e6
/** The lists bring at least this share of the likes estimated beforehand, because exposure targets come first. */
const BROUGHT = 0.88
/** The most places of a viewer that go to exposure targets, except for members nobody has seen lately. */
const MOST_TARGET_PLACES = 6

export interface Assignment {
  viewer: number
  picks: {
    other: number
    different: boolean
    /** The chance that the viewer likes them. */
    chance: number
  }[]
}

/** A viewer's candidates as columns, the best first. After `best` come those who may become 'a bit different'. */
export interface Shortlist {
  slots: Int32Array
  chance: Float32Array
  back: Float32Array
  score: Float32Array
  best: number
}

/** A viewer and their shortlist. */
interface Participant extends Shortlist {
  viewer: number
  /** The chance that the viewer opens the suggestions today. */
  attendance: number
  /** By place in the shortlist: 0, or how the candidate was assigned. */
  taken: Uint8Array
  /** The number of suggestions that are not 'different'. */
  places: number
  /** The number of places given to exposure targets, by deferred acceptance, and after that. */
  targeted: number
  accepted: number
  added: number
  /** The next candidate to propose to. */
  next: number
}
const TAKEN = { target: 1, accepted: 2, different: 3, filled: 4 } as const
type Taken = (typeof TAKEN)[keyof typeof TAKEN]

/** A participant and one candidate, by place in the shortlist. */
interface Proposal {
  by: Participant
  at: number
}

/** Assigns the suggestions of a group of viewers together, in the order of the generator methods below. */
export class Matching {
  readonly #participants: Participant[] = []
  /** Views per candidate and day if everyone is seen equally. */
  #equalViews = 0
  /** By orientation. */
  #mostLikes: number[] = []

  constructor(private readonly table: CandidateTable) {}

  add(viewer: number, shortlist: Shortlist): void {
    const candidates = shortlist.slots.length
    this.#participants.push({
      ...shortlist,
      viewer,
      attendance: this.table.attendanceToday[viewer] as number,
      taken: new Uint8Array(candidates),
      places: placesByScore(candidates),
      targeted: 0,
      accepted: 0,
      added: 0,
      next: 0,
    })
  }

  /**
   * Serves candidates with an exposure target: first those nobody saw this week, then those nobody saw lately.
   * Scarcity is known for this group only, and a candidate seen in other groups must not displace one who depends on
   * this group. After that, candidates with the fewest possible viewers come first. Each goes to the viewers with the
   * best score.
   */
  *fillExposureTargets(): Generator<void> {
    this.#setShares()
    const { exposureTarget, views, seenWeek, seenLately } = this.table
    const proposals = new Map<number, Proposal[]>()
    for (const by of this.#participants) {
      for (let at = 0; at < by.slots.length; at++) {
        const slot = by.slots[at] as number
        if ((exposureTarget[slot] as number) <= (views[slot] as number)) continue
        const known = proposals.get(slot)
        if (known) known.push({ by, at })
        else proposals.set(slot, [{ by, at }])
      }
      yield
    }
    const scarcity = new Map(
      [...proposals].map(([slot, places]) => [
        slot,
        places.reduce((sum, { by }) => sum + by.attendance, 0) / (exposureTarget[slot] as number),
      ]),
    )
    const wasSeen = (slot: number) => (seenLately[slot] as number) > 0 || (views[slot] as number) > 0
    const priority = (slot: number) => (wasSeen(slot) ? 2 : Number((seenWeek[slot] as number) > 0))
    const inOrder = [...proposals].sort(
      ([a], [b]) =>
        priority(a) - priority(b) || (scarcity.get(a) as number) - (scarcity.get(b) as number) || a - b,
    )
    for (const [slot, places] of inOrder) {
      const most = wasSeen(slot) ? MOST_TARGET_PLACES : PICKS_A_DAY
      places.sort((a, b) => (b.by.score[b.at] as number) - (a.by.score[a.at] as number))
      for (const { by, at } of places) {
        if ((views[slot] as number) >= (exposureTarget[slot] as number)) break
        if (by.targeted >= Math.min(most, by.places)) continue
        by.targeted++
        this.#take(by, at, TAKEN.target)
      }
      yield
    }
  }

  /**
   * Deferred acceptance: viewers propose to their best candidates. A candidate with too many expected likes keeps the
   * viewers they are most likely to like back, and the rejected viewers propose to their next candidate.
   */
  *deferAcceptance(): Generator<void> {
    const accepted = new Map<number, Proposal[]>()
    const proposing = [...this.#participants]
    for (let by = proposing.pop(); by; by = proposing.pop()) {
      let free = by.places - by.targeted - by.accepted
      while (free > 0 && by.next < by.best) {
        const at: number = by.next++
        if (by.taken[at] !== 0) continue
        free--
        const rejected: Participant[] = this.#propose(accepted, { by, at })
        for (const one of rejected) {
          if (one === by) free++
          else proposing.push(one)
        }
      }
      yield
    }
  }

  /** Adds two candidates who are seen less than an equal share, or the least seen, the best score first. */
  *addDifferent(): Generator<void> {
    const { views, seenWeek } = this.table
    for (const by of this.#participants) {
      const wanted = Math.min(DIFFERENT_A_DAY, Math.max(0, by.slots.length - 1))
      for (let n = 0; n < wanted; n++) {
        let [least, chosen] = [Number.POSITIVE_INFINITY, -1]
        for (let at = 0; at < by.slots.length; at++) {
          if (by.taken[at] !== 0) continue
          const slot = by.slots[at] as number
          const seen = Math.max(this.#equalViews, (views[slot] as number) + (seenWeek[slot] as number) / 7)
          const exposure = seen + (this.#isFull(by, at) ? FULL : 0)
          const isBetter =
            exposure < least ||
            (exposure === least && (by.score[at] as number) > (by.score[chosen] as number))
          if (isBetter) [least, chosen] = [exposure, at]
        }
        if (chosen < 0) break
        by.added++
        this.#take(by, chosen, TAKEN.different)
      }
      yield
    }
  }

  /**
   * Fills the remaining places with the next best. A list stays short if all others have reached the maximum of likes,
   * but not shorter than LEAST_PICKS.
   */
  *fill(): Generator<void> {
    for (const by of this.#participants) {
      for (const [most, exceeds] of [
        [PICKS_A_DAY, false],
        [LEAST_PICKS, true],
      ] as const) {
        let free = Math.min(most, by.slots.length) - by.targeted - by.accepted - by.added
        for (let at = 0; at < by.slots.length && free > 0; at++) {
          if (by.taken[at] !== 0 || (!exceeds && this.#isFull(by, at))) continue
          this.#take(by, at, TAKEN.filled)
          by.added++
          free--
        }
      }
      yield
    }
  }

  /** The best first, with the 'different' picks in between. */
  result(): Assignment[] {
    return this.#participants.map((by) => {
      const places = [...by.taken.keys()].filter((at) => by.taken[at] !== 0)
      places.sort((a, b) => (by.score[b] as number) - (by.score[a] as number))
      const isDifferent = (at: number) => by.taken[at] === TAKEN.different
      const inOrder = places.filter((at) => !isDifferent(at))
      for (const [n, at] of places.filter(isDifferent).entries()) inOrder.splice(4 + 5 * n, 0, at)
      const picks = inOrder.map((at) => ({
        other: by.slots[at] as number,
        different: isDifferent(at),
        chance: by.chance[at] as number,
      }))
      return { viewer: by.viewer, picks }
    })
  }

  /**
   * Equal shares, as if all viewers saw some of their best candidates by chance. Those of likes are by orientation,
   * because a viewer who is interested in women and men has candidates of different markets.
   */
  #setShares(): void {
    const { orientation, expectedLikes } = this.table
    const receivers = new Set<number>()
    const likes = orientations.map(() => ({ sum: 0, members: 0 }))
    const likesOf = (slot: number) => likes[orientation[slot] as number] ?? { sum: 0, members: 0 }
    let views = 0
    for (const by of this.#participants) {
      const seen = Math.min(PICKS_A_DAY, by.slots.length) * by.attendance
      views += seen
      for (let at = 0; at < by.best; at++)
        likesOf(by.slots[at] as number).sum += ((by.chance[at] as number) * seen) / by.best
      for (const slot of by.slots) receivers.add(slot)
    }
    this.#equalViews = views / Math.max(1, receivers.size)
    for (const slot of receivers) {
      const there = likesOf(slot)
      there.members++
      // From groups that were assigned earlier today.
      there.sum += expectedLikes[slot] as number
    }
    this.#mostLikes = likes.map(({ sum, members }) =>
      Math.max(MOST_LIKES.atLeast, (MOST_LIKES.shares * BROUGHT * sum) / Math.max(1, members)),
    )
  }

  /** Accepts a proposal and returns the participants rejected for it, possibly including the one who proposed. */
  #propose(accepted: Map<number, Proposal[]>, proposal: Proposal): Participant[] {
    const slot = proposal.by.slots[proposal.at] as number
    const places = accepted.get(slot) ?? []
    if (places.length === 0) accepted.set(slot, places)
    addTo(places, proposal)
    proposal.by.accepted++
    this.#take(proposal.by, proposal.at, TAKEN.accepted)
    const rejected: Participant[] = []
    const { expectedLikes } = this.table
    while (places.length > 0 && (expectedLikes[slot] as number) > this.#mostLikesOf(slot)) {
      const least = removeLeast(places)
      this.#release(least)
      rejected.push(least.by)
      if (least === proposal) break
    }
    return rejected
  }

  /** Whether one more suggestion would exceed the maximum. */
  #isFull(by: Participant, at: number): boolean {
    const slot = by.slots[at] as number
    const likes = this.table.expectedLikes[slot] as number
    return likes + (by.chance[at] as number) * by.attendance > this.#mostLikesOf(slot)
  }

  #mostLikesOf = (slot: number): number =>
    this.#mostLikes[this.table.orientation[slot] as number] ?? Number.POSITIVE_INFINITY

  #take(by: Participant, at: number, how: Taken): void {
    by.taken[at] = how
    this.#count(by, at, 1)
  }

  #release({ by, at }: Proposal): void {
    by.taken[at] = 0
    by.accepted--
    this.#count(by, at, -1)
  }

  #count(by: Participant, at: number, sign: 1 | -1): void {
    const { views, expectedLikes } = this.table
    const slot = by.slots[at] as number
    expectedLikes[slot] = (expectedLikes[slot] as number) + sign * (by.chance[at] as number) * by.attendance
    views[slot] = (views[slot] as number) + sign * by.attendance
  }
}

/** Compares the chances that the candidate would like the viewer back. */
const isWantedLess = (one: Proposal, other: Proposal): boolean =>
  (one.by.back[one.at] as number) < (other.by.back[other.at] as number)

/** Adds to a heap whose first element is the least wanted. */
function addTo(heap: Proposal[], one: Proposal): void {
  let at = heap.push(one) - 1
  while (at > 0) {
    const above = (at - 1) >> 1
    if (!isWantedLess(one, heap[above] as Proposal)) break
    heap[at] = heap[above] as Proposal
    at = above
  }
  heap[at] = one
}

function removeLeast(heap: Proposal[]): Proposal {
  const least = heap[0] as Proposal
  const last = heap.pop() as Proposal
  if (heap.length === 0) return least
  let at = 0
  for (;;) {
    let below = 2 * at + 1
    if (below >= heap.length) break
    if (below + 1 < heap.length && isWantedLess(heap[below + 1] as Proposal, heap[below] as Proposal)) below++
    if (!isWantedLess(heap[below] as Proposal, last)) break
    heap[at] = heap[below] as Proposal
    at = below
  }
  heap[at] = last
  return least
}

/** How many of a viewer's suggestions are chosen by score, with this many candidates. */
const placesByScore = (candidates: number): number =>
  Math.min(PICKS_A_DAY, candidates) - Math.min(DIFFERENT_A_DAY, Math.max(0, candidates - 1))
