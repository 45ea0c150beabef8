import type { RateLimitStore } from '../../ports/rate-limit-store'
import { connectRedis, type RedisConnectionOptions } from '../redis-connection'

export interface RedisRateLimitOptions extends RedisConnectionOptions {
  prefix?: string
}

// One script, so that no key can be left counting without an end.
const countOne = `
local hits = redis.call('INCR', KEYS[1])
if hits == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return { hits, redis.call('PTTL', KEYS[1]) }`

export async function openRedisRateLimits(
  url: string,
  { prefix = 'rosella:rate:', ...options }: RedisRateLimitOptions = {},
): Promise<RateLimitStore> {
  const redis = await connectRedis(url, options)
  return {
    async hit(key, windowSeconds) {
      const reply = await redis.eval(countOne, 1, prefix + key, windowSeconds * 1000)
      const [hits, leftMs] = reply as [number, number]
      return { hits, resetSeconds: Math.max(1, Math.ceil(leftMs / 1000)) }
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
