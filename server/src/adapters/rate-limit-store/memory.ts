import type { RateLimitStore } from '../../ports/rate-limit-store'

const sweepMs = 30_000

/** For one process. Keys that nothing counts for any more are swept now and then, while others are counted. */
export function openMemoryRateLimits(nowMs: () => number = Date.now): RateLimitStore {
  const keys = new Map<string, { allowedMs: number[]; endsMs: number }>()
  let swept = nowMs()

  function sweep(now: number): void {
    if (now - swept < sweepMs) return
    swept = now
    for (const [key, { endsMs }] of keys) if (endsMs <= now) keys.delete(key)
  }

  return {
    async hit(key, limit, seconds) {
      const now = nowMs()
      sweep(now)
      const windowMs = seconds * 1000
      const allowedMs: number[] = keys.get(key)?.allowedMs ?? []
      while (allowedMs[0] !== undefined && now - allowedMs[0] >= windowMs) allowedMs.shift()
      const allowed = allowedMs.length < limit
      if (allowed) allowedMs.push(now)
      keys.set(key, { allowedMs, endsMs: (allowedMs.at(-1) ?? now) + windowMs })
      const oldest = allowedMs.at(-limit)
      return { allowed, waitSeconds: oldest === undefined ? 0 : Math.ceil((oldest + windowMs - now) / 1000) }
    },
    async forget(key) {
      keys.delete(key)
    },
    async ping() {},
    async close() {
      keys.clear()
    },
  }
}
