import { Secret, TOTP } from 'otpauth'

const PERIOD = 30
const BYTES = 20

interface Label {
  issuer: string
  account: string
}

/** RFC 6238 as every authenticator app knows it: SHA-1, six digits, 30 seconds. */
const totpOf = (secret: Secret, { issuer, account }: Label = { issuer: '', account: '' }): TOTP =>
  new TOTP({ issuer, label: account, algorithm: 'SHA1', digits: 6, period: PERIOD, secret })

/** A new secret: to keep, to type in, and as the address in a QR code. */
export function newTotp(label: Label): { bytes: Uint8Array; text: string; uri: string } {
  const secret = new Secret({ size: BYTES })
  return { bytes: secret.bytes, text: secret.base32, uri: totpOf(secret, label).toString() }
}

/** Which 30 seconds a code belongs to, where these are now, just over or about to come; clocks differ. */
export function stepOf(secret: Uint8Array, code: string, now: number): number | undefined {
  const timestamp = now * 1000
  const bytes = new Uint8Array(secret)
  const delta = totpOf(new Secret({ buffer: bytes.buffer })).validate({ token: code, timestamp, window: 1 })
  return delta === null ? undefined : Math.floor(now / PERIOD) + delta
}
