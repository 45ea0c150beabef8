import { sql } from 'kysely'
import { prepared } from '../platform/database/prepared'
import type { Services } from '../platform/services'
import { unlistedByRelation } from './visible-members'

/** Bits per id, so that a test of one bit rules out nearly every id that is not in the set. */
const BITS_PER_ID = 16

/** A set of member ids: small to keep, fast to build and to test, even with 100,000 ids. */
export class IdSet {
  /** In ascending order. */
  readonly ids: Uint32Array
  readonly #bits: Uint32Array
  readonly #mask: number

  constructor(ids: readonly number[] | Uint32Array) {
    this.ids = Uint32Array.from(ids)
      .sort()
      .filter((id, n, all) => n === 0 || id !== all[n - 1])
    this.#mask = 2 ** Math.ceil(Math.log2(Math.max(32, this.ids.length * BITS_PER_ID))) - 1
    this.#bits = new Uint32Array((this.#mask + 1) / 32)
    for (const id of this.ids) {
      const bit = id & this.#mask
      this.#bits[bit >>> 5] = (this.#bits[bit >>> 5] as number) | (1 << (bit & 31))
    }
  }

  has(id: number): boolean {
    const bit = id & this.#mask
    if (((this.#bits[bit >>> 5] as number) & (1 << (bit & 31))) === 0) return false
    let [low, high] = [0, this.ids.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.ids[middle] as number) < id) low = middle + 1
      else high = middle
    }
    return this.ids[low] === id
  }

  with(more: readonly number[]): IdSet {
    const added = more.filter((id) => !this.has(id))
    if (added.length === 0) return this
    const all = new Uint32Array(this.ids.length + added.length)
    all.set(this.ids)
    all.set(added, this.ids.length)
    return new IdSet(all)
  }
}

const unlisted = prepared(
  (memberId: number) => sql<{ ids: number[] }>`select array(${unlistedByRelation(memberId)}) as ids`,
)

/** The most ids that a process keeps; an empty set counts as much as EMPTY ids. */
const MOST_IDS = 5_000_000
const EMPTY = 100

/**
 * The members that lists of strangers leave out for a member: the member, blocks in both directions, and "not
 * interested". Kept in memory, because a search needs all of them for its total, and a member may have 100,000. Events
 * remove a set that has changed, and each page checks its cards in the database. Members who hide from the viewer's
 * address are not included, because the event of a new address does not say whose it is.
 */
export class UnlistedMembers {
  /** By member, the oldest first. The size is 0 until the set has been read. */
  readonly #kept = new Map<number, { set: Promise<IdSet>; size: number; followed: Promise<() => void> }>()
  #size = 0
  readonly #stop: (() => void)[]

  constructor(private readonly deps: Pick<Services, 'db' | 'bus'>) {
    this.#stop = [
      deps.bus.subscribe((event) => {
        if (event.kind === 'block.changed' || event.kind === 'interest.changed')
          this.forget(event.from, event.to)
      }),
      deps.bus.onGap(() => this.clear()),
    ]
  }

  of(memberId: number): Promise<IdSet> {
    const known = this.#kept.get(memberId)
    if (known) return known.set
    // Stored and followed before it is read, so that a change during the read removes it.
    const followed = this.deps.bus.follow(`unlisted:${memberId}`)
    const entry = { set: followed.then(() => this.#read(memberId)), size: 0, followed }
    this.#kept.set(memberId, entry)
    const isKept = () => this.#kept.get(memberId) === entry
    entry.set.then(
      ({ ids }) => {
        if (!isKept()) return
        entry.size = EMPTY + ids.length
        this.#size += entry.size
        for (const oldest of this.#kept.keys()) if (this.#size > MOST_IDS) this.forget(oldest)
      },
      () => isKept() && this.forget(memberId),
    )
    return entry.set
  }

  forget(...memberIds: readonly number[]): void {
    for (const id of memberIds) {
      const entry = this.#kept.get(id)
      if (!entry) continue
      this.#size -= entry.size
      this.#kept.delete(id)
      void entry.followed.then((stop) => stop())
    }
  }

  clear(): void {
    for (const id of this.#kept.keys()) this.forget(id)
  }

  close(): void {
    for (const stop of this.#stop) stop()
  }

  async #read(memberId: number): Promise<IdSet> {
    const [row] = await unlisted(this.deps.db, memberId)
    return new IdSet([memberId, ...(row?.ids ?? [])])
  }
}
