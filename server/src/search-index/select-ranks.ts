/** Member ids with their sort keys. */
export interface Keyed {
  ids: Uint32Array
  keys: Float64Array
  size: number
}

const BUCKETS = 4096
const FEW = 512

/**
 * Returns `count` members from rank `skip` on, the highest key first, then the highest id. Instead of sorting
 * everyone, it repeatedly counts the keys into buckets and sorts only the members that can have these ranks.
 */
export function selectRanks(all: Keyed, skip: number, count: number): Keyed {
  let few = all
  let before = 0
  while (few.size > FEW) {
    const narrowed = narrow(few, skip - before, Math.min(skip - before + count, few.size) - 1)
    if (!narrowed) break
    before += narrowed.above
    few = narrowed
  }
  const { ids, keys, size } = few
  const places = Array.from({ length: size }, (_, place) => place)
    .sort((a, b) => (keys[b] as number) - (keys[a] as number) || (ids[b] as number) - (ids[a] as number))
    .slice(skip - before, skip - before + count)
  return {
    ids: Uint32Array.from(places, (place) => ids[place] as number),
    keys: Float64Array.from(places, (place) => keys[place] as number),
    size: places.length,
  }
}

/** The members whose rank can be in the range, and how many come before them. Undefined if that is all of them. */
function narrow(
  { ids, keys, size }: Keyed,
  from: number,
  to: number,
): (Keyed & { above: number }) | undefined {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let n = 0; n < size; n++) {
    const key = keys[n] as number
    if (key < low) low = key
    if (key > high) high = key
  }
  if (low === high) return undefined
  const scale = (BUCKETS - 1) / (high - low)
  const counts = new Uint32Array(BUCKETS)
  for (let n = 0; n < size; n++) {
    const bucket = ((high - (keys[n] as number)) * scale) | 0
    counts[bucket] = (counts[bucket] as number) + 1
  }
  const [first, above] = bucketAt(counts, from)
  const [last] = bucketAt(counts, to)
  const room = counts.subarray(first, last + 1).reduce((sum, one) => sum + one, 0)
  if (room === size) return undefined
  const few = { ids: new Uint32Array(room), keys: new Float64Array(room), size: 0, above }
  for (let n = 0; n < size; n++) {
    const key = keys[n] as number
    const bucket = ((high - key) * scale) | 0
    if (bucket < first || bucket > last) continue
    few.ids[few.size] = ids[n] as number
    few.keys[few.size++] = key
  }
  return few
}

/** The bucket of a rank, and how many members come before the bucket. */
function bucketAt(counts: Uint32Array, rank: number): [bucket: number, before: number] {
  let before = 0
  for (let bucket = 0; bucket < counts.length; bucket++) {
    const next = before + (counts[bucket] as number)
    if (next > rank) return [bucket, before]
    before = next
  }
  return [counts.length - 1, before]
}
