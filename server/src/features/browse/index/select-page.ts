import type { Entry } from '../search-request'

interface Keyed {
  ids: Uint32Array
  keys: Float64Array
  size: number
}

const BUCKETS = 4096
const FEW = 512
/** Keys may have the band above the time; the time is what the list tells. */
const TIME = 2 ** 33

/**
 * The entries from a rank on, the highest key first and the higher id first within one. Only those that can be on the
 * page are ever sorted: the others are counted into buckets by their keys.
 */
export function selectPage({ ids, keys, size }: Keyed, skip: number, count: number): Entry[] {
  let places: Uint32Array | undefined
  let before = 0
  const key = (n: number): number => keys[places ? (places[n] as number) : n] as number
  for (let left = size; ; left = places.length) {
    const [low, high] = range(key, left)
    if (left <= FEW || low === high) break
    const bucketOf = (n: number) => Math.floor(((high - key(n)) / (high - low)) * (BUCKETS - 1))
    const counts = new Uint32Array(BUCKETS)
    for (let n = 0; n < left; n++) {
      const bucket = bucketOf(n)
      counts[bucket] = (counts[bucket] as number) + 1
    }
    const [first, above] = bucketAt(counts, skip - before)
    const [last] = bucketAt(counts, Math.min(skip - before + count, left) - 1)
    const kept = new Uint32Array(counts.subarray(first, last + 1).reduce((sum, one) => sum + one, 0))
    let at = 0
    for (let n = 0; n < left; n++) {
      const bucket = bucketOf(n)
      if (bucket >= first && bucket <= last) kept[at++] = places ? (places[n] as number) : n
    }
    before += above
    const isNoFewer = kept.length === left
    places = kept
    if (isNoFewer) break
  }
  const rest = Array.from(places ?? ids.subarray(0, size), (place, n) => (places ? place : n))
  return rest
    .sort((a, b) => (keys[b] as number) - (keys[a] as number) || (ids[b] as number) - (ids[a] as number))
    .slice(skip - before, skip - before + count)
    .map((place) => ({ id: ids[place] as number, ts: (keys[place] as number) % TIME }))
}

function range(key: (n: number) => number, size: number): [low: number, high: number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let n = 0; n < size; n++) {
    const one = key(n)
    if (one < low) low = one
    if (one > high) high = one
  }
  return [low, high]
}

/** The bucket that holds a rank, and how many come before it. */
function bucketAt(counts: Uint32Array, rank: number): [bucket: number, before: number] {
  let before = 0
  for (let bucket = 0; bucket < counts.length; bucket++) {
    const next = before + (counts[bucket] as number)
    if (next > rank) return [bucket, before]
    before = next
  }
  return [counts.length - 1, before]
}
