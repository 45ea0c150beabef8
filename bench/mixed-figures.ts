export interface KindFigures {
  times: number[]
  errors: number
}

export interface Measured {
  kinds: Record<string, KindFigures>
  samples: string[]
  /** Events that nobody received, of those that somebody with an open tab should have. */
  undelivered: Record<string, number>
}

const SAMPLES = 20
/** What has not arrived by then is lost. */
const LOST_MS = 30_000

/** Nobody waits for the answer any more: neither a success nor an error. */
export class Left extends Error {}

/** How long everything took, by kind; what failed, with a few samples. */
export class Figures {
  #kinds: Record<string, KindFigures> = {}
  #samples: string[] = []
  #undelivered: Record<string, number> = {}
  readonly #awaited = new Map<string, number>()

  /** Answers undefined when it failed: the failure has been counted. */
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

  /** Somebody with an open tab should hear of this; its name says what it is, whose, then what tells it apart. */
  await(event: string): void {
    this.#awaited.set(event, performance.now())
  }

  /** It was not sent after all, or whoever would have heard of it has gone. */
  forgetAll(of: (event: string) => boolean): void {
    for (const event of this.#awaited.keys()) if (of(event)) this.#awaited.delete(event)
  }

  arrived(event: string): void {
    const since = this.#awaited.get(event)
    if (since === undefined) return
    this.#awaited.delete(event)
    this.#kind(`${nameOf(event)} delivered`).times.push(performance.now() - since)
  }

  /** The warm-up is over, and does not count. */
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
