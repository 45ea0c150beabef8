import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { RateLimitStore } from '../../ports/rate-limit-store'

/** The meaning of the port. The second store stands for another process of the site. */
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

    test('counts by key over all processes, each once', async () => {
      const hits = await Promise.all(
        Array.from({ length: 40 }, async (_, n) => (await (n % 2 ? store : other).hit('anna', 60)).hits),
      )
      expect(hits.sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, n) => n + 1))
      expect(await store.hit('ben', 60)).toEqual({ hits: 1, resetSeconds: 60 })
    })

    test('a window ends as long after its first hit as was said, whatever comes between', async () => {
      expect(await store.hit('anna', 3)).toEqual({ hits: 1, resetSeconds: 3 })
      await sleep(1_100)
      const second = await store.hit('anna', 3)
      expect(second.hits).toBe(2)
      expect(second.resetSeconds).toBeLessThan(3)
      await sleep(2_000)
      expect((await store.hit('anna', 3)).hits).toBe(1)
    })

    test('forgets a key when told', async () => {
      await store.hit('anna', 60)
      await store.hit('ben', 60)
      await other.forget('anna')
      await other.forget('nobody')
      expect((await store.hit('anna', 60)).hits).toBe(1)
      expect((await store.hit('ben', 60)).hits).toBe(2)
    })

    test('ping answers', async () => {
      await expect(store.ping()).resolves.toBeUndefined()
    })
  })
}
