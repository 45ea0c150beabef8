import { type PreferenceNumbers, reachOf } from '../members/preferences'

/**
 * The preferences that members have, each set of them once: many share one, and most have none. So a search judges each set
 * once, and of a member it reads one number.
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

  /** reachOf for somebody like this, by the number of a set. */
  reach(traits: readonly number[], age: number): Int8Array {
    // Int8Array.from takes fifteen times as long, and every search waits for it.
    const reach = new Int8Array(this.#sets.length)
    for (let n = 0; n < reach.length; n++) reach[n] = reachOf(this.#sets[n] as PreferenceNumbers, traits, age)
    return reach
  }
}
