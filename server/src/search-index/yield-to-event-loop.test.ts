import { afterEach, expect, test, vi } from 'vitest'
import { takeTurns } from './yield-to-event-loop'

afterEach(() => vi.restoreAllMocks())

test('[issue 17] what is long in all lets others have their turn when it is time, and not before', async () => {
  let now = 1000
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const turn = takeTurns()
  let others = 0
  setImmediate(() => others++)
  now += 2
  await turn()
  expect(others).toBe(0)
  now += 2
  await turn()
  expect(others).toBe(1)
})

test.each([
  [true, 1],
  [false, 0],
])('a job (%s) rests while others are busy, and what somebody waits for does not', async (forJob, passed) => {
  let now = 1000
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const turn = takeTurns({ forJob })
  let timers = 0
  setImmediate(() => {
    now += 5
    setTimeout(() => timers++, 5)
  })
  now += 4
  await turn()
  expect(timers).toBe(passed)
})
