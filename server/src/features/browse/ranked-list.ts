/** Ids with a time, the latest first and the higher id first within a second: the order of every list. */
export interface Entry {
  ts: number
  id: number
}

const FULL = 1024
const SPARSE = FULL / 8

interface Block {
  ts: number[]
  ids: number[]
}

/**
 * Who is at rank k, and what rank has x, in a handful of steps whatever the size: entries stand in blocks of
 * about a thousand, and how many come before each block is summed up again only after a change.
 */
export class RankedList {
  #blocks: Block[] = []
  /** How many entries come before each block; right up to `#summed`. */
  readonly #starts: number[] = []
  #summed = 0
  #size = 0

  get size(): number {
    return this.#size
  }

  add(entry: Entry): void {
    const n = Math.max(0, this.#blockOf(entry))
    const block = this.#blocks[n]
    if (!block) {
      this.#blocks.push({ ts: [entry.ts], ids: [entry.id] })
    } else {
      const place = placeIn(block, entry)
      block.ts.splice(place, 0, entry.ts)
      block.ids.splice(place, 0, entry.id)
      if (block.ids.length > FULL) this.#split(n, block)
    }
    this.#changed(n, 1)
  }

  /** Leaves things as they are where there is no such entry. */
  remove(entry: Entry): void {
    const n = this.#blockOf(entry)
    const block = this.#blocks[n]
    if (!block) return
    const place = placeIn(block, entry)
    if (block.ids[place] !== entry.id || block.ts[place] !== entry.ts) return
    block.ts.splice(place, 1)
    block.ids.splice(place, 1)
    if (block.ids.length < SPARSE) this.#join(n, block)
    this.#changed(Math.max(0, n - 1), -1)
  }

  at(rank: number): Entry {
    this.#sumUp()
    let low = 0
    let high = this.#blocks.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((this.#starts[middle] as number) <= rank) low = middle
      else high = middle - 1
    }
    const block = this.#blocks[low]
    const place = rank - (this.#starts[low] ?? 0)
    const id = block?.ids[place]
    if (block === undefined || id === undefined) throw new RangeError(`no entry at rank ${rank}`)
    return { ts: block.ts[place] as number, id }
  }

  /** How many entries come before this one, whether or not it is among them. */
  before(entry: Entry): number {
    this.#sumUp()
    const n = this.#blockOf(entry)
    const block = this.#blocks[n]
    return block ? (this.#starts[n] as number) + placeIn(block, entry) : 0
  }

  /** The last block that begins at or before the entry; -1 when all begin after it. */
  #blockOf(entry: Entry): number {
    let low = -1
    let high = this.#blocks.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      const { ts, ids } = this.#blocks[middle] as Block
      if (comesAfter(ts[0] as number, ids[0] as number, entry)) high = middle - 1
      else low = middle
    }
    return low
  }

  #split(n: number, block: Block): void {
    const half = FULL / 2
    this.#blocks.splice(n + 1, 0, { ts: block.ts.splice(half), ids: block.ids.splice(half) })
  }

  /** A thinned block goes into the one before it, where there is room. */
  #join(n: number, block: Block): void {
    const previous = this.#blocks[n - 1]
    if (previous && previous.ids.length + block.ids.length < FULL) {
      previous.ts.push(...block.ts)
      previous.ids.push(...block.ids)
      this.#blocks.splice(n, 1)
    } else if (block.ids.length === 0) this.#blocks.splice(n, 1)
  }

  #changed(n: number, by: number): void {
    this.#size += by
    this.#summed = Math.min(this.#summed, n)
  }

  #sumUp(): void {
    const { length } = this.#blocks
    for (let n = this.#summed; n < length; n++) {
      this.#starts[n] =
        n === 0 ? 0 : (this.#starts[n - 1] as number) + (this.#blocks[n - 1] as Block).ids.length
    }
    this.#summed = length
  }
}

const comesAfter = (ts: number, id: number, entry: Entry): boolean =>
  ts < entry.ts || (ts === entry.ts && id < entry.id)

const comesBefore = (ts: number, id: number, entry: Entry): boolean =>
  ts > entry.ts || (ts === entry.ts && id > entry.id)

/** How many of a block's entries come before this one. */
function placeIn({ ts, ids }: Block, entry: Entry): number {
  let low = 0
  let high = ids.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (comesBefore(ts[middle] as number, ids[middle] as number, entry)) low = middle + 1
    else high = middle
  }
  return low
}
