import type { RateLimitStore } from '../../ports/rate-limit-store'

const sweepMs = 30_000

/** For one process. Windows that have ended are swept now and then, while others are counted. */
export function openMemoryRateLimits(nowMs: () => number = Date.now): RateLimitStore {
  const windows = new Map<string, { hits: number; endsMs: number }>()
  let swept = nowMs()

  function sweep(now: number): void {
    if (now - swept < sweepMs) return
    swept = now
    for (const [key, window] of windows) if (window.endsMs <= now) windows.delete(key)
  }

  return {
    async hit(key, windowSeconds) {
      const now = nowMs()
      sweep(now)
      const open = windows.get(key)
      const window = open && open.endsMs > now ? open : { hits: 0, endsMs: now + windowSeconds * 1000 }
      window.hits++
      windows.set(key, window)
      return { hits: window.hits, resetSeconds: Math.ceil((window.endsMs - now) / 1000) }
    },
    async forget(key) {
      windows.delete(key)
    },
    async ping() {},
    async close() {
      windows.clear()
    },
  }
}
