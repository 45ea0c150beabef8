import { type ChoiceFilter, choiceFilterNames } from '@rosella/contract/profile/fields'
import { CHOICE_WORDS, choicePlace, NO_ANSWER } from '../members/member-facts'
import { failKeys } from './compile-query'
import type { Entry } from './request'
import { type Keyed, selectRanks } from './select-ranks'

/** Keys may have the band above the time; the time is what the list tells. */
const TIME = 2 ** 33
/** While so few ranks are asked for, whoever cannot have one of them is not kept. */
const FEW = 1000
const ROOM = 4096
/** The last bits of an id tell of nearly all that they are not in a small set, in a fifth of the time that the set takes. */
const MASK = 4095

export const SEVERAL_WORDS = -1

/** Who fits, with the number that their place in the list follows from, and who would without one filter. */
export class Matches {
  total = 0
  /** Those of the ranks that are asked for, and others. */
  readonly #kept: Keyed = { ids: new Uint32Array(256), keys: new Float64Array(256), size: 0 }
  /** Whoever has a lower key has none of the ranks. */
  lowest = Number.NEGATIVE_INFINITY
  /** By the bit of FAIL, and by the word and bit of an answer. */
  readonly #without = new Int32Array(failKeys.length)
  readonly #withoutBits = new Int32Array(32 * CHOICE_WORDS)
  #withoutAnsweredOnly = 0

  constructor(private readonly ranks: number) {}

  add(id: number, key: number): void {
    this.total++
    if (key >= this.lowest) this.keep(id, key)
  }

  /** Somebody whom the total counts; tells the lowest key from then on. */
  keep(id: number, key: number): number {
    const kept = this.#kept
    if (kept.size === kept.ids.length) this.#makeRoom()
    kept.ids[kept.size] = id
    kept.keys[kept.size++] = key
    return this.lowest
  }

  /**
   * Who fails one filter only would be there without it; who has not answered, without 'only people who answered'.
   * `letters` are of one word, or of several together.
   */
  addNearly(fails: number, letters: number, unanswered: number, word: number): void {
    const all = fails | unanswered
    if (letters === 0 && (all & (all - 1)) === 0) this.addWithout(all, 1)
    else if (all === 0 && word !== SEVERAL_WORDS && (letters & (letters - 1)) === 0)
      bump(this.#withoutBits, 32 * word + 31 - Math.clz32(letters), 1)
    if (fails === 0 && (letters & ~NO_ANSWER) === 0) this.#withoutAnsweredOnly++
  }

  addWithout(fail: number, count: number): void {
    bump(this.#without, 31 - Math.clz32(fail), count)
  }

  /** Takes out what another look found, at the few who are hidden from the seeker. */
  subtract(other: Matches): void {
    this.total -= other.total
    const hidden = new Set(other.ids())
    const mayBeHidden = new Uint8Array(MASK + 1)
    for (const id of hidden) mayBeHidden[id & MASK] = 1
    const { ids, keys, size } = this.#kept
    this.#kept.size = 0
    for (let n = 0; n < size; n++) {
      const id = ids[n] as number
      if (mayBeHidden[id & MASK] === 1 && hidden.has(id)) continue
      ids[this.#kept.size] = id
      keys[this.#kept.size++] = keys[n] as number
    }
    for (const [n, count] of other.#without.entries()) bump(this.#without, n, -count)
    for (const [n, count] of other.#withoutBits.entries()) bump(this.#withoutBits, n, -count)
    this.#withoutAnsweredOnly -= other.#withoutAnsweredOnly
  }

  ids = (): number[] => [...this.#kept.ids.subarray(0, this.#kept.size)]

  entries(skip: number, count: number): Entry[] {
    const { ids, keys, size } = selectRanks(this.#kept, skip, count)
    return Array.from({ length: size }, (_, n) => ({ id: ids[n] as number, ts: (keys[n] as number) % TIME }))
  }

  relax(): ReadonlyMap<string, number> {
    return new Map<string, number>([
      ...failKeys.map((key, n): [string, number] => [key, this.#without[n] ?? 0]),
      ...choiceFilterNames.map((name): [string, number] => [name, this.#withoutChoice(name)]),
      ['answered_only', this.#withoutAnsweredOnly],
    ])
  }

  #withoutChoice(name: ChoiceFilter): number {
    const { word, none, answers } = choicePlace(name)
    const bits = [none, ...answers.values()]
    return bits.reduce((sum, bit) => sum + (this.#withoutBits[32 * word + 31 - Math.clz32(bit)] ?? 0), 0)
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
