import { describe, expect, test } from 'vitest'
import { newTotp, stepOf } from './two-step'

/** RFC 6238, appendix B, SHA-1; an authenticator app shows the last six of the eight digits. */
const vectors: [seconds: number, code: string][] = [
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
]
const secret = Buffer.from('12345678901234567890')

describe('[P3 §12] TOTP, RFC 6238', () => {
  test.each(vectors)('after %i seconds the code is %s', (seconds, code) => {
    const shown = code.slice(-6)
    const step = Math.floor(seconds / 30)
    expect(stepOf(secret, shown, seconds)).toBe(step)
    // A clock may be one step off, but not two.
    expect(stepOf(secret, shown, seconds + 30)).toBe(step)
    expect(stepOf(secret, shown, seconds - 30)).toBe(step)
    expect(stepOf(secret, shown, seconds + 60)).toBeUndefined()
    expect(stepOf(secret, code, seconds)).toBeUndefined()
  })

  test('a new secret has 160 bits, as text and in the URI of the QR code', () => {
    const { bytes, text, uri } = newTotp({ issuer: 'Rosella', account: 'anna@rosella.test' })
    expect(bytes).toHaveLength(20)
    expect(text).toMatch(/^[A-Z2-7]{32}$/)
    const address = new URL(uri)
    expect([address.protocol, address.host]).toEqual(['otpauth:', 'totp'])
    expect(decodeURIComponent(address.pathname)).toBe('/Rosella:anna@rosella.test')
    expect(address.searchParams.get('secret')).toBe(text)
    expect(newTotp({ issuer: 'Rosella', account: 'anna@rosella.test' }).text).not.toBe(text)
  })
})
