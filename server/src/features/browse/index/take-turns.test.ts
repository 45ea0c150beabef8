import { afterEach, expect, test, vi } from 'vitest'
import { takeTurns } from './take-turns'

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
