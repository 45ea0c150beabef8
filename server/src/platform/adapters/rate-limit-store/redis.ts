import { createHmac } from 'node:crypto'
import type { Redis } from 'ioredis'
import type { RateLimitStore } from '../../ports/rate-limit-store'
import { connectRedis, type RedisConnectionOptions } from '../redis-connection'

export interface RedisRateLimitOptions extends RedisConnectionOptions {
  prefix?: string
  /** Keys contain addresses of members and callers, so Redis stores only their HMAC. */
  secret: Buffer
}

/**
 * A key is a list of the latest allowed times, in Redis time, as long as the largest limit. There is room
 * if the entry at position `limit` from the end is outside the window. One script makes this atomic, in one round
 * trip. The arguments alternate between limits and milliseconds.
 */
const countOne = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function wait(at)
  local time = redis.call('LINDEX', KEYS[1], -ARGV[at])
  return time and time + ARGV[at + 1] - now or 0
end
local refused, longest, most, kept = 0, 0, 0, 0
for at = 1, #ARGV, 2 do
  if refused == 0 and wait(at) > 0 then refused = (at + 1) / 2 end
  most = math.max(most, ARGV[at])
  kept = math.max(kept, ARGV[at + 1])
end
if refused == 0 then
  redis.call('RPUSH', KEYS[1], now)
  redis.call('LTRIM', KEYS[1], -most, -1)
  redis.call('PEXPIRE', KEYS[1], kept)
end
for at = 1, #ARGV, 2 do longest = math.max(longest, wait(at)) end
return { refused, longest }`

type Counting = Redis & {
  countOne(key: string, ...limits: number[]): Promise<[refusedBy: number, waitMs: number]>
}

export async function openRedisRateLimits(
  url: string,
  { prefix = 'rosella:limit:', secret, ...options }: RedisRateLimitOptions,
): Promise<RateLimitStore> {
  const nameOf = (key: string) => prefix + createHmac('sha256', secret).update(key).digest('base64url')
  const redis = (await connectRedis(url, options)) as Counting
  // The script is sent once and then called by its hash.
  redis.defineCommand('countOne', { numberOfKeys: 1, lua: countOne })
  return {
    async hit(key, ...limits) {
      const written = limits.flatMap(({ limit, seconds }) => [limit, seconds * 1000])
      const [refused, waitMs] = await redis.countOne(nameOf(key), ...written)
      return {
        allowed: refused === 0,
        waitSeconds: Math.ceil(waitMs / 1000),
        refusedBy: limits[refused - 1],
      }
    },
    async forget(key) {
      await redis.del(nameOf(key))
    },
    async ping() {
      await redis.ping()
    },
    async close() {
      redis.disconnect()
    },
  }
}

/**
 * While the shared store is down, each process counts for itself: limits are looser but still apply, and an outage
 * locks nobody out.
 */
export function fallbackRateLimits(
  shared: RateLimitStore,
  local: RateLimitStore,
  onError: (error: unknown) => void,
): RateLimitStore {
  const withFallback = async <T>(work: (store: RateLimitStore) => Promise<T>): Promise<T> => {
    try {
      return await work(shared)
    } catch (error) {
      onError(error)
      return work(local)
    }
  }
  return {
    hit: (key, ...limits) => withFallback((store) => store.hit(key, ...limits)),
    forget: (key) => withFallback((store) => store.forget(key)),
    ping: () => shared.ping(),
    async close() {
      await shared.close()
      await local.close()
    },
  }
}
