import { expect, test } from 'vitest'
import { hintOf, isAppCode, newRecoveryCodes, plainCode } from './recovery-codes'

test('[P3 §12] creates ten recovery codes with unique prefixes, readable in any spelling', () => {
  const codes = newRecoveryCodes()
  expect(codes).toHaveLength(10)
  expect(new Set(codes.map(({ plain }) => hintOf(plain))).size).toBe(10)
  for (const { plain, shown } of codes) {
    expect(shown).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/)
    for (const written of [shown, shown.toUpperCase(), ` ${shown.replaceAll('-', ' ')} `, plain])
      expect(plainCode(written)).toBe(plain)
    expect(isAppCode(plain)).toBe(false)
  }
  expect(isAppCode(plainCode('123 456'))).toBe(true)
})
