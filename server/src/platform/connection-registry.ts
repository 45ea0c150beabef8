const nobody: ReadonlySet<never> = new Set()

/** The connections this process holds, found by the member they belong to. */
export class ConnectionRegistry<T> {
  readonly #held = new Map<number, Set<T>>()

  add(memberId: number, item: T): () => void {
    const items = this.#held.get(memberId) ?? new Set<T>()
    this.#held.set(memberId, items.add(item))
    return () => {
      items.delete(item)
      if (items.size === 0 && this.#held.get(memberId) === items) this.#held.delete(memberId)
    }
  }

  has(memberId: number): boolean {
    return this.#held.has(memberId)
  }

  of(memberId: number): ReadonlySet<T> {
    return this.#held.get(memberId) ?? nobody
  }

  ids(): number[] {
    return [...this.#held.keys()]
  }

  all(): T[] {
    return [...this.#held.values()].flatMap((items) => [...items])
  }
}
