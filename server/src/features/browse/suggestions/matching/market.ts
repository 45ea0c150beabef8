import { DIFFERENT_A_DAY, PICKS_A_DAY } from '@rosella/contract/browse/rules'
import type { Assigned, Offers } from './offers'
import type { Roster } from './roster'

/** How many expected likes one member may receive of a day's suggestions: so many times what everybody would if all were alike. */
const LIKES = 3
/** Where places are left at the end, so many times that. */
const LEFT_OVER = 1.5
/** In a small town a few must not be too many. */
const FEWEST_LIKES = 1
/** Places of a member that promises may take, but for those whom nobody has seen lately. */
const MOST_PROMISED = 6

interface Entrant extends Offers {
  viewer: number
  /** The chance that they look at all. */
  here: number
  /** 0, or how a place was given. */
  taken: Uint8Array
  places: number
  promised: number
  held: number
  /** Given after the others: different, or left over. */
  added: number
  next: number
}
const TAKEN = { promised: 1, held: 2, different: 3, filled: 4 } as const
type Taken = (typeof TAKEN)[keyof typeof TAKEN]

interface Held {
  by: Entrant
  at: number
}

/** Gives the places of all members together. Whoever offers most is not simply first: see each step. */
export class Market {
  readonly #entrants: Entrant[] = []
  /** Looks a day, where all are seen alike. */
  #usual = 0
  #mostLikes = Number.POSITIVE_INFINITY
  /** Of this market alone, by slot: other kinds and regions have shares of their own. */
  readonly #likes: Float32Array

  constructor(private readonly roster: Roster) {
    this.#likes = new Float32Array(roster.size)
  }

