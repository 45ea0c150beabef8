import type { RateLimit, RateLimitStore } from '../../ports/rate-limit-store'

const CLEANUP_MS = 30_000

/** For one process. Expired keys are deleted every 30 seconds, during other calls. */
export function openMemoryRateLimits(nowMs: () => number = Date.now): RateLimitStore {
  const keys = new Map<string, { allowedMs: number[]; endsMs: number }>()
  let cleanedAt = nowMs()

  function deleteExpired(now: number): void {
    if (now - cleanedAt < CLEANUP_MS) return
    cleanedAt = now
    for (const [key, { endsMs }] of keys) if (endsMs <= now) keys.delete(key)
  }

  return {
    async hit(key, ...limits) {
      const now = nowMs()
      deleteExpired(now)
      const keptMs = Math.max(...limits.map(({ seconds }) => seconds * 1000))
      const allowedMs: number[] = keys.get(key)?.allowedMs ?? []
      while (allowedMs[0] !== undefined && now - allowedMs[0] >= keptMs) allowedMs.shift()
      const waitMs = ({ limit, seconds }: RateLimit) => {
        const oldest = allowedMs.at(-limit)
        return oldest === undefined ? 0 : oldest + seconds * 1000 - now
      }
      const refusedBy = limits.find((one) => waitMs(one) > 0)
      if (!refusedBy) allowedMs.push(now)
      keys.set(key, { allowedMs, endsMs: (allowedMs.at(-1) ?? now) + keptMs })
      const longest = Math.max(0, ...limits.map(waitMs))
      return { allowed: !refusedBy, waitSeconds: Math.ceil(longest / 1000), refusedBy }
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
