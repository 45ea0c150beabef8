import { setTimeout as sleep } from 'node:timers/promises'
import type { Redis } from 'ioredis'

export type Entry = [id: string, fields: string[]]

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
  #position = ''
  #closed = false
  /** When entries may already wait, ask without blocking, and whether our place is still in the stream. */
  #mayBeBehind = false
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
    this.#position = (await this.redis.xadd(this.key, '*', 'place', '')) as string
  }

  async #follow(): Promise<void> {
    while (!this.#closed) {
      try {
        await (this.#mayBeBehind ? this.#catchUp() : this.#wait())
      } catch (error) {
        if (this.#closed) return
        if (this.redis.status === 'ready') this.listener.error(error)
        this.#mayBeBehind = true
        await sleep(retryMs)
      }
    }
  }

  async #wait(): Promise<void> {
    const { redis, key } = this
    const reply = await redis.xread('COUNT', batch, 'BLOCK', blockMs, 'STREAMS', key, this.#position)
    this.#hear(reply?.[0]?.[1] as Entry[] | undefined)
  }

  async #catchUp(): Promise<void> {
    const { redis, key } = this
    const place = this.#position
    const replies = await redis
      .multi()
      .xrange(key, place, place)
      .xread('COUNT', batch, 'STREAMS', key, place)
      .exec()
    const [found, read] = (replies ?? []).map(([error, reply]) => {
      if (error) throw error
      return reply
    }) as [Entry[], [string, Entry[]][] | null]
    if (found.length === 0) {
      // What is still there was committed before it was published: whoever fetches anew has it.
      await this.#takePlace()
      this.listener.gap()
      return
    }
    this.#hear(read?.[0]?.[1])
  }

  #hear(entries: Entry[] = []): void {
    for (const [id, fields] of entries) {
      if (this.#closed) return
      this.#position = id
      this.listener.entry(fields)
    }
    this.#mayBeBehind = entries.length === batch
  }
}
