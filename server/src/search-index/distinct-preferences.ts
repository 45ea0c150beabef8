import { CHOICE_WORDS } from '../members/member-facts'
import { NOBODY, type PreferenceNumbers } from '../members/preferences'

/** Of a row in `#rows`: the words of rejected answers come first. */
const AGE_MIN = CHOICE_WORDS
const AGE_MAX = CHOICE_WORDS + 1
const LAST_BAND = CHOICE_WORDS + 2
const ROW = CHOICE_WORDS + 3

/**
 * Every distinct set of preferences, stored once. Most members have none and many share a set, so a search evaluates
 * each set once and reads one number per member.
 */
export class DistinctPreferences {
  readonly #numbers = new Map<string, number>()
  #rows = new Int32Array(ROW * 64)

  get size(): number {
    return this.#numbers.size
  }

  numberOf({ accepts, ageMin, ageMax, lastBand }: PreferenceNumbers): number {
    const row = [...accepts.map((bits) => ~bits), ageMin, ageMax, lastBand]
    const key = row.join()
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    const number = this.size
    this.#numbers.set(key, number)
    if (number * ROW === this.#rows.length) {
      const rows = new Int32Array(this.#rows.length * 2)
      rows.set(this.#rows)
      this.#rows = rows
    }
    this.#rows.set(row, number * ROW)
    return number
  }

  /**
   * By number of a set: `reachOf` for a seeker with these answers and this age. Every search runs it, so it works on
   * typed rows without a branch per condition.
   */
  reach(choiceBits: readonly number[], age: number): Int8Array {
    const rows = this.#rows
    const reach = new Int8Array(this.size)
    for (let n = 0, at = 0; n < reach.length; n++, at += ROW) {
      let mismatch = (age - (rows[at + AGE_MIN] as number)) >> 31
      mismatch |= ((rows[at + AGE_MAX] as number) - age) >> 31
      for (let word = 0; word < CHOICE_WORDS; word++)
        mismatch |= (choiceBits[word] as number) & (rows[at + word] as number)
      reach[n] = mismatch === 0 ? (rows[at + LAST_BAND] as number) : NOBODY
    }
    return reach
  }
}
