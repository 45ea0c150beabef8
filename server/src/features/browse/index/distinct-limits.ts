/** A member's own limits as numbers to compare with. */
export interface OwnLimits {
  accepts: number
  ageMin: number
  ageMax: number
  lastBand: number
}

/** Takes in every place, also one that is not known. */
export const ANY_BAND = 127
const NOBODY = -1

/**
 * The limits that members have, each set of them once: many share one, and most have none. So a search judges each set
 * once, and of a member it reads one number.
 */
export class DistinctLimits {
  readonly #numbers = new Map<string, number>()
  readonly #sets: OwnLimits[] = []

  get size(): number {
    return this.#sets.length
  }

  numberOf(limits: OwnLimits): number {
    const key = `${limits.accepts} ${limits.ageMin} ${limits.ageMax} ${limits.lastBand}`
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    this.#numbers.set(key, this.#sets.length)
    return this.#sets.push(limits) - 1
  }

  /** By the number of a set: how far away somebody like this may be to be taken in; below 0, nobody like this is. */
  reach(traits: number, age: number): Int8Array {
    const reach = new Int8Array(this.#sets.length)
    for (let n = 0; n < reach.length; n++) {
      const { accepts, ageMin, ageMax, lastBand } = this.#sets[n] as OwnLimits
      reach[n] = (traits & ~accepts) !== 0 || age < ageMin || age > ageMax ? NOBODY : lastBand
    }
    return reach
  }
}
