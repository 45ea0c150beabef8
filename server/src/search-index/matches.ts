import { type ChoiceFilter, choiceFilterNames } from '@rosella/contract/profile/fields'
import { CHOICE_WORDS, choicePlace, NO_ANSWER } from '../members/member-facts'
import type { IdSet } from '../members/unlisted-members'
import { mismatchKeys } from './compile-query'
import type { Entry } from './request'
import { type Keyed, selectRanks } from './select-ranks'

/** A sort key may have the distance band above the time. Lists show only the time. */
const TIME = 2 ** 33
/** Up to this many requested ranks, candidates that cannot reach one of them are discarded. */
const FEW = 1000
const ROOM = 4096

export const SEVERAL_WORDS = -1

/** The members who match, with their sort keys, and how many would match without one of the filters. */
export class Matches {
  total = 0
  /** The members with the requested ranks, and others. */
  readonly #kept: Keyed = { ids: new Uint32Array(256), keys: new Float64Array(256), size: 0 }
  /** A member with a lower key cannot have a requested rank. */
  lowest = Number.NEGATIVE_INFINITY
  /** By bit of MISMATCH. */
  readonly #withoutFilter = new Int32Array(mismatchKeys.length)
  /** By word and bit of an answer. */
  readonly #withoutAnswer = new Int32Array(32 * CHOICE_WORDS)
  #withoutAnsweredOnly = 0

  /** `hidden` members are counted until they are subtracted, but never kept. */
  constructor(
    private readonly ranks: number,
    private readonly hidden?: IdSet,
  ) {}

  add(id: number, key: number): void {
    this.total++
    if (key >= this.lowest) this.keep(id, key)
  }

  /** Stores a member already counted in `total`. Returns the new `lowest`. */
  keep(id: number, key: number): number {
    if (this.hidden?.has(id)) return this.lowest
    const kept = this.#kept
    if (kept.size === kept.ids.length) this.#makeRoom()
    kept.ids[kept.size] = id
    kept.keys[kept.size++] = key
    return this.lowest
  }

  /**
   * Counts a member who would match without one filter, or without 'only people who answered'. `choices` are the
   * rejected answers of `word`, or of several words combined.
   */
  addNearMiss(mismatches: number, choices: number, unanswered: number, word: number): void {
    const all = mismatches | unanswered
    if (choices === 0 && (all & (all - 1)) === 0) this.addWithoutFilter(all, 1)
    else if (all === 0 && word !== SEVERAL_WORDS && (choices & (choices - 1)) === 0)
      bump(this.#withoutAnswer, 32 * word + 31 - Math.clz32(choices), 1)
    if (mismatches === 0 && (choices & ~NO_ANSWER) === 0) this.#withoutAnsweredOnly++
  }

  addWithoutFilter(mismatch: number, count: number): void {
    bump(this.#withoutFilter, 31 - Math.clz32(mismatch), count)
  }

  /** Removes the counts of another scan, of the members who are hidden from the seeker. */
  subtract(other: Matches): void {
    // A hidden member may have joined between the two scans.
    this.total = Math.max(0, this.total - other.total)
    for (const [n, count] of other.#withoutFilter.entries()) bump(this.#withoutFilter, n, -count)
    for (const [n, count] of other.#withoutAnswer.entries()) bump(this.#withoutAnswer, n, -count)
    this.#withoutAnsweredOnly -= other.#withoutAnsweredOnly
  }

  ids = (): number[] => [...this.#kept.ids.subarray(0, this.#kept.size)]

  entries(skip: number, count: number): Entry[] {
    const { ids, keys, size } = selectRanks(this.#kept, skip, count)
    return Array.from({ length: size }, (_, n) => ({ id: ids[n] as number, ts: (keys[n] as number) % TIME }))
  }

  /** By filter: how many more members would match without it. */
  withoutFilter(): ReadonlyMap<string, number> {
    return new Map<string, number>([
      ...mismatchKeys.map((key, n): [string, number] => [key, this.#withoutFilter[n] ?? 0]),
      ...choiceFilterNames.map((name): [string, number] => [name, this.#withoutChoice(name)]),
      ['answered_only', this.#withoutAnsweredOnly],
    ])
  }

  #withoutChoice(name: ChoiceFilter): number {
    const { word, none, answers } = choicePlace(name)
    const bits = [none, ...answers.values()]
    return bits.reduce((sum, bit) => sum + (this.#withoutAnswer[32 * word + 31 - Math.clz32(bit)] ?? 0), 0)
  }

  #makeRoom(): void {
    const { ids, keys, size } = this.#kept
    if (size === ROOM && this.ranks <= FEW) {
      const best = selectRanks(this.#kept, 0, this.ranks)
      ids.set(best.ids)
      keys.set(best.keys)
      this.#kept.size = best.size
      this.lowest = best.keys[best.size - 1] ?? this.lowest
      return
    }
    this.#kept.ids = new Uint32Array(size * 2)
    this.#kept.keys = new Float64Array(size * 2)
    this.#kept.ids.set(ids)
    this.#kept.keys.set(keys)
  }
}

function bump(counts: Int32Array, at: number, by: number): void {
  counts[at] = (counts[at] as number) + by
}
