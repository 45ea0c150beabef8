import { suits } from '@rosella/contract/browse/rules'
import { type Entry, RankedList } from './ranked-list'

export interface Segment {
  gender: 'f' | 'm'
  interested: 'm' | 'w' | 'b'
}

export const segments: readonly Segment[] = (['f', 'm'] as const).flatMap((gender) =>
  (['m', 'w', 'b'] as const).map((interested) => ({ gender, interested })),
)

export type Order = 'recent' | 'newest'

/**
 * Everyone whom browsing may show, by whom they are and whom they look for, in both orders. A value without
 * a clock or a database. What is known of a member stands in plain arrays by id: ids are given out in a row,
 * and a million small objects would weigh five times as much.
 */
export class SegmentLists {
  readonly #lists = {
    recent: segments.map(() => new RankedList()),
    newest: segments.map(() => new RankedList()),
  }
  #segmentOf = new Int8Array(1024).fill(-1)
  #times = { recent: new Float64Array(1024), newest: new Float64Array(1024) }

  constructor(readonly photosMin: number) {}

  /** Lists a member, or lists them anew. Whoever has never been active is among the newest only. */
  place(id: number, segment: number, created: number, active: number | null): void {
    this.drop(id)
    this.#makeRoom(id)
    this.#segmentOf[id] = segment
    this.#enter('newest', { id, ts: created })
    if (active !== null) this.#enter('recent', { id, ts: active })
  }

  drop(id: number): void {
    if (this.#segment(id) < 0) return
    this.#leave('newest', id)
    this.#leave('recent', id)
    this.#segmentOf[id] = -1
  }

  /** Moves a listed member up; never down, as news may come late. */
  touch({ id, ts }: Entry): void {
    if (this.#segment(id) < 0 || this.#time('recent', id) >= ts) return
    this.#leave('recent', id)
    this.#enter('recent', { id, ts })
  }

  /** Two of the six segments suit one who looks for one gender, four one who looks for both. */
  listsFor(viewer: { gender: string | null; interested: string | null }, order: Order): RankedList[] {
    const { gender, interested } = viewer
    if (!gender || !interested) return []
    return this.#lists[order].filter((_, n) => {
      const theirs = segments[n] as Segment
      return suits(interested, theirs.gender) && suits(theirs.interested, gender)
    })
  }

  /** Where a member stands in the lists of an order, if they are in one of these. */
  entryIn(lists: readonly RankedList[], order: Order, id: number): Entry | undefined {
    const list = this.#lists[order][this.#segment(id)]
    const ts = this.#time(order, id)
    return list && ts > 0 && lists.includes(list) ? { id, ts } : undefined
  }

  #segment = (id: number): number => this.#segmentOf[id] ?? -1

  #time = (order: Order, id: number): number => this.#times[order][id] ?? 0

  #enter(order: Order, entry: Entry): void {
    this.#times[order][entry.id] = entry.ts
    this.#lists[order][this.#segment(entry.id)]?.add(entry)
  }

  #leave(order: Order, id: number): void {
    this.#lists[order][this.#segment(id)]?.remove({ id, ts: this.#time(order, id) })
    this.#times[order][id] = 0
  }

  #makeRoom(id: number): void {
    const room = this.#segmentOf.length
    if (id < room) return
    const size = Math.max(id + 1, room * 2)
    const segmentOf = new Int8Array(size).fill(-1)
    segmentOf.set(this.#segmentOf)
    this.#segmentOf = segmentOf
    this.#times = { recent: grown(this.#times.recent, size), newest: grown(this.#times.newest, size) }
  }
}

function grown(times: Float64Array, size: number): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(size)
  larger.set(times)
  return larger
}
