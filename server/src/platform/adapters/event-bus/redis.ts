import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import type { Audience, EventBus, Topic } from '../../ports/event-bus'
import { connectRedis, listeners, orTransient, type RedisConnectionOptions } from '../redis-connection'

/**
 * Keys under one prefix:
 *   feed:<process>     stream  events and gaps for one process, which alone reads them
 *   follows:<process>  set     the topics that the process follows, and `everyone`
 *   processes          set     every process with a feed
 * The first two expire without heartbeats, so a process that died receives nothing more.
 */
const shared = `
local key = KEYS[1]

local function feedOf(process) return key .. ':feed:' .. process end
local function followsOf(process) return key .. ':follows:' .. process end

-- Lists are passed as text, because neither Lua nor JavaScript passes 100,000 arguments to a function.
local function split(text, pattern)
  local list = {}
  for item in string.gmatch(text, pattern) do list[#list + 1] = item end
  return list
end

local function change(command, set, list)
  local changed = 0
  for at = 1, #list, 1000 do
    changed = changed + redis.call(command, set, unpack(list, at, math.min(at + 999, #list)))
  end
  return changed
end

local function eachOther(own, work)
  for _, process in ipairs(redis.call('SMEMBERS', key .. ':processes')) do
    if process ~= own and redis.call('EXISTS', followsOf(process)) == 1 then
      work(process)
    elseif process ~= own then
      redis.call('DEL', feedOf(process))
      redis.call('SREM', key .. ':processes', process)
    end
  end
end
`

/** process, entries to keep, a line of topics for each event, a line for each event -> deliveries */
const publishScript = `${shared}
local audiences, events = split(ARGV[3], '[^\\n]+'), split(ARGV[4], '[^\\n]+')
local topics, about = {}, {}
for n, audience in ipairs(audiences) do
  for _, topic in ipairs(split(audience, '%S+')) do
    if not about[topic] then
      topics[#topics + 1] = topic
      about[topic] = {}
    end
    table.insert(about[topic], n)
  end
end
local deliveries = 0
eachOther(ARGV[1], function(process)
  local isNeeded, needed = {}, {}
  for first = 1, #topics, 1000 do
    local last = math.min(first + 999, #topics)
    for at, found in ipairs(redis.call('SMISMEMBER', followsOf(process), unpack(topics, first, last))) do
      if found == 1 then
        for _, n in ipairs(about[topics[first + at - 1]]) do isNeeded[n] = true end
      end
    end
  end
  for n, event in ipairs(events) do
    if isNeeded[n] then needed[#needed + 1] = event end
  end
  if #needed == 0 then return end
  local text = '[' .. table.concat(needed, ',') .. ']'
  redis.call('XADD', feedOf(process), 'MAXLEN', '~', ARGV[2], '*', 'events', text)
  deliveries = deliveries + #needed
end)
return deliveries`

/** process, entries to keep */
const gapScript = `${shared}
local function add(process)
  redis.call('XADD', feedOf(process), 'MAXLEN', '~', ARGV[2], '*', 'gap', '')
end
add(ARGV[1])
eachOther(ARGV[1], add)`

/** process, milliseconds to keep, whether a gap is due, topics -> the id of a new entry */
const registerScript = `${shared}
local process, ms, feed, follows = ARGV[1], ARGV[2], feedOf(ARGV[1]), followsOf(ARGV[1])
local topics = split(ARGV[4], '%S+')
local added = redis.call('SADD', key .. ':processes', process) + change('SADD', follows, topics)
if redis.call('SCARD', follows) > #topics then
  redis.call('DEL', follows)
  change('SADD', follows, topics)
end
-- Events of topics that were missing here have not been sent to this process.
if added > 0 or ARGV[3] == '1' then redis.call('XADD', feed, '*', 'gap', '') end
local place = redis.call('XADD', feed, '*', 'place', '')
redis.call('PEXPIRE', feed, ms)
redis.call('PEXPIRE', follows, ms)
return place`

/** process, topic -> whether it was stored; it is not if the process has to register again */
const followScript = `${shared}
local follows = followsOf(ARGV[1])
if redis.call('SISMEMBER', follows, 'everyone') == 0 then return 0 end
redis.call('SADD', follows, ARGV[2])
return 1`

