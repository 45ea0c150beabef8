import { afterEach, expect, test, vi } from 'vitest'
import { createYielder } from './yield-to-event-loop'

afterEach(() => vi.restoreAllMocks())

test('yields to the event loop after a few milliseconds, and not before', async () => {
  let now = 1000
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const yieldToEventLoop = createYielder()
  let others = 0
  setImmediate(() => others++)
  now += 2
  await yieldToEventLoop()
  expect(others).toBe(0)
  now += 2
  await yieldToEventLoop()
  expect(others).toBe(1)
})

test.each([
  [true, 1],
  [false, 0],
])('a job (%s) rests while the process is busy, a request does not', async (forJob, passed) => {
  let now = 1000
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const yieldToEventLoop = createYielder({ forJob })
  let timers = 0
  setImmediate(() => {
    now += 5
    setTimeout(() => timers++, 5)
  })
  now += 4
  await yieldToEventLoop()
  expect(timers).toBe(passed)
})
