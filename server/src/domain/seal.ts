import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const [NONCE, TAG] = [12, 16]

/** AES-256-GCM: nonce, tag, and the words. What they are bound to cannot be changed either: they would not open. */
export function seal(key: Buffer, boundTo: string, words: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(boundTo))
  const sealed = Buffer.concat([cipher.update(words), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** undefined where it was sealed with another key, or for something else. */
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
