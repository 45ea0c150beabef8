/** A small seeded generator (mulberry32): the same seed gives the same town on every machine. */
export interface Random {
  /** A number in [0, 1). */
  next(): number
  /** A whole number from `low` to `high`, both included. */
  int(low: number, high: number): number
  /** A number in [low, high). */
  between(low: number, high: number): number
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
  weighted<T>(items: readonly T[], weight: (item: T) => number): T
  shuffle<T>(items: readonly T[]): T[]
  /** Roughly a bell curve: mean, standard deviation. */
  bell(mean: number, deviation: number): number
}

/** FNV-1a, so that a seed can be text. */
function seedOf(...parts: readonly (string | number)[]): number {
  let hash = 0x811c9dc5
  for (const char of parts.join('|')) {
    hash ^= char.codePointAt(0) ?? 0
    hash = Math.imul(hash, 0x01000193)
  }
  return hash >>> 0
}

export function random(...seed: readonly (string | number)[]): Random {
  let state = seedOf(...seed)

  function next(): number {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }

  const between = (low: number, high: number) => low + next() * (high - low)
  const int = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))

  function pick<T>(items: readonly T[]): T {
    if (items.length === 0) throw new Error('cannot pick from an empty list')
    return items[Math.floor(next() * items.length)] as T
  }

  function weighted<T>(items: readonly T[], weight: (item: T) => number): T {
    const total = items.reduce((sum, item) => sum + weight(item), 0)
    if (!(total > 0)) throw new Error('cannot pick, because all weights are zero')
    let left = next() * total
    let last = items[0] as T
    for (const item of items) {
      const share = weight(item)
      if (share <= 0) continue
      last = item
      left -= share
      if (left < 0) break
    }
    return last
  }

  function shuffle<T>(items: readonly T[]): T[] {
    const result = [...items]
    for (let i = result.length - 1; i > 0; i--) {
      const j = int(0, i)
      const held = result[i] as T
      result[i] = result[j] as T
      result[j] = held
    }
    return result
  }

  const bell = (mean: number, deviation: number) =>
    mean + deviation * (next() + next() + next() + next() + next() + next() - 3) * Math.SQRT2

  return { next, int, between, chance: (p) => next() < p, pick, weighted, shuffle, bell }
}
