import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { seal, unseal } from './secret'

test('a sealed value opens only with its key, its binding and its exact bytes', () => {
  const [key, plaintext] = [randomBytes(32), Buffer.from('JBSWY3DPEHPK3PXP')]
  const sealed = seal(key, 'two-step verification 7', plaintext)
  expect(sealed.includes(plaintext)).toBe(false)
  expect(unseal(key, 'two-step verification 7', sealed)).toEqual(plaintext)
  expect(unseal(key, 'two-step verification 8', sealed)).toBeUndefined()
  expect(unseal(randomBytes(32), 'two-step verification 7', sealed)).toBeUndefined()
  sealed[20] = (sealed[20] ?? 0) ^ 1
  expect(unseal(key, 'two-step verification 7', sealed)).toBeUndefined()
})
