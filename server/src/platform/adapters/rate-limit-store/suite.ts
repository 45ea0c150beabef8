import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { RateLimitStore } from '../../ports/rate-limit-store'

/** The contract of the port. The second store represents another process of the site. */
export function rateLimitSuite(name: string, open: () => Promise<[RateLimitStore, RateLimitStore]>): void {
  describe(`${name} as a rate limit store`, () => {
    let store: RateLimitStore
    let other: RateLimitStore

    beforeEach(async () => {
      const made = await open()
      store = made[0]
      other = made[1]
    })
    afterEach(async () => {
      await store.close()
      await other.close()
    })

    test('counts by key across processes, and allows exactly the limit of concurrent hits', async () => {
      const hits = await Promise.all(
        Array.from({ length: 40 }, (_, n) => (n % 2 ? store : other).hit('anna', { limit: 30, seconds: 60 })),
      )
      expect(hits.filter(({ allowed }) => allowed)).toHaveLength(30)
      expect(await store.hit('ben', { limit: 30, seconds: 60 })).toEqual({ allowed: true, waitSeconds: 0 })
      expect(await store.hit('cleo', { limit: 1, seconds: 60 })).toEqual({ allowed: true, waitSeconds: 60 })
    })

    test('allows no more than the limit in any period of the window’s length', async () => {
      const [limit, windowMs] = [5, 2_000]
      const allowed: { from: number; to: number }[] = []
      const hit = async () => {
        const from = performance.now()
        const { allowed: isAllowed } = await store.hit('anna', { limit: limit, seconds: windowMs / 1000 })
        if (isAllowed) allowed.push({ from, to: performance.now() })
      }
      const started = performance.now()
      // One hit early, then continuously: a counter that resets with the window would allow two bursts at its edge.
      await hit()
      await sleep(0.7 * windowMs)
      while (performance.now() - started < 2.8 * windowMs) {
        await hit()
        await sleep(10)
      }
      expect(allowed.length).toBeGreaterThan(limit)
      const apart = allowed.slice(limit).map(({ to }, n) => to - (allowed[n]?.from ?? 0))
      // Two clocks with whole milliseconds may differ by one.
      expect(Math.min(...apart)).toBeGreaterThan(windowMs - 2)
    })

    test('returns the wait, allows one hit after it, and does not count refused hits', async () => {
      await store.hit('anna', { limit: 2, seconds: 3 })
      await sleep(1_100)
      expect((await store.hit('anna', { limit: 2, seconds: 3 })).allowed).toBe(true)
      const refused = await Promise.all([
        store.hit('anna', { limit: 2, seconds: 3 }),
        other.hit('anna', { limit: 2, seconds: 3 }),
      ])
      expect(refused.map(({ allowed }) => allowed)).toEqual([false, false])
      const { waitSeconds } = await store.hit('anna', { limit: 2, seconds: 3 })
      expect([1, 2]).toContain(waitSeconds)
      await sleep(waitSeconds * 1_000 + 50)
      expect((await store.hit('anna', { limit: 2, seconds: 3 })).allowed).toBe(true)
    })

    test('enforces each of several limits and returns the one that was reached', async () => {
      const [fast, slow] = [
        { limit: 2, seconds: 2 },
        { limit: 3, seconds: 600 },
      ]
      const hit = () => store.hit('anna', fast, slow)
      expect(await hit()).toEqual({ allowed: true, waitSeconds: 0 })
      expect((await hit()).allowed).toBe(true)
      expect(await hit()).toMatchObject({ allowed: false, refusedBy: fast })
      // A timer may be early by a millisecond.
      await sleep(2_050)
      // The refused hit counted for neither limit.
      const last = await hit()
      expect([last.allowed, last.refusedBy]).toEqual([true, undefined])
      expect(last.waitSeconds).toBeGreaterThan(fast.seconds)
      expect(await hit()).toMatchObject({ allowed: false, refusedBy: slow })
    })

    test('forgets a key on request', async () => {
      await store.hit('anna', { limit: 1, seconds: 60 })
      await store.hit('ben', { limit: 1, seconds: 60 })
      await other.forget('anna')
      await other.forget('nobody')
      expect((await store.hit('anna', { limit: 1, seconds: 60 })).allowed).toBe(true)
      expect((await store.hit('ben', { limit: 1, seconds: 60 })).allowed).toBe(false)
    })

    test('ping succeeds', async () => {
      await expect(store.ping()).resolves.toBeUndefined()
    })
  })
}
