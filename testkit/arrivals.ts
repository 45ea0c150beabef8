const PATIENCE_MS = 5000

/** Received events in order; each can be taken once. */
export class Arrivals<T extends { event: string }> {
  readonly waiting: T[] = []
  readonly #wakers = new Set<() => void>()

  add(arrival: T): void {
    this.waiting.push(arrival)
    for (const wake of [...this.#wakers]) wake()
  }

  /** Takes the next event of this name; waits up to 5 seconds for it. */
  async next(event: string): Promise<T> {
    const end = Date.now() + PATIENCE_MS
    for (;;) {
      const index = this.waiting.findIndex((one) => one.event === event)
      const [found] = index < 0 ? [] : this.waiting.splice(index, 1)
      if (found) return found
      const left = end - Date.now()
      if (left <= 0) throw new Error(`No ${event} came within ${PATIENCE_MS} ms`)
      await this.#another(left)
    }
  }

  #another(withinMs: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer)
        this.#wakers.delete(wake)
        resolve()
      }
      const timer = setTimeout(wake, withinMs)
      this.#wakers.add(wake)
    })
  }
}
