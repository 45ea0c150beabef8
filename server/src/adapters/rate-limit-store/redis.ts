import type { Redis } from 'ioredis'
import type { RateLimitStore } from '../../ports/rate-limit-store'
import { connectRedis, type RedisConnectionOptions } from '../redis-connection'

export interface RedisRateLimitOptions extends RedisConnectionOptions {
  prefix?: string
}

/**
 * A key is the list of the last times something was allowed, by the clock of Redis, at most `limit` of them: the
 * first of a full list says whether there is room. One script, so that whoever asks at the same moment is told the
 * truth, in one round trip.
 */
const countOne = `
local limit, window = tonumber(ARGV[1]), tonumber(ARGV[2])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local oldest = redis.call('LINDEX', KEYS[1], -limit)
local allowed = not oldest or now - oldest >= window
if allowed then
  redis.call('RPUSH', KEYS[1], now)
  redis.call('LTRIM', KEYS[1], -limit, -1)
  redis.call('PEXPIRE', KEYS[1], window)
  oldest = redis.call('LINDEX', KEYS[1], -limit)
end
return { allowed and 1 or 0, oldest and oldest + window - now or 0 }`

type Counting = Redis & {
  countOne(key: string, limit: number, windowMs: number): Promise<[allowed: number, waitMs: number]>
}

export async function openRedisRateLimits(
  url: string,
  { prefix = 'rosella:limit:', ...options }: RedisRateLimitOptions = {},
): Promise<RateLimitStore> {
  const redis = (await connectRedis(url, options)) as Counting
  // Sent once, and then by its hash.
  redis.defineCommand('countOne', { numberOfKeys: 1, lua: countOne })
  return {
    async hit(key, limit, seconds) {
      const [allowed, waitMs] = await redis.countOne(prefix + key, limit, seconds * 1000)
      return { allowed: allowed === 1, waitSeconds: Math.max(0, Math.ceil(waitMs / 1000)) }
    },
    async forget(key) {
      await redis.del(prefix + key)
    },
    async ping() {
      await redis.ping()
    },
    async close() {
      redis.disconnect()
    },
  }
}
