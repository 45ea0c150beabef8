import { afterEach, beforeEach, expect, vi } from 'vitest'

/** A test fails if it prints to console.error. */
let errors: unknown[][]
beforeEach(() => {
  errors = []
  vi.spyOn(console, 'error').mockImplementation((...args) => void errors.push(args))
})
afterEach(() => {
  vi.restoreAllMocks()
  expect(errors).toEqual([])
})
