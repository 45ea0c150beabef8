import { setTimeout as sleep } from 'node:timers/promises'
import type { Redis } from 'ioredis'

type Entry = [id: string, fields: string[]]

export interface StreamListener {
  /** An entry of the stream, in order, each once. */
  entry(fields: string[]): void
  /** Entries may have been missed: trimmed before they were read, or lost by Redis. */
  gap(): void
  error(error: unknown): void
}

const batch = 200
const blockMs = 5_000
const retryMs = 100

/** Follows a stream from now on, through lost connections and restarts of Redis. */
export class StreamReader {
  #place = ''
  #closed = false
  #wasLost = false
  #following: Promise<void> | undefined

  constructor(
    private readonly redis: Redis,
    private readonly key: string,
    private readonly listener: StreamListener,
  ) {}

  async start(): Promise<void> {
    await this.#takePlace()
    this.#following = this.#follow()
  }

  async close(): Promise<void> {
    this.#closed = true
    this.redis.disconnect()
    await this.#following
  }

  /** Our place is an entry of our own: as long as it is in the stream, nothing after it has been trimmed. */
  async #takePlace(): Promise<void> {
    this.#place = (await this.redis.xadd(this.key, '*', 'place', '')) as string
  }

  async #follow(): Promise<void> {
    while (!this.#closed) {
      try {
        if (this.#wasLost) await this.#inPlace()
        this.#wasLost = false
        await this.#hearNext()
      } catch (error) {
        if (this.#closed) return
        if (this.redis.status === 'ready') this.listener.error(error)
        this.#wasLost = true
        await sleep(retryMs)
      }
    }
  }

  async #hearNext(): Promise<void> {
    const { redis, key } = this
    const reply = await redis.xread('COUNT', batch, 'BLOCK', blockMs, 'STREAMS', key, this.#place)
    // Looked up after reading: then nothing between our place and these entries can have been trimmed.
    if (!(await this.#inPlace())) return
    for (const [id, fields] of (reply?.[0]?.[1] ?? []) as Entry[]) {
      if (this.#closed) return
      this.#place = id
      this.listener.entry(fields)
    }
  }

  /** Otherwise there is a gap. What is left was committed before it was published: who fetches anew has it. */
  async #inPlace(): Promise<boolean> {
    const found = await this.redis.xrange(this.key, this.#place, this.#place)
    if (found.length > 0) return true
    await this.#takePlace()
    this.listener.gap()
    return false
  }
}
