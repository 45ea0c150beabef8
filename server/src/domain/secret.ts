import { createHash, randomBytes, randomInt } from 'node:crypto'
import { isUrlHash } from '@rosella/contract/member/rules'

/** Tokens and access keys are stored only as this. They hold 256 random bits, so no salt is needed. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()

export const newToken = (): string => randomBytes(32).toString('base64url')
/** 64 hexadecimal characters. */
export const newLinkHash = (): string => randomBytes(32).toString('hex')
export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')
/** 144 random bits in 24 characters that are safe in a path. */
export const newPhotoName = (): string => randomBytes(18).toString('base64url')

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789'
export function newUrlHash(): string {
  const hash = Array.from({ length: 9 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return isUrlHash(hash) ? hash : newUrlHash()
}
