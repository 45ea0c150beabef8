import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import type { EventBus } from '../../ports/event-bus'
import { connectRedis, listeners, orTransient, type RedisConnectionOptions } from '../redis-connection'

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

const TELL_GAP_MS = 500

export interface RedisBusOptions extends RedisConnectionOptions {
  key?: string
  /** About how many publications Redis keeps for processes that have lost it. */
  keep?: number
}

/**
 * Between processes: a Redis stream, because plain pub/sub loses what is sent while a process is away. The process that
 * says something hears it when Redis has taken it, without the way back through the stream.
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
  const hear = (text: string) => {
    for (const event of JSON.parse(text) as E[]) received.call(event)
  }
  const reader = new StreamReader(reading, key, {
    entry([field, value = '', , by]) {
      if (field === 'gap') gaps.call()
      // What this process has said it has heard as soon as Redis had it.
      if (field === 'events' && by !== own) hear(value)
    },
    gap: gaps.call,
    error: onError,
  })
  await reader.start()

  const add = (field: string, value: string) =>
    writing.xadd(key, 'MAXLEN', '~', keep, '*', field, value, 'by', own).catch(orTransient)

  // What could not be published is lost to every process, whether Redis was away or refused it (no memory left, a copy
  // that is only read): all are told as soon as it takes something again.
  let unsaid = false
  const tellGap = async () => {
    await add('gap', '')
    unsaid = false
  }
  const telling = setInterval(() => {
    if (unsaid && writing.status === 'ready') tellGap().catch(() => {})
  }, TELL_GAP_MS).unref()

  // What is published in the same moment, as after a commit of several, goes out as one entry.
  let moment: { events: E[]; said: Promise<unknown> } | undefined
  const together = (): { events: E[]; said: Promise<unknown> } => {
    const events: E[] = []
    const said = Promise.resolve().then(async () => {
      moment = undefined
      const text = JSON.stringify(events)
      await add('events', text)
      hear(text)
    })
    return { events, said }
  }

  return {
    async publish(events) {
      if (events.length === 0) return
      moment ??= together()
      moment.events.push(...events)
      try {
        await moment.said
      } catch (error) {
        if (!unsaid) onError(error)
        unsaid = true
        throw error
      }
    },
    subscribe: received.add,
    onGap: gaps.add,
    async ping() {
      // Written and not only asked: one that refuses to be written to answers a ping.
      await writing.set(`${key}:written`, '', 'EX', 60).catch(orTransient)
      if (unsaid) await tellGap()
      if (reading.status !== 'ready') throw new Error('The event bus has lost Redis.')
    },
    async close() {
      clearInterval(telling)
      await reader.close()
      writing.disconnect()
    },
  }
}
