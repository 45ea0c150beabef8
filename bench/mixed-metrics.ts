export interface KindFigures {
  times: number[]
  errors: number
}

export interface Measured {
  kinds: Record<string, KindFigures>
  samples: string[]
  /** Events that should have reached an open tab but did not. */
  undelivered: Record<string, number>
}

const SAMPLES = 20
/** Events that take longer count as lost. */
const LOST_MS = 30_000

/** The client no longer waits for the reply, so it is neither a success nor an error. */
export class Left extends Error {}

/** Durations by kind, and failures with a few samples. */
export class LoadMetrics {
  #kinds: Record<string, KindFigures> = {}
  #samples: string[] = []
  #undelivered: Record<string, number> = {}
  readonly #awaited = new Map<string, number>()

  /** Returns undefined after a failure, which is counted. */
  async time<T>(kind: string, work: () => Promise<T>): Promise<T | undefined> {
    const started = performance.now()
    try {
      const result = await work()
      this.#kind(kind).times.push(performance.now() - started)
      return result
    } catch (error) {
      if (!(error instanceof Left)) this.failed(kind, error)
      return undefined
    }
  }

  failed(kind: string, error: unknown): void {
    this.#kind(kind).errors++
    if (this.#samples.length < SAMPLES) this.#samples.push(`${kind}: ${String(error)}`)
  }

  /** An open tab should receive this event. Its name has the kind, the receiver and a distinguishing part. */
  await(event: string): void {
    this.#awaited.set(event, performance.now())
  }

  /** The event was not sent after all, or its receiver has disconnected. */
  forgetAll(of: (event: string) => boolean): void {
    for (const event of this.#awaited.keys()) if (of(event)) this.#awaited.delete(event)
  }

  arrived(event: string): void {
    const since = this.#awaited.get(event)
    if (since === undefined) return
    this.#awaited.delete(event)
    this.#kind(`${nameOf(event)} delivered`).times.push(performance.now() - since)
  }

  /** Discards everything measured during the warm-up. */
  reset(): void {
    this.#kinds = {}
    this.#samples = []
    this.#undelivered = {}
  }

  read(): Measured {
    const now = performance.now()
    for (const [event, since] of this.#awaited) {
      if (now - since < LOST_MS) continue
      this.#awaited.delete(event)
      this.#undelivered[nameOf(event)] = (this.#undelivered[nameOf(event)] ?? 0) + 1
    }
    return { kinds: this.#kinds, samples: this.#samples, undelivered: this.#undelivered }
  }

  #kind(kind: string): KindFigures {
    this.#kinds[kind] ??= { times: [], errors: 0 }
    return this.#kinds[kind]
  }
}

const nameOf = (event: string): string => event.split(' ', 1)[0] ?? ''
