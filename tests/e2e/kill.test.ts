import { afterAll, beforeAll, expect, test } from 'vitest'
import { runKillTest } from './kill/run'
import { openSite, type Site } from './kill/site'
import { judge } from './kill/verdict'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site?.close())

test('[D §7] every acknowledged message is stored once and in order, even if processes are killed', async () => {
  const { chatters } = await runKillTest(site, { clients: 24, each: 50, rounds: 1 })
  const verdict = await judge(site.postgres.url, chatters)
  expect(verdict).toEqual({ acknowledged: 1200, stored: 1200, faults: [] })
  // The disasters had an effect: connections were lost and messages sent again.
  const sum = (count: (chatter: (typeof chatters)[number]) => number) =>
    chatters.reduce((total, chatter) => total + count(chatter), 0)
  expect(sum(({ connections }) => connections)).toBeGreaterThan(2 * chatters.length)
  expect(sum(({ resends }) => resends)).toBeGreaterThan(0)
  expect(sum(({ received }) => received.length)).toBeGreaterThan(0)

  const [one, two] = [chatters[0], chatters[1]]
  const [mine, theirs] = [await one?.history(), await two?.history()]
  expect(mine?.map(({ message }) => message)).toEqual(theirs?.map(({ message }) => message))
  expect(mine).toHaveLength(100)
  for (const chatter of chatters) chatter.disconnect()
}, 300_000)
