import type { Entry, RankedList } from './ranked-list'

type Lists = readonly RankedList[]

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

export const sizeOf = (lists: Lists): number => sum(lists.map((list) => list.size))

/** The rank of an entry when the lists are read as one. */
export const rankIn = (lists: Lists, entry: Entry): number => sum(lists.map((list) => list.before(entry)))

/** The entries of all lists read as one, from a rank on. */
export function* readFrom(lists: Lists, rank: number): Generator<Entry> {
  const heads = firstOf(lists, rank).map((place, n) => ({ list: lists[n] as RankedList, place }))
  for (;;) {
    let best: { entry: Entry; head: { place: number } } | undefined
    for (const head of heads) {
      if (head.place >= head.list.size) continue
      const entry = head.list.at(head.place)
      if (!best || isBefore(entry, best.entry)) best = { entry, head }
    }
    if (!best) return
    best.head.place++
    yield best.entry
  }
}

const isBefore = (one: Entry, other: Entry): boolean =>
  one.ts > other.ts || (one.ts === other.ts && one.id > other.id)

/**
 * How many entries of each list are among the first `count` of all. Halves the widest range of what is not
 * known yet, so it takes some twenty looks at a million entries.
 */
function firstOf(lists: Lists, count: number): number[] {
  const low = lists.map(() => 0)
  const high = lists.map((list) => Math.min(list.size, count))
  for (;;) {
    const widths = high.map((top, n) => top - (low[n] as number))
    const width = Math.max(0, ...widths)
    if (width === 0) return low
    const widest = widths.indexOf(width)
    const middle = (low[widest] as number) + (width >> 1)
    const entry = (lists[widest] as RankedList).at(middle)
    const before = lists.map((list, n) => (n === widest ? middle : list.before(entry)))
    const isAmong = sum(before) < count
    before.forEach((above, n) => {
      if (isAmong) low[n] = Math.max(low[n] as number, n === widest ? above + 1 : above)
      else high[n] = Math.min(high[n] as number, above)
    })
  }
}
