import { createCipheriv, createDecipheriv, createHash, randomBytes, randomInt } from 'node:crypto'
import { isUrlHash } from '@rosella/contract/member/rules'

/** Tokens and access keys are stored only as this hash. They have 256 random bits, so no salt is needed. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()

export const newToken = (): string => randomBytes(32).toString('base64url')
/** 64 hexadecimal characters. */
export const newLinkHash = (): string => randomBytes(32).toString('hex')
export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')
/** 144 random bits in 24 characters that are safe in a path. */
export const newPhotoName = (): string => randomBytes(18).toString('base64url')

/** Copies of photos in sealed evidence are recognised by their names alone, so that no cleanup deletes them. */
const SEALED = 'sealed-'
export const newSealedName = (): string => `${SEALED}${newPhotoName()}`
export const isSealedName = (name: string): boolean => name.startsWith(SEALED)

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789'
export function newUrlHash(): string {
  const hash = Array.from({ length: 9 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return isUrlHash(hash) ? hash : newUrlHash()
}

const [NONCE, TAG] = [12, 16]

/** AES-256-GCM: nonce, tag, ciphertext. `boundTo` is authenticated too: unsealing with another value fails. */
export function seal(key: Buffer, boundTo: string, plaintext: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(boundTo))
  const sealed = Buffer.concat([cipher.update(plaintext), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Returns undefined if it was sealed with another key or bound to something else. */
export function unseal(key: Buffer, boundTo: string, bytes: Uint8Array): Buffer | undefined {
  const sealed = Buffer.from(bytes)
  const [nonce, tag] = [sealed.subarray(0, NONCE), sealed.subarray(NONCE, NONCE + TAG)]
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG })
    decipher.setAAD(Buffer.from(boundTo)).setAuthTag(tag)
    return Buffer.concat([decipher.update(sealed.subarray(NONCE + TAG)), decipher.final()])
  } catch {
    return undefined
  }
}
