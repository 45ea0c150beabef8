import { bandBetween, type Position } from '@rosella/contract/places/bands'
import { NO_BAND } from '../members/preferences'
import type { Reader } from '../platform/database/transaction'

interface Town extends Position {
  id: number
  country: string
  state: string
}

/** The cache of bands: enough for searches from all of 8,000 towns. */
const CACHED_BYTES = 64 * 2 ** 20

/** The cache of sets of states: every single state of a country, and common combinations. */
const CACHED_STATES = 100

const stateOf = ({ country, state }: Town): string => `${country} ${state}`

/** The towns of members. The distance between two towns is stored as a band, one byte, and no more precisely. */
export class Towns {
  #towns: readonly Town[] = []
  readonly #firstOfState = new Map<string, number>()
  readonly #rows = new Map<string, Uint8Array>()
  readonly #inStates = new Map<string, Uint8Array>()

  get all(): readonly Town[] {
    return this.#towns
  }

  /** Towns are never changed or removed, but a town with a lower id may be committed later. */
  async refresh(db: Reader): Promise<void> {
    const towns = await db
      .selectFrom('town')
      .orderBy('id')
      .select(['id', 'country', 'state', 'latitude', 'longitude'])
      .execute()
    if (towns.length !== this.#towns.length) this.fill(towns)
  }

  /** In ascending order of their ids. */
  fill(towns: readonly Town[]): void {
    this.#towns = towns
    this.#firstOfState.clear()
    for (const town of [...towns].reverse()) this.#firstOfState.set(stateOf(town), town.id)
    this.#rows.clear()
    this.#inStates.clear()
  }

  byId(id: number): Town | undefined {
    let [low, high] = [0, this.#towns.length - 1]
    while (low <= high) {
      const middle = (low + high) >> 1
      const town = this.#towns[middle] as Town
      if (town.id === id) return town
      if (town.id < id) low = middle + 1
      else high = middle - 1
    }
    return undefined
  }

  firstOfState(id: number | null): number | null {
    const town = id === null ? undefined : this.byId(id)
    return town ? (this.#firstOfState.get(stateOf(town)) ?? id) : id
  }

  /** By town id: the band from a place to the town. Cached by place. */
  bandsFrom(place: Position | null): Uint8Array {
    const key = place ? `${place.latitude} ${place.longitude}` : ''
    const room = (this.#towns.at(-1)?.id ?? 0) + 1
    const known = this.#rows.get(key)
    if (known && known.length >= room) return known
    const bands = new Uint8Array(room).fill(NO_BAND)
    if (place) for (const town of this.#towns) bands[town.id] = bandBetween(place, town)
    if (this.#rows.size * room >= CACHED_BYTES) this.#rows.delete(this.#rows.keys().next().value as string)
    this.#rows.set(key, bands)
    return bands
  }

  /** By town id: 1 if the town is in one of these states. */
  inStates(country: string | null, states: readonly string[]): Uint8Array {
    const key = `${country} ${states.join()}`
    const known = this.#inStates.get(key)
    if (known) return known
    const wanted = new Uint8Array((this.#towns.at(-1)?.id ?? 0) + 1)
    for (const town of this.#towns)
      if (town.country === country && states.includes(town.state)) wanted[town.id] = 1
    if (this.#inStates.size === CACHED_STATES) this.#inStates.clear()
    this.#inStates.set(key, wanted)
    return wanted
  }
}
