const nobody: ReadonlySet<never> = new Set()

/** This process's connections, by member. */
export class ConnectionRegistry<T> {
  readonly #byMember = new Map<number, Set<T>>()

  add(memberId: number, item: T): () => void {
    const items = this.#byMember.get(memberId) ?? new Set<T>()
    this.#byMember.set(memberId, items.add(item))
    return () => {
      items.delete(item)
      if (items.size === 0 && this.#byMember.get(memberId) === items) this.#byMember.delete(memberId)
    }
  }

  has(memberId: number): boolean {
    return this.#byMember.has(memberId)
  }

  of(memberId: number): ReadonlySet<T> {
    return this.#byMember.get(memberId) ?? nobody
  }

  ids(): number[] {
    return [...this.#byMember.keys()]
  }

  all(): T[] {
    return [...this.#byMember.values()].flatMap((items) => [...items])
  }
}
