import type { Random } from './random'

/** Picks only among the least used items, so that all are used equally. */
export interface Spread {
  pick<T>(rng: Random, items: readonly T[], key: (item: T) => string): T
}

export function spread(): Spread {
  const used = new Map<string, number>()
  return {
    pick(rng, items, key) {
      const least = Math.min(...items.map((item) => used.get(key(item)) ?? 0))
      const chosen = rng.pick(items.filter((item) => (used.get(key(item)) ?? 0) === least))
      used.set(key(chosen), least + 1)
      return chosen
    },
  }
}
