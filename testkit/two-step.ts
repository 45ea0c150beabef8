import { createHmac } from 'node:crypto'
import type { Person } from './person'
import type { TestApp } from './test-app'

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** The code of an authenticator app now, or the given number of half-minutes from now. */
export const appCode = (app: TestApp, secret: string, steps = 0): string =>
  totpAt(secret, (app.clock.now() + 30 * steps) * 1000)

/** RFC 6238, independent of the server's implementation. */
export function totpAt(secret: string, ms: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(ms / 30_000)))
  const digest = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const number = digest.readUInt32BE((digest.at(-1) ?? 0) & 15) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

/** Switches two-step verification on. The code is used up, so the clock advances to the next one. */
export async function switchTwoStepOn(app: TestApp, person: Person) {
  const { secret } = await person.call('POST /api/two-step-start')
  const { recovery_codes } = await person.call('POST /api/two-step-confirm', { code: appCode(app, secret) })
  app.clock.advance(60)
  return { secret, recovery_codes }
}
