import { afterEach, beforeEach, expect, vi } from 'vitest'

/** What a test prints as an error is a fault nobody looked for. */
let said: unknown[][]
beforeEach(() => {
  said = []
  vi.spyOn(console, 'error').mockImplementation((...words) => void said.push(words))
})
afterEach(() => {
  vi.restoreAllMocks()
  expect(said).toEqual([])
})
