import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'
import type { Presence } from '../../ports/presence'
import { listeners } from '../listeners'
import { connectRedis, orTransient, type RedisConnectionOptions } from '../redis-connection'
import { beatScript, byeScript, enterScript, leaveScript, syncScript } from './redis-scripts'

export interface RedisPresenceOptions extends RedisConnectionOptions {
  prefix?: string
  /** How often this process gives a sign of life and looks whether anybody came or went. */
  beatMs?: number
  /** After how long a silence others take this process for dead. */
  deadMs?: number
}

/** Shared by all processes. What this process holds it remembers, and tells Redis anew after an outage. */
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
    await this.#tell(enterScript, connection, memberId)
  }

  async leave(memberId: number, connectionId: string): Promise<void> {
    const connection = `${memberId}:${connectionId}`
    this.#own.delete(connection)
    await this.#tell(leaveScript, connection)
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

  async #tell(script: string, ...args: (string | number)[]): Promise<void> {
    try {
      this.#notice((await this.#run(script, ...args)) as number)
    } catch (error) {
      this.#outOfStep = true
      throw error
    }
  }

  #beat(): void {
    this.#live().catch((error) => {
      // While Redis is away its connection has said so already.
      if (this.redis.status === 'ready') this.#onError(error)
    })
  }

  async #live(): Promise<void> {
    const [version, known] = (await this.#run(beatScript, this.#deadMs)) as [number, number]
    this.#notice(version)
    if (!this.#outOfStep && known === this.#own.size) return
    this.#outOfStep = false
    await this.#tell(syncScript, ...[...this.#own].flat())
  }

  #run(script: string, ...args: (string | number)[]): Promise<unknown> {
    return this.redis.eval(script, 1, this.#prefix, this.#process, ...args).catch(orTransient)
  }

  #notice(version: number): void {
    const before = this.#version
    this.#version = version
    if (before !== undefined && before !== version) this.#changed.call()
  }
}
