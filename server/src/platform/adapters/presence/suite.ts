import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Presence } from '../../ports/presence'

const [anna, ben, cleo] = [11, 12, 9_007_199_254_740_991]

/** The meaning of the port. The second one stands for another process of the site. */
export function presenceSuite(name: string, open: () => Promise<[Presence, Presence]>): void {
  describe(`${name} as presence`, () => {
    let here: Presence
    let there: Presence

    beforeEach(async () => {
      const made = await open()
      here = made[0]
      there = made[1]
    })
    afterEach(async () => {
      await here.close()
      await there.close()
    })

    test('a member is online from the first connection to the last, on whatever process', async () => {
      await here.enter(anna, 'phone')
      await there.enter(anna, 'desk')
      await there.enter(anna, 'desk')
      await here.leave(anna, 'phone')
      expect(await here.isOnline([anna, ben])).toEqual(new Set([anna]))
      await there.leave(anna, 'desk')
      expect(await here.isOnline([anna, ben])).toEqual(new Set())
      await there.leave(anna, 'desk')
      await there.leave(ben, 'never came')
      await here.enter(anna, 'phone')
      expect(await there.isOnline([anna])).toEqual(new Set([anna]))
      expect(await there.isOnline([])).toEqual(new Set())
    })

    test('the most recently arrived come first', async () => {
      await here.enter(anna, 'a')
      await there.enter(ben, 'b')
      await here.enter(cleo, 'c')
      await here.enter(anna, 'another')
      expect(await there.online(10)).toEqual([cleo, ben, anna])
      expect(await there.online(2)).toEqual([cleo, ben])
      expect(await there.online(0)).toEqual([])
      await here.leave(anna, 'a')
      await here.leave(anna, 'another')
      await here.enter(anna, 'back')
      expect(await there.online(10)).toEqual([anna, cleo, ben])
    })

    test('connections that come and go at once are counted right', async () => {
      const all = Array.from({ length: 50 }, (_, n) => n)
      await Promise.all(all.map((n) => (n % 2 ? here : there).enter(anna, `c${n}`)))
      await Promise.all(all.slice(1).map((n) => (n % 2 ? here : there).leave(anna, `c${n}`)))
      expect(await here.isOnline([anna])).toEqual(new Set([anna]))
      await there.leave(anna, 'c0')
      expect(await here.isOnline([anna])).toEqual(new Set())
    })

    test('every process is told within seconds when somebody comes or goes, and only then', async () => {
      let told = 0
      const stop = there.onChange(() => told++)
      await here.enter(anna, 'a')
      await expect.poll(() => told, { timeout: 5_000 }).toBe(1)
      await here.enter(anna, 'b')
      await here.leave(anna, 'a')
      await here.leave(anna, 'b')
      await expect.poll(() => told, { timeout: 5_000 }).toBe(2)
      stop()
      await there.enter(ben, 'a')
      expect(told).toBe(2)
    })

    test('ping answers', async () => {
      await expect(here.ping()).resolves.toBeUndefined()
    })
  })
}
