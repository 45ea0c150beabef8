import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Presence } from '../../ports/presence'

const [anna, ben, cleo] = [11, 12, 9_007_199_254_740_991]

/** The contract of the port. The second instance represents another process of the site. */
export function presenceSuite(name: string, open: () => Promise<[Presence, Presence]>): void {
  describe(`${name} as presence`, () => {
    let first: Presence
    let second: Presence

    beforeEach(async () => {
      const made = await open()
      first = made[0]
      second = made[1]
    })
    afterEach(async () => {
      await first.close()
      await second.close()
    })

    test('a member is online while any process has a connection', async () => {
      await first.enter(anna, 'phone')
      await second.enter(anna, 'desk')
      await second.enter(anna, 'desk')
      await first.leave(anna, 'phone')
      expect(await first.isOnline([anna, ben])).toEqual(new Set([anna]))
      await second.leave(anna, 'desk')
      expect(await first.isOnline([anna, ben])).toEqual(new Set())
      await second.leave(anna, 'desk')
      await second.leave(ben, 'unknown')
      await first.enter(anna, 'phone')
      expect(await second.isOnline([anna])).toEqual(new Set([anna]))
      expect(await second.isOnline([])).toEqual(new Set())
    })

    test('lists the most recent arrivals first', async () => {
      await first.enter(anna, 'a')
      await second.enter(ben, 'b')
      await first.enter(cleo, 'c')
      await first.enter(anna, 'another')
      expect(await second.online(10)).toEqual([cleo, ben, anna])
      expect(await second.online(2)).toEqual([cleo, ben])
      expect(await second.online(0)).toEqual([])
      await first.leave(anna, 'a')
      await first.leave(anna, 'another')
      await first.enter(anna, 'back')
      expect(await second.online(10)).toEqual([anna, cleo, ben])
    })

    test('counts concurrent connections and disconnections correctly', async () => {
      const all = Array.from({ length: 50 }, (_, n) => n)
      await Promise.all(all.map((n) => (n % 2 ? first : second).enter(anna, `c${n}`)))
      await Promise.all(all.slice(1).map((n) => (n % 2 ? first : second).leave(anna, `c${n}`)))
      expect(await first.isOnline([anna])).toEqual(new Set([anna]))
      await second.leave(anna, 'c0')
      expect(await first.isOnline([anna])).toEqual(new Set())
    })

    test('notifies every process within seconds when a member comes online or goes offline, and only then', async () => {
      let changes = 0
      const stop = second.onChange(() => changes++)
      await first.enter(anna, 'a')
      await expect.poll(() => changes, { timeout: 5_000 }).toBe(1)
      await first.enter(anna, 'b')
      await first.leave(anna, 'a')
      await first.leave(anna, 'b')
      await expect.poll(() => changes, { timeout: 5_000 }).toBe(2)
      stop()
      await second.enter(ben, 'a')
      expect(changes).toBe(2)
    })

    test('ping succeeds', async () => {
      await expect(first.ping()).resolves.toBeUndefined()
    })
  })
}
