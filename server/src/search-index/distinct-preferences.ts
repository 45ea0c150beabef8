import { type PreferenceNumbers, reachOf } from '../members/preferences'

/**
 * Every distinct set of preferences, stored once. Most members have none and many share a set, so a search evaluates
 * each set once and reads one number per member.
 */
export class DistinctPreferences {
  readonly #numbers = new Map<string, number>()
  readonly #sets: PreferenceNumbers[] = []

  get size(): number {
    return this.#sets.length
  }

  numberOf(preferences: PreferenceNumbers): number {
    const key = `${preferences.accepts} ${preferences.ageMin} ${preferences.ageMax} ${preferences.lastBand}`
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    this.#numbers.set(key, this.#sets.length)
    return this.#sets.push(preferences) - 1
  }

  /** By number of a set: `reachOf` for a seeker with these answers and this age. */
  reach(choiceBits: readonly number[], age: number): Int8Array {
    // Int8Array.from takes 15 times as long, and this runs in every search.
    const reach = new Int8Array(this.#sets.length)
    for (let n = 0; n < reach.length; n++)
      reach[n] = reachOf(this.#sets[n] as PreferenceNumbers, choiceBits, age)
    return reach
  }
}
