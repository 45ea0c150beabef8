import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import type { EventBus } from '../../ports/event-bus'
import { connectRedis, listeners, orTransient, type RedisConnectionOptions } from '../redis-connection'

type Entry = [id: string, fields: string[]]

export interface StreamListener {
  /** Called for each entry of the stream once, in order. */
  entry(fields: string[]): void
  /** Entries may have been missed, because they were trimmed before they were read or lost by Redis. */
  gap(): void
  error(error: unknown): void
}

const batch = 200
const blockMs = 5_000
const retryMs = 100

/** Reads new entries of a stream, across lost connections and restarts of Redis. */
class StreamReader {
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
    await this.#markPlace().catch(() => {
      // Redis is down. Events that are published before we have a place are a gap.
      this.#wasLost = true
    })
    this.#following = this.#follow()
  }

  async close(): Promise<void> {
    this.#closed = true
    this.redis.disconnect()
    await this.#following
  }

  /**
   * Our place is an entry that we wrote ourselves: while it is in the stream, nothing after it has been trimmed.
   */
  async #markPlace(): Promise<void> {
    this.#place = (await this.redis.xadd(this.key, '*', 'place', '')) as string
  }

  async #follow(): Promise<void> {
    while (!this.#closed) {
      try {
        if (this.#wasLost) await this.#checkPlace()
        this.#wasLost = false
        await this.#readNext()
      } catch (error) {
        if (this.#closed) return
        // Reported once, because a Redis that keeps failing would repeat it ten times a second.
        if (this.redis.status === 'ready' && !this.#wasLost) this.listener.error(error)
        this.#wasLost = true
        await sleep(retryMs)
      }
    }
  }

  async #readNext(): Promise<void> {
    const { redis, key } = this
    const both = redis.pipeline()
    both.xread('COUNT', batch, 'BLOCK', blockMs, 'STREAMS', key, this.#place)
    // Executed after the read: if our place still exists then, nothing between it and these entries was trimmed.
    both.xrange(key, this.#place, this.#place)
    const [read, found] = (await both.exec()) ?? []
    const error = read?.[0] ?? found?.[0]
    if (error || !read || !found) throw error ?? new Error('Redis did not reply.')
    if ((found[1] as Entry[]).length === 0) return this.#skipGap()
    const [stream] = (read[1] ?? []) as [key: string, entries: Entry[]][]
    for (const [id, fields] of stream?.[1] ?? []) {
      if (this.#closed) return
      this.#place = id
      this.listener.entry(fields)
    }
  }

  async #checkPlace(): Promise<void> {
    const found = this.#place === '' ? [] : await this.redis.xrange(this.key, this.#place, this.#place)
    if (found.length === 0) await this.#skipGap()
  }

  /** Events are published after commit, so a client that refetches after a gap has all data. */
  async #skipGap(): Promise<void> {
    await this.#markPlace()
    this.listener.gap()
  }
}

const GAP_RETRY_MS = 500

export interface RedisBusOptions extends RedisConnectionOptions {
  key?: string
  /** Roughly how many entries Redis retains for disconnected processes. */
  keep?: number
}

/**
 * Shared by all processes: a Redis stream, because plain pub/sub loses events while a process is disconnected. The
 * publishing process delivers its own events as soon as Redis has stored them, without reading them back.
 */
export async function openRedisBus<E>(url: string, options: RedisBusOptions = {}): Promise<EventBus<E>> {
  const { key = 'rosella:events', keep = 20_000, onError = () => {} } = options
  const received = listeners<[E]>(onError)
  const gaps = listeners<[]>(onError)
  const writing = await connectRedis(url, { onError })
  const reading = await connectRedis(url, {}, {}).catch((error) => {
    writing.disconnect()
    throw error
  })
  const own = randomUUID()
  const deliver = (text: string) => {
    for (const event of JSON.parse(text) as E[]) received.call(event)
  }
  const reader = new StreamReader(reading, key, {
    entry([field, value = '', , by]) {
      if (field === 'gap') gaps.call()
      // Own events were delivered when they were published.
      if (field === 'events' && by !== own) deliver(value)
    },
    gap: gaps.call,
    error: onError,
  })
  await reader.start()

  const add = (field: string, value: string) =>
    writing.xadd(key, 'MAXLEN', '~', keep, '*', field, value, 'by', own).catch(orTransient)

  // An event that could not be published, because Redis was down or refused the write, is lost to every process.
  // All processes are sent a gap as soon as Redis accepts writes again.
  let hasGap = false
  const publishGap = async () => {
    await add('gap', '')
    hasGap = false
  }
  const gapTimer = setInterval(() => {
    if (hasGap && writing.status === 'ready') publishGap().catch(() => {})
  }, GAP_RETRY_MS).unref()

  // Events published in the same tick, as after a group commit, are sent as one entry.
  let batching: { events: E[]; sent: Promise<unknown> } | undefined
  const openBatch = (): { events: E[]; sent: Promise<unknown> } => {
    const events: E[] = []
    const sent = Promise.resolve().then(async () => {
      batching = undefined
      const text = JSON.stringify(events)
      await add('events', text)
      deliver(text)
    })
    return { events, sent }
  }

  return {
    async publish(events) {
      if (events.length === 0) return
      batching ??= openBatch()
      batching.events.push(...events)
      try {
        await batching.sent
      } catch (error) {
        if (!hasGap) onError(error)
        hasGap = true
        throw error
      }
    },
    subscribe: received.add,
    onGap: gaps.add,
    async ping() {
      // A write, because a Redis that refuses writes still responds to PING.
      await writing.set(`${key}:written`, '', 'EX', 60).catch(orTransient)
      if (hasGap) await publishGap()
      if (reading.status !== 'ready') throw new Error('The event bus has lost its connection to Redis.')
    },
    async close() {
      clearInterval(gapTimer)
      await reader.close()
      writing.disconnect()
    },
  }
}