/**
 * process, milliseconds to keep, the last entry read, topics -> the number of topics that are left without these, or 0
 * if the process has to register again
 */
const beatScript = `${shared}
local process, ms, feed, follows = ARGV[1], ARGV[2], feedOf(ARGV[1]), followsOf(ARGV[1])
if ARGV[3] ~= '' then redis.call('XTRIM', feed, 'MINID', '~', ARGV[3]) end
redis.call('PEXPIRE', feed, ms)
local isAlive = redis.call('PEXPIRE', follows, ms)
if isAlive == 0 or redis.call('SISMEMBER', key .. ':processes', process) == 0 then return 0 end
change('SREM', follows, split(ARGV[4], '%S+'))
return redis.call('SCARD', follows)`

/** process */
const byeScript = `${shared}
redis.call('DEL', feedOf(ARGV[1]), followsOf(ARGV[1]))
redis.call('SREM', key .. ':processes', ARGV[1])`

type Entry = [id: string, fields: string[]]

interface StreamListener {
  /** Writes an entry to the stream, and returns its id. */
  markPlace(): Promise<string>
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

  /** The last entry read, or '' before the first. */
  get place(): string {
    return this.#place
  }

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
   * Our place is an entry that we wrote or read: while it is in the stream, nothing after it has been trimmed.
   */
  async #markPlace(): Promise<void> {
    this.#place = await this.listener.markPlace()
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

export interface RedisBusOptions<E> extends RedisConnectionOptions {
  key?: string
  /** Roughly how many entries Redis retains for a disconnected process. */
  keep?: number
  audienceOf?: (event: E) => Audience
  /** How often this process sends a heartbeat. */
  beatMs?: number
  /** Without a heartbeat for this long, a process is presumed dead. */
  deadMs?: number
}

/**
 * Shared by all processes: a Redis stream for each, because plain pub/sub loses events while a process is
 * disconnected. The publishing process delivers its own events as soon as Redis has stored them, without reading them
 * back.
 */
export async function openRedisBus<E>(url: string, options: RedisBusOptions<E> = {}): Promise<EventBus<E>> {
  const { key = 'rosella:events', keep = 20_000, onError = () => {} } = options
  const { audienceOf = () => 'everyone', beatMs = 2_000, deadMs = 30_000 } = options
  const received = listeners<[E]>(onError)
  const gaps = listeners<[]>(onError)
  const writing = await connectRedis(url, { onError })
  const reading = await connectRedis(url, {}, {}).catch((error) => {
    writing.disconnect()
    throw error
  })
  const own = randomUUID()
  const run = (script: string, ...args: (string | number)[]): Promise<unknown> =>
    writing.eval(script, 1, key, own, ...args).catch(orTransient)

  const follows = new Follows(run, deadMs)
  const reader = new StreamReader(reading, `${key}:feed:${own}`, {
    markPlace: () => follows.register(),
    entry([field, value = '']) {
      if (field === 'gap') gaps.call()
      if (field === 'events') for (const event of JSON.parse(value) as E[]) received.call(event)
    },
    gap: gaps.call,
    error: onError,
  })
  await reader.start()

  let beatFailed = false
  const beat = (work: () => Promise<unknown>) =>
    work().then(
      () => {
        beatFailed = false
      },
      (error) => {
        // A lost connection has already been reported.
        if (writing.status === 'ready' && !beatFailed) onError(error)
        beatFailed = true
      },
    )
  const beatTimer = setInterval(() => void beat(() => follows.beat(reader.place)), beatMs).unref()
  // Redis may have restarted, or be a replica that lacks the last writes.
  writing.on('ready', () => void beat(() => follows.register()))

  // An event that could not be published, because Redis was down or refused the write, is lost to every process.
  // All processes are sent a gap as soon as Redis accepts writes again.
  let hasGap = false
  const publishGap = async () => {
    await run(gapScript, keep)
    hasGap = false
  }
  const gapTimer = setInterval(() => {
    if (hasGap && writing.status === 'ready') publishGap().catch(() => {})
  }, GAP_RETRY_MS).unref()

  const totals = { published: 0, delivered: 0 }
  const store = async (events: readonly E[], texts: readonly string[]) => {
    const addressed = events.flatMap((event, n) => {
      const audience = audienceOf(event)
      const topics = audience === 'everyone' ? audience : audience.join(' ')
      return topics === '' ? [] : [{ topics, text: texts[n] }]
    })
    if (addressed.length > 0) {
      const audiences = addressed.map(({ topics }) => topics).join('\n')
      const stored = addressed.map(({ text }) => text).join('\n')
      totals.delivered += (await run(publishScript, keep, audiences, stored)) as number
    }
    totals.published += events.length
  }

  // Events published in the same tick, as after a group commit, are sent together.
  let batching: { events: E[]; sent: Promise<unknown> } | undefined
  const openBatch = (): { events: E[]; sent: Promise<unknown> } => {
    const events: E[] = []
    const sent = Promise.resolve().then(async () => {
      batching = undefined
      const texts = events.map((event) => JSON.stringify(event))
      await store(events, texts)
      for (const text of texts) received.call(JSON.parse(text))
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
    follow: (topic) => follows.add(topic),
    onGap: gaps.add,
    totals: () => ({ ...totals }),
    async ping() {
      // A write, because a Redis that refuses writes still responds to PING.
      await writing.set(`${key}:written`, '', 'EX', 60).catch(orTransient)
      if (hasGap) await publishGap()
      if (reading.status !== 'ready') throw new Error('The event bus has lost its connection to Redis.')
    },
    async close() {
      clearInterval(gapTimer)
      clearInterval(beatTimer)
      await reader.close()
      await run(byeScript).catch(() => {})
      writing.disconnect()
    },
  }
}

/** The topics that this process follows, and their copy in Redis, which decides what is sent to this process. */
class Follows {
  /** How often each topic is followed here. */
  readonly #topics = new Map<Topic, number>()
  /** Still in Redis until the next heartbeat, because a page that closes is often followed by another. */
  readonly #unused = new Set<Topic>()
  /** The last topic to be stored. Redis runs commands in order, so the ones before are stored by then. */
  #storing: Promise<void> = Promise.resolve()
  /** Redis may lack a topic, so the process registers again. */
  #isStale = false
  /** Events of a topic may have been missed meanwhile. */
  #hasGap = false

  constructor(
    private readonly run: (script: string, ...args: (string | number)[]) => Promise<unknown>,
    private readonly deadMs: number,
  ) {}

  async add(topic: Topic): Promise<() => void> {
    const count = this.#topics.get(topic) ?? 0
    this.#topics.set(topic, count + 1)
    if (count === 0 && !this.#unused.delete(topic)) this.#storing = this.#store(topic)
    let isFollowed = true
    await this.#storing
    return () => {
      if (isFollowed) this.#remove(topic)
      isFollowed = false
    }
  }

  /** Stores all topics, also after Redis has lost them, and returns the id of a new entry in the feed. */
  async register(): Promise<string> {
    const hasGap = this.#hasGap
    this.#unused.clear()
    this.#isStale = this.#hasGap = false
    try {
      const topics = ['everyone', ...this.#topics.keys()].join(' ')
      return (await this.run(registerScript, this.deadMs, hasGap ? 1 : 0, topics)) as string
    } catch (error) {
      this.#isStale = true
      this.#hasGap ||= hasGap
      throw error
    }
  }

  /** `place` is the last entry read; those before are no longer needed. */
  async beat(place: string): Promise<void> {
    if (this.#isStale) return void (await this.register())
    const unused = [...this.#unused].join(' ')
    this.#unused.clear()
    // With `everyone`.
    const count = this.#topics.size + 1
    if ((await this.run(beatScript, this.deadMs, place, unused)) !== count) await this.register()
  }

  async #store(topic: Topic): Promise<void> {
    const isStored = await this.run(followScript, topic).catch(() => 0)
    if (isStored !== 1) this.#isStale = this.#hasGap = true
  }

  #remove(topic: Topic): void {
    const count = (this.#topics.get(topic) ?? 0) - 1
    if (count > 0) return void this.#topics.set(topic, count)
    this.#topics.delete(topic)
    this.#unused.add(topic)
  }
}
