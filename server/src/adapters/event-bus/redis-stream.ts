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
        if (this.#wasLost) await this.#checkPlace()
        this.#wasLost = false
        await this.#hearNext()
      } catch (error) {
        if (this.#closed) return
        // Told once: a Redis that goes on refusing says the same ten times a second.
        if (this.redis.status === 'ready' && !this.#wasLost) this.listener.error(error)
        this.#wasLost = true
        await sleep(retryMs)
      }
    }
  }

  async #hearNext(): Promise<void> {
    const { redis, key } = this
    const both = redis.pipeline()
    both.xread('COUNT', batch, 'BLOCK', blockMs, 'STREAMS', key, this.#place)
    // Sent along and looked up after reading: then nothing between our place and these entries can have been trimmed.
    both.xrange(key, this.#place, this.#place)
    const [read, found] = (await both.exec()) ?? []
    const error = read?.[0] ?? found?.[0]
    if (error || !read || !found) throw error ?? new Error('Redis did not answer.')
    if ((found[1] as Entry[]).length === 0) return this.#leapGap()
    const [stream] = (read[1] ?? []) as [key: string, entries: Entry[]][]
    for (const [id, fields] of stream?.[1] ?? []) {
      if (this.#closed) return
      this.#place = id
      this.listener.entry(fields)
    }
  }

  async #checkPlace(): Promise<void> {
    const found = await this.redis.xrange(this.key, this.#place, this.#place)
    if (found.length === 0) await this.#leapGap()
  }

  /** What is left was committed before it was published: who fetches anew has it. */
  async #leapGap(): Promise<void> {
    await this.#takePlace()
    this.listener.gap()
  }
}