  enter(viewer: number, offers: Offers): void {
    const candidates = offers.slots.length
    this.#entrants.push({
      ...offers,
      viewer,
      here: this.roster.hereToday[viewer] as number,
      taken: new Uint8Array(candidates),
      places: placesByScore(candidates),
      promised: 0,
      held: 0,
      added: 0,
      next: 0,
    })
  }

  /**
   * First those to whom something is promised, and of them whoever was not seen at all this week, then lately: how few suit
   * somebody is known of this market only, and who is seen in others would crowd out one who has nobody else. Then whom
   * the fewest could be shown to. Each to those they suit best.
   */
  *keepPromises(): Generator<void> {
    const { promised, views, seenWeek, seenLately } = this.roster
    const suitors = new Map<number, Held[]>()
    for (const by of this.#entrants) {
      for (let at = 0; at < by.slots.length; at++) {
        const slot = by.slots[at] as number
        if ((promised[slot] as number) <= (views[slot] as number)) continue
        const known = suitors.get(slot)
        if (known) known.push({ by, at })
        else suitors.set(slot, [{ by, at }])
      }
      yield
    }
    const scarcity = new Map(
      [...suitors].map(([slot, places]) => [
        slot,
        places.reduce((sum, { by }) => sum + by.here, 0) / (promised[slot] as number),
      ]),
    )
    const wasSeen = (slot: number) => (seenLately[slot] as number) > 0 || (views[slot] as number) > 0
    const turnOf = (slot: number) => (wasSeen(slot) ? 2 : Number((seenWeek[slot] as number) > 0))
    const lacking = [...suitors].sort(
      ([a], [b]) =>
        turnOf(a) - turnOf(b) || (scarcity.get(a) as number) - (scarcity.get(b) as number) || a - b,
    )
    for (const [slot, places] of lacking) {
      const most = wasSeen(slot) ? MOST_PROMISED : PICKS_A_DAY
      places.sort((a, b) => (b.by.score[b.at] as number) - (a.by.score[a.at] as number))
      for (const { by, at } of places) {
        if ((views[slot] as number) >= (promised[slot] as number)) break
        if (by.promised >= Math.min(most, by.places)) continue
        by.promised++
        this.#take(by, at, TAKEN.promised)
      }
      yield
    }
  }

  /**
   * Deferred acceptance: members ask for their best; whoever would receive too many expected likes keeps those whom they
   * would like best themselves, and the others ask for their next.
   */
  *deferAcceptance(): Generator<void> {
    this.#setShares()
    const held = new Map<number, Held[]>()
    const asking = [...this.#entrants]
    for (let by = asking.pop(); by; by = asking.pop()) {
      let free = by.places - by.promised - by.held
      while (free > 0 && by.next < by.best) {
        const at: number = by.next++
        if (by.taken[at] !== 0) continue
        free--
        const given: Entrant[] = this.#ask(held, { by, at })
        for (const sent of given) {
          if (sent === by) free++
          else asking.push(sent)
        }
      }
      yield
    }
  }

  /** Two for each, the best of those who are seen less than usual; where nobody is, whoever is seen least. */
  *addDifferent(): Generator<void> {
    const { views, seenWeek } = this.roster
    for (const by of this.#entrants) {
      const wanted = Math.min(DIFFERENT_A_DAY, Math.max(0, by.slots.length - 1))
      for (let n = 0; n < wanted; n++) {
        let [least, chosen] = [Number.POSITIVE_INFINITY, -1]
        for (let at = 0; at < by.slots.length; at++) {
          if (by.taken[at] !== 0) continue
          const slot = by.slots[at] as number
          const exposure = Math.max(this.#usual, (views[slot] as number) + (seenWeek[slot] as number) / 7)
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

  /** Places that are left go to the next best, with a wider limit, and then with none: fourteen are better than nine. */
  *fill(): Generator<void> {
    for (const by of this.#entrants) {
      for (const wider of [LEFT_OVER, Number.POSITIVE_INFINITY]) {
        let free = Math.min(PICKS_A_DAY, by.slots.length) - by.promised - by.held - by.added
        for (let at = 0; at < by.slots.length && free > 0; at++) {
          const slot = by.slots[at] as number
          if (by.taken[at] !== 0) continue
          if ((this.#likes[slot] as number) > this.#mostLikes * wider) continue
          this.#take(by, at, TAKEN.filled)
          by.added++
          free--
        }
      }
      yield
    }
  }

  /** The best first; those who are different stand between them. */
  result(): Assigned[] {
    return this.#entrants.map((by) => {
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

  /** An equal part of what all members will give. */
  #setShares(): void {
    const receivers = new Set<number>()
    let [likes, looks] = [0, 0]
    for (const by of this.#entrants) {
      const places = Math.min(PICKS_A_DAY, by.slots.length)
      looks += places * by.here
      for (let at = 0; at < places; at++) likes += (by.chance[at] as number) * by.here
      for (const slot of by.slots) receivers.add(slot)
    }
    const each = Math.max(1, receivers.size)
    this.#usual = looks / each
    this.#mostLikes = Math.max(FEWEST_LIKES, (LIKES * likes) / each)
  }

  /** Takes a place and answers whose were given up for it; perhaps the same. */
  #ask(held: Map<number, Held[]>, asked: Held): Entrant[] {
    const slot = asked.by.slots[asked.at] as number
    const places = held.get(slot) ?? []
    if (places.length === 0) held.set(slot, places)
    addTo(places, asked)
    asked.by.held++
    this.#take(asked.by, asked.at, TAKEN.held)
    const sent: Entrant[] = []
    while (places.length > 0 && (this.#likes[slot] as number) > this.#mostLikes) {
      const given = takeLeast(places)
      this.#release(given)
      sent.push(given.by)
      if (given === asked) break
    }
    return sent
  }

  #take(by: Entrant, at: number, how: Taken): void {
    by.taken[at] = how
    this.#count(by, at, 1)
  }

  #release({ by, at }: Held): void {
    by.taken[at] = 0
    by.held--
    this.#count(by, at, -1)
  }

  #count(by: Entrant, at: number, sign: 1 | -1): void {
    const { views } = this.roster
    const slot = by.slots[at] as number
    this.#likes[slot] = (this.#likes[slot] as number) + sign * (by.chance[at] as number) * by.here
    views[slot] = (views[slot] as number) + sign * by.here
  }
}

/** By the one who receives: the chance that they would like the other. */
const wantedLess = (one: Held, other: Held): boolean =>
  (one.by.back[one.at] as number) < (other.by.back[other.at] as number)

/** A heap: the least wanted stands first. */
function addTo(heap: Held[], one: Held): void {
  let at = heap.push(one) - 1
  while (at > 0) {
    const above = (at - 1) >> 1
    if (!wantedLess(one, heap[above] as Held)) break
    heap[at] = heap[above] as Held
    at = above
  }
  heap[at] = one
}

function takeLeast(heap: Held[]): Held {
  const least = heap[0] as Held
  const last = heap.pop() as Held
  if (heap.length === 0) return least
  let at = 0
  for (;;) {
    let below = 2 * at + 1
    if (below >= heap.length) break
    if (below + 1 < heap.length && wantedLess(heap[below + 1] as Held, heap[below] as Held)) below++
    if (!wantedLess(heap[below] as Held, last)) break
    heap[at] = heap[below] as Held
    at = below
  }
  heap[at] = last
  return least
}

/** How many of a member's suggestions are by score, where there are so many candidates. */
const placesByScore = (candidates: number): number =>
  Math.min(PICKS_A_DAY, candidates) - Math.min(DIFFERENT_A_DAY, Math.max(0, candidates - 1))
