import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'
import type { Presence } from '../../ports/presence'
import { connectRedis, listeners, orTransient, type RedisConnectionOptions } from '../redis-connection'

/**
 * Keys under one prefix (in braces, so that a cluster stores it on one node):
 *   of:<process>  hash     connection -> member, for the connections of one process
 *   count         hash     member -> number of connections in all processes
 *   arrived       sorted   members online, by arrival
 *   processes     sorted   process -> last heartbeat, in Redis time
 *   version       number   incremented whenever a member comes online or goes offline
 * Each script is atomic, so that counts and connections always agree.
 */
const shared = `
local p = KEYS[1]
local process = ARGV[1]
local own = p .. 'of:' .. process

local function now()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end

local function comes(member)
  if redis.call('HINCRBY', p .. 'count', member, 1) == 1 then
    redis.call('ZADD', p .. 'arrived', redis.call('INCR', p .. 'version'), member)
  end
end

local function goes(member)
  if redis.call('HINCRBY', p .. 'count', member, -1) <= 0 then
    redis.call('HDEL', p .. 'count', member)
    redis.call('ZREM', p .. 'arrived', member)
    redis.call('INCR', p .. 'version')
  end
end

local function alive()
  redis.call('ZADD', p .. 'processes', now(), process)
end

local function forget(dead)
  for _, member in ipairs(redis.call('HVALS', p .. 'of:' .. dead)) do goes(member) end
  redis.call('DEL', p .. 'of:' .. dead)
  redis.call('ZREM', p .. 'processes', dead)
end

local function version()
  return tonumber(redis.call('GET', p .. 'version') or '0')
end
`

/** process, connection, member -> version */
export const enterScript = `${shared}
alive()
if redis.call('HSETNX', own, ARGV[2], ARGV[3]) == 1 then comes(ARGV[3]) end
return version()`

/** process, connection -> version */
export const leaveScript = `${shared}
local member = redis.call('HGET', own, ARGV[2])
if member then
  redis.call('HDEL', own, ARGV[2])
  goes(member)
end
return version()`

/**
 * process, milliseconds without a heartbeat after which a process is dead -> version, own connections known here
 */
export const beatScript = `${shared}
alive()
local dead = redis.call('ZRANGEBYSCORE', p .. 'processes', '-inf', '(' .. (now() - ARGV[2]))
for _, other in ipairs(dead) do forget(other) end
return { version(), redis.call('HLEN', own) }`

/** process, connection, member, connection, member, … -> version; replaces the connections of the process */
export const syncScript = `${shared}
alive()
local wanted = {}
for at = 2, #ARGV, 2 do wanted[ARGV[at]] = ARGV[at + 1] end
local had = redis.call('HGETALL', own)
for at = 1, #had, 2 do
  if wanted[had[at]] ~= had[at + 1] then
    redis.call('HDEL', own, had[at])
    goes(had[at + 1])
  end
end
for at = 2, #ARGV, 2 do
  if redis.call('HSETNX', own, ARGV[at], ARGV[at + 1]) == 1 then comes(ARGV[at + 1]) end
end
return version()`

/** process */
export const byeScript = `${shared}
forget(process)`

export interface RedisPresenceOptions extends RedisConnectionOptions {
  prefix?: string
  /** How often this process sends a heartbeat and checks for changes. */
  beatMs?: number
  /** Without a heartbeat for this long, other processes presume this one dead. */
  deadMs?: number
}

/** Shared by all processes. This process remembers its own connections and restores them after an outage. */
export async function openRedisPresence(url: string, options: RedisPresenceOptions = {}): Promise<Presence> {
  return new RedisPresence(await connectRedis(url, options), options)
}

class RedisPresence implements Presence {
  readonly #process = randomUUID()
  readonly #own = new Map<string, number>()
  readonly #prefix: string
  readonly #deadMs: number
  readonly #onError: (error: unknown) => void
  readonly #changed: ReturnType<typeof listeners<[]>>
  readonly #timer: NodeJS.Timeout
  readonly onChange: Presence['onChange']
  #version: number | undefined
  #outOfStep = false

  constructor(
    private readonly redis: Redis,
    {
      prefix = 'rosella:presence',
      beatMs = 2_000,
      deadMs = 30_000,
      onError = () => {},
    }: RedisPresenceOptions,
  ) {
    this.#prefix = `{${prefix}}:`
    this.#deadMs = deadMs
    this.#onError = onError
    this.#changed = listeners<[]>(onError)
    this.onChange = this.#changed.add
    this.#timer = setInterval(() => this.#beat(), beatMs).unref()
    redis.on('ready', () => this.#beat())
    this.#beat()
  }

  async enter(memberId: number, connectionId: string): Promise<void> {
    const connection = `${memberId}:${connectionId}`
    this.#own.set(connection, memberId)
    await this.#update(enterScript, connection, memberId)
  }

  async leave(memberId: number, connectionId: string): Promise<void> {
    const connection = `${memberId}:${connectionId}`
    this.#own.delete(connection)
    await this.#update(leaveScript, connection)
  }

  async isOnline(memberIds: readonly number[]): Promise<Set<number>> {
    if (memberIds.length === 0) return new Set()
    const arrived = await this.redis
      .zmscore(`${this.#prefix}arrived`, ...memberIds.map(String))
      .catch(orTransient)
    return new Set(memberIds.filter((_, at) => arrived[at] !== null))
  }

  async online(limit: number): Promise<number[]> {
    if (limit <= 0) return []
    const arrived = await this.redis.zrevrange(`${this.#prefix}arrived`, 0, limit - 1).catch(orTransient)
    return arrived.map(Number)
  }

  async ping(): Promise<void> {
    await this.redis.ping()
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#own.clear()
    await this.#run(byeScript).catch(() => {})
    this.redis.disconnect()
  }

  async #update(script: string, ...args: (string | number)[]): Promise<void> {
    try {
      this.#compareVersion((await this.#run(script, ...args)) as number)
    } catch (error) {
      this.#outOfStep = true
      throw error
    }
  }

  #beat(): void {
    this.#heartbeat().catch((error) => {
      // A lost connection has already been reported.
      if (this.redis.status === 'ready') this.#onError(error)
    })
  }

  async #heartbeat(): Promise<void> {
    const [version, known] = (await this.#run(beatScript, this.#deadMs)) as [number, number]
    this.#compareVersion(version)
    if (!this.#outOfStep && known === this.#own.size) return
    this.#outOfStep = false
    await this.#update(syncScript, ...[...this.#own].flat())
  }

  #run(script: string, ...args: (string | number)[]): Promise<unknown> {
    return this.redis.eval(script, 1, this.#prefix, this.#process, ...args).catch(orTransient)
  }

  #compareVersion(version: number): void {
    const before = this.#version
    this.#version = version
    if (before !== undefined && before !== version) this.#changed.call()
  }
}
