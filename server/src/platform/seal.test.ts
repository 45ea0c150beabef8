import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { seal, unseal } from './secret'

test('what is sealed opens with its key, for what it was sealed for, and only whole', () => {
  const [key, words] = [randomBytes(32), Buffer.from('JBSWY3DPEHPK3PXP')]
  const sealed = seal(key, 'two-step verification 7', words)
  expect(sealed.includes(words)).toBe(false)
  expect(unseal(key, 'two-step verification 7', sealed)).toEqual(words)
  expect(unseal(key, 'two-step verification 8', sealed)).toBeUndefined()
  expect(unseal(randomBytes(32), 'two-step verification 7', sealed)).toBeUndefined()
  sealed[20] = (sealed[20] ?? 0) ^ 1
  expect(unseal(key, 'two-step verification 7', sealed)).toBeUndefined()
})
